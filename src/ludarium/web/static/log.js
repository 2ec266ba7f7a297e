// The log: what happened in words, and the same as a list of moves. A click on a line shows that position.

import { byId, fill, make, say } from "./page.js";
import { stone } from "./seats.js";

export function showLog(view, { look, showRule }) {
  const { log } = view;
  const { ask, stop } = view.undo;
  const barrier = ask ? log.length - 1 : stop ? log.findLastIndex((entry) => entry.barrier) : -1;
  const lines = log.flatMap((entry, place) => [
    logLine(view.seats, entry, look, showRule),
    ...(place === barrier ? [make("li", { class: "barrier" }, stop)] : []),
  ]);
  const start = make("li", { class: "line", "data-ply": 0 }, lookButton(0, say("log-start"), look));
  fill(byId("log"), ...(log.length ? [start, ...lines] : [make("li", { class: "empty" }, say("log-empty"))]));
  fill(
    byId("moves"),
    ...(log.length ? log.map((entry) => moveLine(entry, look)) : [make("li", { class: "empty" }, say("moves-empty"))]),
  );
}

// Mark the line that the board shows and bring it into sight.
export function markLine(ply) {
  for (const list of [byId("log"), byId("moves")]) {
    list.querySelector(".shown")?.classList.remove("shown");
    const line = list.querySelector(`[data-ply="${ply}"]`);
    line?.classList.add("shown");
    const panel = list.parentElement;
    if (line && panel.scrollHeight > panel.clientHeight) panel.scrollTop = line.offsetTop - panel.clientHeight / 2;
  }
}

function logLine(seats, entry, look, showRule) {
  const rules = entry.rules.map((rule) =>
    make("a", { class: "rule-id", href: `#${rule}`, on: { click: (event) => (event.preventDefault(), showRule(rule)) } }, rule),
  );
  return make(
    "li",
    { class: entry.seat < 0 ? "line chance" : "line", "data-ply": entry.ply },
    stone(seats, entry.seat),
    lookButton(entry.ply, entry.words, look),
    make("span", { class: "rules" }, ...rules),
  );
}

function moveLine(entry, look) {
  const button = lookButton(entry.ply, entry.notation, look);
  button.title = entry.words;
  return make("li", { "data-ply": entry.ply, class: entry.seat < 0 ? "chance" : "" }, button);
}

function lookButton(ply, text, look) {
  return make("button", { type: "button", class: "look", title: say("show-move", { ply }), on: { click: () => look(ply) } }, text);
}
