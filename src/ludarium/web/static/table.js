// The table: it shows each view that the server sends, gathers clicks into an action, and sends its number back.

import { Board } from "./board.js";
import { Choice } from "./choice.js";
import { showCommands, showOffer } from "./commands.js";
import { Connection } from "./connection.js";
import { markLine, showLog } from "./log.js";
import { byId, make, narrow, request, say, settings, switchButton, toast, wasNarrow } from "./page.js";
import { Replay } from "./replay.js";
import { showRule as findRule } from "./rulebook.js";
import { nameOf, showSeats } from "./seats.js";
import { goOn, showShare } from "./share.js";
import { play as playSound } from "./sound.js";
import { showTab } from "./tabs.js";

const main = byId("main");
let view = JSON.parse(byId("view").textContent);
let choice = new Choice();
let shown = null; // the position on the board: { ply, text }
let drawn = null; // the view on the board, if it is not a past position
let isOverlaid = false; // lines and the like lie over the board
let isSent = false; // an action is on its way
const waiting = []; // views that came while pieces were gliding
let isShowing = false;

const board = new Board(byId("board"), { click: clickShape, point: (id) => hint(id && `#${id}`), say });
const replay = new Replay(view.id, { show: showPast, leave: () => showView(view, false) });
const connection = new Connection(view.id, {
  receive: (message) => RECEIVE[message.type]?.(message),
  lost: () => notice(say(navigator.onLine ? "line-lost" : "line-offline")),
  back: () => (notice(""), toast(say("line-back")), (isSent = false)),
});

const RECEIVE = {
  view: (message) => (waiting.push(message), showNext()),
  why: showRefusal,
  marks: ({ shape, text, marks }) => {
    if (choice.clicks.length !== 1 || choice.clicks[0] !== shape) return;
    board.mark(marks);
    if (text) byId("hint").textContent = text;
  },
  overlays: ({ overlays }) => isOverlaid && board.overlay(overlays.map(({ svg }) => svg)),
  error: (message) => ((isSent = false), refuse(message), showChoice()),
};

// Views

async function showNext() {
  if (isShowing) return;
  isShowing = true;
  while (waiting.length) await receiveView(waiting.shift(), waiting.length > 2);
  isShowing = false;
}

async function receiveView(next, isHurried) {
  const before = view;
  const moved = next.log.length > before.log.length;
  view = next;
  if (next.ply !== before.ply) {
    isSent = false;
    clearRefusal();
  }
  tell(before, next);
  await showView(before, moved && !isHurried);
}

// Show the view; `glides` if it is one move on from what stood on the board.
async function showView(before, glides) {
  showSeats(view, send);
  showOffer(view, send);
  showCommands(view, { send, rematch, invite, join });
  showOwn();
  showLog(view, { look, showRule });
  showPrompt();
  showInvite(before);
  replay.reach(view.log.at(-1)?.ply ?? 0);
  if (replay.isOn) return markLine(replay.ply);
  shown = { ply: replay.last, text: view.text };
  showShare(view, shown);
  markLine(replay.last);
  if (isDrawn(view)) return showChoice(); // somebody came or went: a choice that was begun stays
  drawn = null;
  choice = new Choice();
  const hadFocus = board.hasFocus || byId("options").contains(document.activeElement);
  await board.show(view.board, view.prompt, glides);
  if (replay.isOn || waiting.length) return;
  drawn = view;
  choice = new Choice(view.asked ? view.actions : []);
  showChoice();
  if (isOverlaid) send({ do: "overlays" });
  showWords(view.lines);
  if (hadFocus) focusChoice();
}

function isDrawn({ board, asked, actions }) {
  return drawn?.board === board && drawn.asked === asked && JSON.stringify(drawn.actions) === JSON.stringify(actions);
}

function showPrompt() {
  const yours = view.asked && view.status === "playing";
  const words = view.result?.words ?? view.prompt;
  byId("prompt").replaceChildren(...(yours ? [make("b", { class: "badge" }, say("your-turn")), " "] : []), words);
  byId("prompt").classList.toggle("yours", yours);
  document.title = yours ? `● ${say("your-turn-title", { title: view.title })}` : `${view.title} · Ludarium`;
}

// Files that are not the game's own: everybody is told, and can read them.
function showOwn() {
  const link = make("a", { href: `/t/${view.id}/cards`, target: "_blank" }, say("own-read"));
  byId("own").hidden = !view.own.length;
  byId("own").replaceChildren(...(view.own.length ? [view.own.map(({ words }) => words).join(" · "), " · ", link] : []));
}

