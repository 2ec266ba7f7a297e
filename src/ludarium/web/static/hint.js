// Hints: what a bot would do in one's place. Asked for, waited for with a way out, then shown in words and on the board.

import { clearLines, showLines } from "./lines.js";
import { make, request, say, toast } from "./page.js";

const AGAIN = 200; // milliseconds between two looks

export const percent = (chance) => `${Math.round(100 * chance)}%`;

export class Hint {
  constructor(table, { board, play }) {
    this.url = `/api/tables/${table}/hint`;
    this.board = board;
    this.play = play;
    this.asked = 0; // counts the questions: an answer to an earlier one is not shown
  }

  async ask() {
    const asked = ++this.asked;
    try {
      let hint = await request("POST", this.url);
      const bar = make("progress", { max: hint.of, value: 0, "aria-label": say("hint-think") });
      const words = make("p", { role: "status" }, "");
      const cancel = make("button", { type: "button", on: { click: () => this.cancel() } }, say("cancel"));
      showLines(say("do-hint"), [make("div", { class: "thinking" }, words, bar, cancel)]);
      while (asked === this.asked && ["waiting", "thinking"].includes(hint.status)) {
        bar.value = Math.min(hint.seconds, hint.of);
        words.textContent = say(hint.status === "waiting" ? "hint-in-line" : "hint-think");
        await new Promise((done) => setTimeout(done, AGAIN));
        if (asked === this.asked) hint = await request("GET", this.url);
      }
      if (asked === this.asked && hint.status === "done") this.#show(hint.suggestion);
      else if (asked === this.asked) this.close();
    } catch (error) {
      if (asked === this.asked) this.close();
      toast(error.message);
    }
  }

  #show(suggestion) {
    drawSuggestion(this.board, suggestion);
    const play = make("button", { type: "button", class: "primary", on: { click: () => this.play(suggestion) } }, say("hint-play"));
    showLines(say("do-hint"), [...suggested(suggestion), make("p", { class: "row" }, play)], () => this.close());
  }

  // The board shows something else: whatever is still on its way comes too late.
  forget() {
    this.asked += 1;
  }

  close() {
    this.forget();
    clearLines();
    drawSuggestion(this.board, null);
  }

  cancel() {
    this.close();
    request("DELETE", this.url).catch((error) => toast(error.message));
  }
}

// On the board: as the game draws it, or the shapes that would be clicked; and the buttons beside it.
export function drawSuggestion(board, suggestion) {
  for (const button of document.querySelectorAll("#options [data-key]")) {
    button.classList.toggle("suggested", Boolean(suggestion?.path.includes(button.dataset.key)));
  }
  board.overlay(suggestion?.svg ? [suggestion.svg] : [], "trace");
  board.suggest(suggestion && !suggestion.svg ? suggestion.path : []);
}

// In words: the move, the chance to win, what it brings, what would follow, and what else could be done.
export function suggested({ words, chance, known, line, end, gains, costs, others }) {
  const certain = chance > 0.5 ? "hint-wins" : "hint-loses";
  const facts = [
    known ? say(certain) : say("hint-chance", { percent: percent(chance) }),
    end,
    gains.length ? say("hint-gains", { what: gains.join(", ") }) : "",
    costs.length ? say("hint-costs", { what: costs.join(", ") }) : "",
  ].filter(Boolean);
  const found = [make("p", { class: "suggestion" }, make("b", {}, words)), make("p", {}, facts.map((fact) => fact.replace(/\.?$/, ".")).join(" "))];
  if (line.length > 1) found.push(make("p", { class: "then" }, say("hint-then")), make("ol", {}, ...line.slice(1).map((step) => make("li", {}, step.words))));
  if (others.length) {
    const also = others.map((other) => `${other.words} (${percent(other.chance)})`).join("; ");
    found.push(make("p", { class: "small" }, say("hint-others", { others: also })));
  }
  return found;
}
