// The commands beside the board: take back, resign, draw, pause and the like, and answers to an offer.

import { byId, fill, make, say } from "./page.js";
import { nameOf } from "./seats.js";

const PLAIN = ["draw", "pause", "resume", "claim", "replace"];
let asked = null; // the view that the commands belong to
let isResigning = false; // the question whether one is sure stands in their place

export function showCommands(view, actions) {
  asked = view;
  isResigning &&= view.can.includes("resign");
  const place = byId("commands");
  const focused = place.contains(document.activeElement) ? document.activeElement.dataset.command : null;
  fill(place, ...(isResigning ? resignQuestion(actions) : commands(view, actions)));
  if (focused) place.querySelector(`[data-command="${focused}"]`)?.focus({ preventScroll: true });
}

function commands(view, actions) {
  const { send, rematch, invite, join, show, hint, analyse } = actions;
  const can = (what) => view.can.includes(what);
  const command = (what, run, label = say(`do-${what}`), more = {}) =>
    make("button", { type: "button", "data-command": what, on: { click: run }, ...more }, label);
  const found = [];
  if (view.next) found.push(make("a", { class: "button primary", href: `/t/${view.next}` }, say("do-next")));
  else if (can("rematch")) found.push(command("rematch", rematch, undefined, { class: "primary" }));
  if (can("analyse")) found.push(command("analyse", analyse));
  if (can("join")) found.push(command("join", join, undefined, { class: "primary" }));
  if (can("invite")) found.push(command("invite", invite, undefined, { class: "primary" }));
  if (can("show")) found.push(command("show", show, undefined, { title: say("do-show-note") }));
  if (can("undo")) found.push(undoButton(view, command, send));
  if (can("hint")) found.push(command("hint", hint, undefined, { title: say("do-hint-note") }));
  for (const what of PLAIN.filter(can)) found.push(command(what, () => send({ do: what })));
  if (can("resign")) found.push(command("resign", () => askToResign(true, actions)));
  if (view.waiting) found.push(waitingField(view.waiting, send));
  return found;
}

// Until when not to be asked, as the game offers.
function waitingField({ now, choices }, send) {
  const options = choices.map(({ key, label }) => make("option", { value: key, selected: key === now }, label));
  const change = ({ target }) => send({ do: "wait", until: target.value });
  return make("select", { class: "waiting", "data-command": "wait", "aria-label": say("waiting-label"), on: { change } }, ...options);
}

// It tells what it will do.
function undoButton({ undo, log }, command, send) {
  const note = undo.free ? say("do-undo-note", { words: log.at(-undo.free)?.words }) : say("do-undo-ask-note");
  const label = say(undo.free ? "do-undo" : "do-undo-ask");
  const button = command("undo", () => send({ do: "undo" }), label, { title: note, class: "undo" });
  button.append(make("small", {}, note));
  return button;
}

function askToResign(on, actions) {
  isResigning = on;
  showCommands(asked, actions);
  byId("commands").querySelector(`[data-command="${on ? "resign-no" : "resign"}"]`)?.focus();
}

function resignQuestion(actions) {
  const answer = (what, style, run) =>
    make("button", { type: "button", class: style, "data-command": `resign-${what}`, on: { click: run } }, say(`do-resign-${what}`));
  return [
    make("p", { class: "sure", role: "alert" }, say("do-resign-sure")),
    answer("no", null, () => askToResign(false, actions)),
    answer("yes", "danger", () => (actions.send({ do: "resign" }), askToResign(false, actions))),
  ];
}

export function showOffer({ offer, seats }, send) {
  const place = byId("offer");
  place.hidden = !offer;
  if (!offer) return fill(place);
  const who = nameOf(seats[offer.by]);
  if (offer.mine) return fill(place, say(`offer-mine-${offer.what}`));
  const words = make("span", {}, say(`offer-${offer.what}`, { who }));
  if (!seats.some((seat) => seat.mine)) return fill(place, words);
  const answer = (what, style) => make("button", { type: "button", class: style, on: { click: () => send({ do: what }) } }, say(what));
  return fill(place, words, answer("accept", "primary"), answer("decline", ""));
}
