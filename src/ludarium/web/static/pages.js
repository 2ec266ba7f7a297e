// Pages: a drawing that is several pages side by side, to be swiped, with a tab for each.

import { make, say } from "./page.js";

export class Pages {
  // `before` are the pages that were shown until now: the same one stays before the eye.
  constructor(svg, before) {
    this.svg = svg;
    this.width = Number(svg.dataset.width);
    this.found = JSON.parse(svg.dataset.pages);
    this.tabs = this.found.map(({ key, title }, place) => this.#tab(key, title, place));
    this.bar = make("div", { class: "tabs", role: "tablist", "aria-label": say("pages-label") }, ...this.tabs);
    this.strip = make("div", { class: "strip", role: "tabpanel" }, make("div", { class: "snaps" }, ...this.found.map(() => make("i"))), svg);
    svg.style.width = `${100 * this.found.length}%`;
    this.strip.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    new ResizeObserver(() => this.#resized()).observe(this.strip);
    const known = new Set(before?.found.map(({ key }) => key));
    const added = before ? this.found.findIndex(({ key }) => !known.has(key)) : -1;
    const same = this.found.findIndex(({ key }) => key === before?.key);
    this.place = added >= 0 ? added : Math.max(0, same); // what has just begun, such as a fight, comes forward
  }

  get elements() {
    return [this.bar, this.strip];
  }

  get key() {
    return this.found[this.place].key;
  }

  // Once it stands in the page.
  settle() {
    this.strip.scrollLeft = this.place * this.strip.clientWidth;
    this.#show(this.place);
  }

  show(place, isSmooth = true) {
    const behavior = isSmooth && !matchMedia("(prefers-reduced-motion: reduce)").matches ? "smooth" : "instant";
    this.strip.scrollTo({ left: place * this.strip.clientWidth, behavior });
    this.#show(place);
  }

  // Tell by a dot where something can be chosen; if it is only elsewhere, go there.
  light(shapes) {
    const places = new Set(shapes.map((shape) => this.#placeOf(shape)));
    this.tabs.forEach((tab, place) => {
      const { title } = this.found[place];
      tab.classList.toggle("has-lit", places.has(place));
      tab.setAttribute("aria-label", places.has(place) ? say("pages-here", { title }) : title);
    });
    if (places.size && !places.has(this.place)) this.show(Math.min(...places));
  }

  shows(shape) {
    return this.#placeOf(shape) === this.place;
  }

  goTo(shape) {
    this.show(this.#placeOf(shape));
    const { top, bottom } = shape.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) shape.scrollIntoView({ block: "center", inline: "nearest" });
  }

  #placeOf(shape) {
    const box = shape.getBoundingClientRect();
    const from = box.x + box.width / 2 - this.svg.getBoundingClientRect().x;
    return Math.max(0, Math.min(this.found.length - 1, Math.floor(from / this.strip.clientWidth)));
  }

  #tab(key, title, place) {
    const press = (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      const next = (place + step + this.tabs.length) % this.tabs.length;
      this.show(next);
      this.tabs[next].focus({ preventScroll: true });
    };
    return make("button", { type: "button", role: "tab", "data-page": key, on: { click: () => this.show(place), keydown: press } }, title);
  }

  #scrolled() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#show(Math.round(this.strip.scrollLeft / this.strip.clientWidth)), 80);
  }

  // The same page stays before the eye when the screen is turned.
  #resized() {
    if (this.seen === this.strip.clientWidth) return;
    this.seen = this.strip.clientWidth;
    this.settle();
  }

  #show(place) {
    if (!this.found[place]) return; // not laid out yet
    this.place = place;
    this.tabs.forEach((tab, other) => {
      tab.setAttribute("aria-selected", other === place);
      tab.tabIndex = other === place ? 0 : -1;
    });
    this.strip.setAttribute("aria-label", this.found[place].title);
    this.#fit();
  }

  // Each page is as high as what it shows.
  #fit() {
    const scale = this.strip.clientWidth / this.width;
    this.strip.style.height = `${Math.ceil(this.found[this.place].height * scale)}px`;
  }
}