// On a small screen a game that has pages is drawn in pages.
narrow.addEventListener("change", () => view.has_pages && send({ do: "narrow", on: narrow.matches }));

// What happened, for those who listen.
function tell(before, next) {
  const news = next.log.slice(before.log.length).map((entry) => entry.words);
  if (next.notice && next.notice !== before.notice) {
    news.push(next.notice);
    if (!next.offer) toast(next.notice); // an offer is shown by itself
  }
  if (next.result && !before.result) news.push(next.result.words);
  else if (next.asked && next.prompt !== before.prompt) news.push(next.prompt);
  if (news.length) byId("live").textContent = news.join(". ");
  if (next.result && !before.result) playSound("end");
  else if (next.log.length > before.log.length) playSound(next.asked && !before.asked ? "turn" : "move");
}

async function showPast(position, glides) {
  choice = new Choice();
  drawn = null;
  shown = position;
  clearRefusal();
  showShare(view, shown);
  markLine(position.ply);
  await board.show(position.board, position.words, glides);
  showWords(position.lines);
  showChoice();
}

function look(ply) {
  if (ply === replay.last) replay.back();
  else replay.look(ply);
  if (byId("board").getBoundingClientRect().top < 0) main.scrollIntoView();
}

// Clicks

function clickShape(id) {
  const step = `#${id}`;
  if (replay.isOn) return;
  if (!view.asked) return void (view.seats.some((seat) => seat.mine) && hint());
  clearRefusal();
  if (choice.next.has(step)) return clickStep(step);
  if (choice.clicks.at(-1) === step) return backOne();
  if (choice.restart(step)) return showChoice(), askMarks();
  send({ do: "why", clicks: [...choice.clicks, step] });
}

function clickStep(step) {
  choice.click(step);
  if (choice.decided) return playAction(choice.decided);
  showChoice();
  focusChoice();
  askMarks();
}

// What the selected shape could do: costs and targets, written on the board.
function askMarks() {
  if (choice.clicks.length === 1 && isShape(choice.clicks[0])) send({ do: "marks", shape: choice.clicks[0] });
}

function backOne() {
  if (choice.back() === undefined) return;
  clearRefusal();
  showChoice();
  focusChoice();
}

function playAction(action) {
  if (isSent) return;
  isSent = send({ do: "play", action: action.number });
  choice.clicks = [];
  if (!isSent) return refuse({ message: say("line-lost") });
  if (byId("options").contains(document.activeElement)) board.focus();
  board.light([], []);
  byId("options").replaceChildren();
  byId("hint").textContent = say("hint-sent");
}

// Light the next shapes, show the next buttons, and say what is expected.
function showChoice() {
  const steps = isSent ? [] : [...choice.next];
  const shapes = steps.filter(([step]) => step.startsWith("#"));
  const keys = steps.filter(([step]) => !step.startsWith("#"));
  board.light(shapes.map(([step, actions]) => [step.slice(1), summary(actions)]), choice.clicks.filter(isShape).map((step) => step.slice(1)));
  const buttons = keys.map(([key, actions]) => optionButton(view.buttons[key] ?? key, summary(actions), () => clickStep(key), key));
  if (choice.actions.length) {
    for (const action of choice.complete) buttons.push(optionButton(say("play-this", { words: action.words }), action.words, () => playAction(action)));
  }
  if (choice.clicks.length) buttons.push(backButton());
  if (view.has_overlays && !replay.isOn) buttons.push(overlayButton());
  byId("options").replaceChildren(...buttons);
  hint();
}

function overlayButton() {
  const press = () => {
    isOverlaid = !isOverlaid;
    if (isOverlaid) send({ do: "overlays" });
    else board.overlay([]);
    showChoice();
    askMarks();
  };
  return make("button", { type: "button", "aria-pressed": String(isOverlaid), on: { click: press } }, say("overlays"));
}

function backButton() {
  const label = say("take-back-click");
  return make("button", { type: "button", class: "quiet", "aria-label": label, title: label, on: { click: backOne } }, "↶");
}

const isShape = (step) => step.startsWith("#");

function optionButton(label, words, run, key) {
  const listen = { click: run };
  listen.pointerenter = () => (byId("hint").textContent = words);
  listen.focus = ({ target }) => target.matches(":focus-visible") && listen.pointerenter();
  for (const event of ["pointerleave", "blur"]) listen[event] = () => hint();
  return make("button", { type: "button", class: "option", "data-key": key, "aria-label": label === words ? null : `${label}: ${words}`, on: listen }, label);
}

