// The board in words, and every choice as a button: for listeners always, for eyes when it is switched on.

import { byId, make, say, settings, switchButton } from "./page.js";

export function showWords(prompt, lines, chooser) {
  byId("words-prompt").textContent = prompt;
  byId("words-board").replaceChildren(...lines.map((line) => make("li", {}, line)));
  const choices = chooser.choice.actions.map((action) =>
    make("li", {}, make("button", { type: "button", on: { click: () => chooser.playAction(action) } }, action.words)),
  );
  byId("words-choices").replaceChildren(...(choices.length ? choices : [make("li", {}, say("text-no-choices"))]));
}

const textSwitch = switchButton("text", () => switchText(!byId("main").classList.contains("with-words")));

function switchText(on) {
  byId("main").classList.toggle("with-words", on);
  textSwitch.setAttribute("aria-pressed", on);
  settings.write("text", on ? "on" : "off");
  if (on) byId("words").scrollIntoView({ block: "nearest" });
}

if (settings.read("text") === "on") switchText(true);
document.querySelector("[data-text-view]").addEventListener("click", () => switchText(true));
