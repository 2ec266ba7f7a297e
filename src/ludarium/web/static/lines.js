// Lines: several moves in a row, in words, and drawn on the board while one is pointed at. They are there to be chosen or to be read.

import { byId, make, say } from "./page.js";

// Lines to choose from: a button each, with what comes of it and the moves.
export function offerLines(title, lines, { draw, choose, before, after }) {
  const buttons = lines.map((line) => {
    const show = () => draw([line.svg], told(line));
    const hide = () => draw([], "");
    return make(
      "button",
      {
        type: "button",
        class: "way",
        "aria-label": `${line.title}: ${told(line)}`,
        on: { click: () => choose(line), pointerenter: show, focus: show, pointerleave: hide, blur: hide },
      },
      make("b", {}, line.title),
      make("small", {}, line.steps.map(({ notation }) => notation).join(" ")),
    );
  });
  showLines(title, [...before, ...buttons, ...after]);
}

// Lines to read: the first that leads anywhere is drawn at once, another when it is asked for.
export function readLines(title, lines, { draw, close }) {
  const pick = (line) => {
    draw(line ? [line.svg] : [], "");
    for (const [place, button] of buttons.entries()) button?.setAttribute("aria-pressed", lines[place] === line);
  };
  const buttons = lines.map((line) =>
    line.actions.length && lines.length > 1 ? make("button", { type: "button", class: "draw", on: { click: () => pick(line) } }, say("line-draw")) : null,
  );
  const found = lines.map((line, place) =>
    make("section", { class: "line-found" }, make("p", {}, make("b", {}, line.title), " ", buttons[place]), moves(line)),
  );
  showLines(title, found.length ? found : [make("p", {}, say("line-none"))], close);
  pick(lines.find(({ actions }) => actions.length));
}

export function clearLines() {
  byId("lines").hidden = true;
  byId("lines").replaceChildren();
}

// Anything beside the board: a title, what stands under it, and a way to close it.
export function showLines(title, children, close) {
  const shut = close && make("button", { type: "button", class: "quiet", "aria-label": say("close"), on: { click: close } }, "×");
  byId("lines").replaceChildren(make("header", {}, make("h2", {}, title), shut), ...children);
  byId("lines").hidden = false;
  byId("lines").scrollIntoView({ block: "nearest" });
}

function moves(line) {
  if (!line.steps.length) return "";
  return make("ol", {}, ...line.steps.map((step) => make("li", { class: step.is_chance ? "chance" : "" }, step.is_chance ? say("line-luck", step) : step.words)));
}

const told = ({ steps }) => steps.map(({ words }) => words).join("; ");
