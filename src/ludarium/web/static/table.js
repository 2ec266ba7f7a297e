// The table: it shows each view that the server sends, gathers clicks into an action, and sends its number back.

import { AnalysisPanel } from "./analysis.js";
import { Chooser } from "./choose.js";
import { showCommands, showOffer } from "./commands.js";
import { Connection } from "./connection.js";
import { Hint } from "./hint.js";
import { clearLines, readLines } from "./lines.js";
import { markLine, showLog } from "./log.js";
import { byId, make, narrow, request, say, settings, toast, wasNarrow } from "./page.js";
import { clearRefusal } from "./refusal.js";
import { Replay } from "./replay.js";
import { showRule as findRule } from "./rulebook.js";
import { nameOf, showSeats } from "./seats.js";
import { goOn, showShare } from "./share.js";
import { play as playSound } from "./sound.js";
import { showTab } from "./tabs.js";
import { showTruth } from "./truth.js";
import { showWords } from "./wording.js";

const main = byId("main");
let view = JSON.parse(byId("view").textContent);
let shown = null; // the position on the board: { ply, text }
let drawn = null; // the view on the board, if it is not a past position
const waiting = []; // views that came while pieces were gliding
let isShowing = false;

const chooser = new Chooser({ ask: send, play: playActions, expected, showRule });
const replay = new Replay(view.id, { show: showPast, leave: () => showView(view, false) });
const hint = new Hint(view.id, { board: chooser.board, play: (suggestion) => chooser.playAction({ number: suggestion.action }) });
const analysis = new AnalysisPanel(view.id, { board: chooser.board, look, playOn: ({ text, seat }) => goOn(view, text, "bot", seat) });
const connection = new Connection(view.id, {
  receive: (message) => (RECEIVE[message.type] ?? ((answer) => chooser.receive(answer)))(message),
  lost: () => notice(say(navigator.onLine ? "line-lost" : "line-offline")),
  back: () => (notice(""), toast(say("line-back")), (chooser.isSent = false)),
});

const RECEIVE = {
  view: (message) => (waiting.push(message), showNext()),
  error: (message) => ((chooser.isSent = false), chooser.refuse(message), chooser.show()),
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
    chooser.isSent = false;
    clearRefusal();
  }
  tell(before, next);
  await showView(before, moved && !isHurried);
}

// Show the view; `glides` if it is one move on from what stood on the board.
async function showView(before, glides) {
  showSeats(view, send);
  showOffer(view, send);
  byId("study").hidden = !view.is_study;
  showCommands(view, { send, rematch, invite, join, show: showFindings, hint: () => hint.ask(), analyse: () => analysis.open() });
  showOwn();
  showLog(view, { look, showRule });
  showPrompt();
  showInvite(before);
  analysis.show(view);
  replay.reach(view.log.at(-1)?.ply ?? 0);
  if (replay.isOn) return markLine(replay.ply);
  shown = { ply: replay.last, text: view.text };
  showShare(view, shown);
  markLine(replay.last);
  analysis.at(replay.last);
  tellTruth();
  if (isDrawn(view)) return chooser.show(); // somebody came or went: a choice that was begun stays
  drawn = null;
  hint.forget();
  chooser.forget();
  const { hasFocus } = chooser;
  await chooser.board.show(view.board, view.prompt, glides);
  if (replay.isOn || waiting.length) return;
  drawn = view;
  chooser.offer(view);
  showWords(view.result?.words ?? view.prompt, view.lines, chooser);
  if (hasFocus) chooser.focus();
}

function isDrawn({ board, asked, actions }) {
  const numbers = (list) => list.map(({ number }) => number).join();
  return drawn?.board === board && drawn.asked === asked && numbers(drawn.actions) === numbers(actions);
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
function tellWidth() {
  if (view.has_pages) send({ do: "narrow", on: narrow.matches });
}

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
  hint.forget();
  chooser.forget();
  drawn = null;
  shown = position;
  clearRefusal();
  showShare(view, shown);
  markLine(position.ply);
  analysis.at(position.ply);
  tellTruth();
  await chooser.board.show(position.board, position.words, glides);
  showWords(position.words, position.lines, chooser);
  chooser.show();
}

// The truth about the position on the board; a move that can be made now is made by a click on it.
function tellTruth() {
  const canPlay = !replay.isOn && view.asked;
  showTruth(view, shown.ply, (number) => canPlay && (() => playActions([number])));
}

byId("tab-truth").addEventListener("shown", tellTruth);

async function look(ply) {
  if (byId("board").getBoundingClientRect().top < 0) main.scrollIntoView();
  if (ply === replay.last) replay.back();
  else await replay.look(ply);
}

function expected() {
  if (replay.isOn) return shown.words;
  if (view.status === "over") return say("hint-over");
  if (view.status === "open") return say("hint-start-wait");
  if (!view.seats.some((seat) => seat.mine)) return say("hint-watch");
  const seat = view.seats[view.turn];
  return seat ? say(seat.kind === "bot" ? "hint-thinks" : "hint-wait", { who: nameOf(seat) }) : "";
}

function playActions(actions) {
  return send(actions.length === 1 ? { do: "play", action: actions[0] } : { do: "play-all", actions });
}

function showRule(id) {
  showTab("tab-rules");
  findRule(id);
}

// What a search finds in the position on the board

async function showFindings() {
  try {
    const { ply } = shown;
    const lines = await request("GET", `/api/tables/${view.id}/positions/${ply}/findings`);
    if (ply !== shown.ply) return;
    const draw = (drawings) => chooser.board.overlay(drawings, "trace");
    readLines(say("show-title"), lines, { draw, close: () => (clearLines(), draw([])) });
  } catch (error) {
    toast(error.message);
  }
}

// Messages and other tables

function send(message) {
  const isGone = connection.send({ ply: view.ply, ...message });
  if (!isGone) chooser.refuse({ message: say("line-lost") });
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

narrow.addEventListener("change", tellWidth);
if (narrow.matches !== wasNarrow) tellWidth();
await showView(null, false);
const asked = new URLSearchParams(location.search).get("ply");
if (asked !== null && Number(asked) < replay.last) replay.look(Number(asked));
