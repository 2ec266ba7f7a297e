// The rulebook: search by words, and show one rule.

import { say } from "./page.js";

for (const book of document.querySelectorAll("[data-rulebook]")) {
  book.querySelector("[type=search]").addEventListener("input", (event) => search(book, event.target.value));
}
addEventListener("hashchange", () => mark(location.hash.slice(1)));
mark(location.hash.slice(1));

function search(book, text) {
  const words = plain(text).split(/\s+/).filter(Boolean);
  let found = 0;
  for (const section of book.querySelectorAll("[data-section]")) {
    const rules = [...section.querySelectorAll("[data-rule]")];
    const heading = plain(section.querySelector("h2, h3").textContent);
    for (const rule of rules) rule.hidden = !words.every((word) => (heading + plain(rule.textContent)).includes(word));
    const shown = rules.filter((rule) => !rule.hidden).length;
    section.hidden = shown === 0;
    found += shown;
  }
  const status = book.querySelector(".found");
  status.textContent = words.length === 0 ? "" : found ? say("rules-found", { count: found }) : say("rules-none");
}

// Small letters without accents, so that "een" finds "één".
function plain(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

function mark(id) {
  for (const rule of document.querySelectorAll("[data-rule].meant")) rule.classList.remove("meant");
  const rule = id ? document.querySelector(`[data-rule][id="${CSS.escape(id)}"]`) : null;
  rule?.classList.add("meant");
  return rule;
}

// Bring a rule into sight; the page shows the panel it stands in.
export function showRule(id) {
  const rule = mark(id);
  if (!rule) return;
  const book = rule.closest("[data-rulebook]");
  book.querySelector("[type=search]").value = "";
  search(book, "");
  rule.scrollIntoView({ block: "nearest" });
  rule.focus({ preventScroll: true });
}
