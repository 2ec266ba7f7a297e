// Replay: any earlier position on the same board, step by step or by itself; the game goes on meanwhile.

import { byId, request, say, toast } from "./page.js";

const STEP = 1100; // milliseconds between two moves when it plays by itself

export class Replay {
  constructor(table, { show, leave }) {
    this.table = table;
    this.show = show;
    this.leave = leave;
    this.ply = null; // the position looked at, or none
    this.last = 0;
    for (const button of byId("replay").querySelectorAll("[data-replay]")) {
      button.addEventListener("click", () => this.#step(button.dataset.replay));
    }
    byId("scrubber").addEventListener("input", ({ target }) => this.#user(Number(target.value)));
    byId("banner-back").addEventListener("click", () => this.back());
  }

  get isOn() {
    return this.ply !== null;
  }

  // The game has so many moves now.
  reach(last) {
    const isNew = this.isOn && last !== this.last;
    this.last = last;
    if (isNew && this.ply > last) return this.back();
    byId("scrubber").max = last;
    byId("replay").hidden = last === 0;
    if (!this.isOn) byId("scrubber").value = last;
    if (isNew) byId("banner-back").textContent = say("replay-new");
  }

  async look(ply) {
    const from = this.ply ?? this.last;
    this.ply = Math.max(0, Math.min(ply, this.last));
    const wanted = this.ply;
    let position;
    try {
      position = await request("GET", `/api/tables/${this.table}/positions/${wanted}`);
    } catch (error) {
      toast(error.message);
      return this.back();
    }
    if (this.ply !== wanted) return; // a later click was faster
    byId("scrubber").value = wanted;
    byId("scrubber").setAttribute("aria-valuetext", position.words);
    byId("banner").hidden = false;
    byId("banner-text").textContent = wanted ? say("replay-at", { ply: wanted, last: this.last }) : say("replay-at-start");
    await this.show(position, wanted === from + 1);
  }

  back() {
    this.#halt();
    if (!this.isOn) return;
    this.ply = null;
    byId("banner").hidden = true;
    byId("banner-back").textContent = say("replay-back");
    byId("scrubber").value = this.last;
    this.leave();
  }

  #user(ply) {
    this.#halt();
    return this.look(ply);
  }

  #step(what) {
    const now = this.ply ?? this.last;
    if (what === "play") return this.timer ? this.#halt() : this.#play(now);
    return this.#user({ first: 0, previous: now - 1, next: now + 1, last: this.last }[what]);
  }

  async #play(from) {
    this.#label("stop");
    this.timer = setInterval(() => (this.ply < this.last ? this.look(this.ply + 1) : this.#halt()), STEP);
    await this.look(from < this.last ? from + 1 : 0);
  }

  #halt() {
    if (!this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
    this.#label("play");
  }

  #label(what) {
    const button = byId("replay").querySelector("[data-replay=play]");
    button.classList.toggle("running", what === "stop");
    for (const attribute of ["aria-label", "title"]) button.setAttribute(attribute, say(`replay-${what}`));
  }
}