function summary(actions) {
  const words = actions[0].words;
  return actions.length === 1 ? say("moves-one", { words }) : say("moves-many", { count: actions.length, words });
}

function focusChoice() {
  const option = byId("options").querySelector(".option");
  if (option && ![...choice.next.keys()].some(isShape)) option.focus({ preventScroll: true });
  else board.focusFirst();
}

// The line under the board: the move that a step would lead to, or what is expected.
function hint(step = null) {
  const actions = step && choice.next.get(step);
  byId("hint").textContent = actions ? summary(actions) : expected();
}

function expected() {
  if (replay.isOn) return shown.words;
  if (isSent) return say("hint-sent");
  if (view.status === "over") return say("hint-over");
  if (view.status === "open") return say("hint-start-wait");
  if (choice.actions.length) {
    const steps = [...choice.next.keys()];
    if (!steps.some(isShape)) return say("hint-buttons");
    return say(steps.every(isShape) && !choice.clicks.length ? "hint-start" : "hint-next");
  }
  if (!view.seats.some((seat) => seat.mine)) return say("hint-watch");
  const seat = view.seats[view.turn];
  return seat ? say("hint-wait", { who: nameOf(seat) }) : "";
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.target.closest("input, dialog")) backOne();
});

// Refusals

function showRefusal({ rule, text, words }) {
  refuse({ message: text || say("why-nothing"), rule, words });
}

function refuse({ message, rule, text, words }) {
  const link = (id) => make("a", { class: "rule-id", href: `#${id}`, on: { click: (event) => (event.preventDefault(), showRule(id)) } }, say("why-rule", { rule: id }));
  const close = make("button", { type: "button", class: "quiet", "aria-label": say("close"), on: { click: clearRefusal } }, "×");
  const head = make("p", { class: "head" }, make("b", {}, words || say("why-title")), " ", rule ? link(rule) : "", close);
  byId("refusal").replaceChildren(head, make("p", {}, text && text !== message ? `${message} ${text}` : message));
  playSound("refuse");
}

function clearRefusal() {
  byId("refusal").replaceChildren();
}

function showRule(id) {
  showTab("tab-rules");
  findRule(id);
}

// The board in words

function showWords(lines) {
  byId("words-prompt").textContent = view.result?.words ?? view.prompt;
  byId("words-board").replaceChildren(...lines.map((line) => make("li", {}, line)));
  const choices = choice.actions.map((action) =>
    make("li", {}, make("button", { type: "button", on: { click: () => playAction(action) } }, action.words)),
  );
  byId("words-choices").replaceChildren(...(choices.length ? choices : [make("li", {}, say("text-no-choices"))]));
}

const textSwitch = switchButton("text", () => switchText(!main.classList.contains("with-words")));

function switchText(on) {
  main.classList.toggle("with-words", on);
  textSwitch.setAttribute("aria-pressed", on);
  settings.write("text", on ? "on" : "off");
  if (on) byId("words").scrollIntoView({ block: "nearest" });
}

if (settings.read("text") === "on") switchText(true);
document.querySelector("[data-text-view]").addEventListener("click", () => switchText(true));

// Messages and other tables

function send(message) {
  const isGone = connection.send({ ply: view.ply, ...message });
  if (!isGone) refuse({ message: say("line-lost") });
  return isGone;
}

function notice(text) {
  byId("line-notice").textContent = text;
  byId("line-notice").hidden = !text;
}

async function rematch() {
  try {
    const { url } = await request("POST", `/api/tables/${view.id}/rematch`, {});
    location.href = url;
  } catch (error) {
    toast(error.message);
  }
}

async function join() {
  try {
    await request("POST", `/api/tables/${view.id}/seat`, { token: "", name: settings.read("name") ?? "" });
    location.reload();
  } catch (error) {
    toast(error.message);
  }
}

function invite() {
  showTab("tab-share");
  byId("invite-link").select();
}

// A table that waits for a friend shows its invitation at once; when the friend has come, the log.
function showInvite(before) {
  if (view.status === "open" && view.join_url && !before?.join_url) showTab("tab-share");
  if (view.status !== "open" && before?.status === "open") showTab("tab-log");
}

for (const button of document.querySelectorAll("[data-go-on]")) {
  button.addEventListener("click", () => goOn(view, shown.text, button.dataset.goOn));
}

if (view.has_pages && narrow.matches !== wasNarrow) connection.whenOpen(() => send({ do: "narrow", on: narrow.matches }));
await showView(null, false);
const asked = new URLSearchParams(location.search).get("ply");
if (asked !== null && Number(asked) < replay.last) replay.look(Number(asked));
