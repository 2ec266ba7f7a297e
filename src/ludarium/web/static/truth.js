// Truth: in a solved game, what each move of the position on the board leads to with best play.

import { byId, make, request, say } from "./page.js";

let wanted = null; // the position last asked about

// Show it for this position, if it may be known and somebody looks; `play` plays a move that can be played now.
export async function showTruth(view, ply, play) {
  const tab = byId("tab-truth");
  tab.hidden = !view.truth;
  if (!view.truth || tab.getAttribute("aria-selected") !== "true") return void (wanted = null);
  const asked = (wanted = `${view.id} ${view.ply} ${ply}`);
  let found;
  try {
    found = await request("GET", `/api/tables/${view.id}/positions/${ply}/truth`);
  } catch (error) {
    found = { words: error.message, moves: [] };
  }
  if (wanted !== asked) return; // the board shows another position by now
  byId("truth-now").textContent = found.moves.length ? say("truth-now", { truth: found.words }) : found.words || say("truth-none");
  byId("truths").replaceChildren(...found.moves.map((move) => line(move, play)));
}

function line({ number, notation, words, outcome, truth }, play) {
  const told = make("span", { class: "told" }, make("b", {}, notation), " ", words);
  const label = make("b", { class: `truth ${outcome}` }, truth);
  const run = play?.(number);
  return make("li", {}, label, run ? make("button", { type: "button", class: "look", on: { click: run } }, told) : told);
}
