// A refusal: what was meant, why it may not be, and the rule that says so.

import { byId, make, say } from "./page.js";
import { play as playSound } from "./sound.js";

export function refuse({ message, rule, text, words }, showRule) {
  const link = (id) => make("a", { class: "rule-id", href: `#${id}`, on: { click: (event) => (event.preventDefault(), showRule(id)) } }, say("why-rule", { rule: id }));
  const close = make("button", { type: "button", class: "quiet", "aria-label": say("close"), on: { click: clearRefusal } }, "×");
  const head = make("p", { class: "head" }, make("b", {}, words || say("why-title")), " ", rule ? link(rule) : "", close);
  byId("refusal").replaceChildren(head, make("p", {}, text && text !== message ? `${message} ${text}` : message));
  playSound("refuse");
}

export function clearRefusal() {
  byId("refusal").replaceChildren();
}
