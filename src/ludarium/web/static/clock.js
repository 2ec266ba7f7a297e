// Clocks: they count down here between two views; the server decides when time is out.

import { say } from "./page.js";

let clocks = []; // { element, left (seconds when the view came), running, since (milliseconds) }

export function startClocks(found) {
  clocks = found.map((clock) => ({ ...clock, since: performance.now() }));
  tick();
}

function tick() {
  for (const { element, left, running, since } of clocks) {
    const now = Math.max(0, running ? left - (performance.now() - since) / 1000 : left);
    const text = written(now);
    if (element.textContent === text) continue;
    element.textContent = text;
    element.setAttribute("aria-label", say("clock-label", { time: text }));
    element.classList.toggle("short", running && now < 30);
  }
}
setInterval(tick, 200);

export function written(seconds) {
  const whole = Math.ceil(seconds);
  const [days, hours, minutes] = [Math.floor(whole / 86400), Math.floor(whole / 3600) % 24, Math.floor(whole / 60) % 60];
  if (days) return say("clock-days-short", { days, hours });
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
