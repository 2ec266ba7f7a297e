// A puzzle: moves are tried from its start, taken back, and judged by the server when the line is over.

import { Chooser } from "./choose.js";
import { clearLines, readLines } from "./lines.js";
import { byId, copy, make, request, say, toast } from "./page.js";
import { clearRefusal } from "./refusal.js";
import { play as playSound } from "./sound.js";
import { showWords } from "./wording.js";

let view = JSON.parse(byId("view").textContent);
let line = []; // the actions played so far
const address = `/api/puzzles/${view.game}/${view.id}`;

const chooser = new Chooser({
  ask: (question) => send(`${address}/ask`, { ...question, actions: line }, (answer) => chooser.receive(answer)),
  play: (actions) => (look([...line, ...actions]), true),
  expected: () => (view.verdict === "open" ? "" : say(`puzzle-${view.verdict}-hint`)),
  showRule: (rule) => open(`/rules/${view.game}#${rule}`),
});

async function send(url, body, use) {
  try {
    use(await request("POST", url, body));
  } catch (error) {
    chooser.isSent = false;
    chooser.show();
    toast(error.message);
  }
}

// Show the puzzle after these actions.
function look(actions) {
  return send(`${address}/line`, { actions }, async (shown) => {
    const isNext = actions.length === line.length + 1;
    line = actions;
    view = shown;
    await show(isNext);
    byId("live").textContent = view.words || view.log.at(-1)?.words || "";
    playSound({ solved: "end", failed: "refuse" }[view.verdict] ?? "move");
  });
}

async function show(glides) {
  const { hasFocus } = chooser;
  clearRefusal();
  chooser.forget();
  byId("prompt").textContent = view.verdict === "failed" ? "" : view.prompt;
  byId("verdict").textContent = view.words;
  byId("verdict").className = `verdict ${view.verdict}`;
  byId("log").replaceChildren(...view.log.map(({ words }) => make("li", {}, words)));
  byId("progress").textContent = say(`puzzle-status-${view.progress}`);
  byId("next").href = `/puzzles/${view.game}/${view.next}`;
  byId("next").classList.toggle("primary", view.verdict === "solved");
  for (const what of ["undo", "again"]) document.querySelector(`[data-do=${what}]`).disabled = line.length === 0;
  await chooser.board.show(view.board, view.prompt, glides);
  chooser.offer(view);
  showWords(view.words || view.prompt, view.lines, chooser);
  if (hasFocus && view.verdict === "open") chooser.focus();
}

const DO = {
  undo: () => look(line.slice(0, -1)),
  again: () => look([]),
  solution: async () => {
    if (line.length) await look([]);
    await send(`${address}/solution`, {}, (found) => {
      if (view.progress !== "solved") byId("progress").textContent = say("puzzle-status-seen");
      const draw = (drawings) => chooser.board.overlay(drawings, "trace");
      readLines(say("puzzle-show"), [found], { draw, close: () => (clearLines(), draw([])) });
    });
  },
};

for (const button of document.querySelectorAll("[data-do]")) button.addEventListener("click", DO[button.dataset.do]);
byId("share-link").value = location.origin + location.pathname;
document.querySelector("[data-copy]").addEventListener("click", ({ target }) => copy(byId("share-link"), target));

await show(false);
