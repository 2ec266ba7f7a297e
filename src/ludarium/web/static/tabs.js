// Tabs: one panel at a time, by click or arrow key.

const tabs = [...document.querySelectorAll("[role=tab]")];

for (const tab of tabs) {
  tab.addEventListener("click", () => showTab(tab.id));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const there = tabs.filter((one) => !one.hidden);
    const next = there[(there.indexOf(tab) + step + there.length) % there.length];
    next.click();
    next.focus();
  });
}

export function showTab(id) {
  for (const tab of tabs) {
    const isShown = tab.id === id;
    tab.setAttribute("aria-selected", isShown);
    tab.tabIndex = isShown ? 0 : -1;
    document.getElementById(tab.getAttribute("aria-controls")).hidden = !isShown;
  }
}
