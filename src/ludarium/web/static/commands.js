// The commands beside the board: take back, resign, draw, pause and the like, and answers to an offer.

import { byId, make, say } from "./page.js";
import { nameOf } from "./seats.js";

const PLAIN = ["draw", "pause", "resume", "claim", "replace"];

export function showCommands(view, { send, rematch, invite, join, show, hint, analyse }) {
  const place = byId("commands");
  const focused = place.contains(document.activeElement) ? document.activeElement.dataset.command : null;
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
  if (can("resign")) found.push(command("resign", () => confirmResign(place, view, { send, rematch, invite, join, show, hint, analyse })));
  if (view.waiting) found.push(waitingField(view.waiting, send));
  place.replaceChildren(...found);
  if (focused) place.querySelector(`[data-command="${focused}"]`)?.focus({ preventScroll: true });
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

function confirmResign(place, view, actions) {
  const back = () => showCommands(view, actions);
  const no = make("button", { type: "button", on: { click: back } }, say("do-resign-no"));
  const sure = () => (actions.send({ do: "resign" }), back());
  const yes = make("button", { type: "button", class: "danger", "data-command": "resign-yes", on: { click: sure } }, say("do-resign-yes"));
  place.replaceChildren(make("p", { class: "sure", role: "alert" }, say("do-resign-sure")), no, yes);
  no.focus();
}

export function showOffer({ offer, seats }, send) {
  const place = byId("offer");
  place.hidden = !offer;
  if (!offer) return place.replaceChildren();
  const who = nameOf(seats[offer.by]);
  if (offer.mine) return place.replaceChildren(say(`offer-mine-${offer.what}`));
  const words = make("span", {}, say(`offer-${offer.what}`, { who }));
  if (!seats.some((seat) => seat.mine)) return place.replaceChildren(words);
  const answer = (what, style) => make("button", { type: "button", class: style, on: { click: () => send({ do: what }) } }, say(what));
  return place.replaceChildren(words, answer("accept", "primary"), answer("decline", ""));
}
