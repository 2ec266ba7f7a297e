// Tabs: one panel at a time, by click or arrow key.

const tabs = [...document.querySelectorAll("[role=tab]")];

for (const tab of tabs) {
  tab.addEventListener("click", () => showTab(tab.id));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const open = tabs.filter((other) => !other.hidden);
    const next = open[(open.indexOf(tab) + step + open.length) % open.length];
    showTab(next.id);
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
  document.getElementById(id).dispatchEvent(new Event("shown"));
}
