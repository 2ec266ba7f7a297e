// The board: the server's drawing in the page. It lights shapes, glides pieces, and tells which shape was meant.
// The drawing stands in a shadow root: a game's class names and ids and the page's never meet.

import { Pages } from "./pages.js";

const MANY = 60; // lit shapes, above which each glows less
const GLIDE = 300; // milliseconds
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

const SVG = "http://www.w3.org/2000/svg";
const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  svg { display: block; width: 100%; max-height: calc(100dvh - 200px) }
  .strip { position: relative; overflow-x: auto; overflow-y: hidden; scroll-snap-type: x mandatory; overscroll-behavior-x: contain;
    scrollbar-width: none; border-radius: 12px; transition: height .15s }
  .strip svg { position: absolute; inset: 0 auto auto 0; max-width: none; max-height: none }
  .snaps { display: flex; height: 100% }
  .snaps i { flex: 0 0 100%; scroll-snap-align: start; scroll-snap-stop: always }
  .tabs { display: flex; gap: 4px; padding: 0 0 6px; position: sticky; top: 0; z-index: 2 }
  .tabs button { flex: 1; min-height: 44px; padding: 0 2px; border: 1px solid var(--line); border-radius: 10px; background: var(--surface);
    color: var(--ink); font: 600 .86rem system-ui, sans-serif; white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
  .tabs [aria-selected=true] { background: var(--accent); color: var(--on-accent); border-color: var(--accent) }
  .tabs .has-lit::before { content: ""; display: inline-block; width: 9px; height: 9px; margin-right: 4px; border-radius: 50%; background: #2fbf74; box-shadow: 0 0 0 2px #fff8 }
  .tabs button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
  @media (prefers-reduced-motion: reduce) { .strip { transition: none } }
  @media (min-width: 900px) { svg { height: 100%; max-height: none } }
  text { pointer-events: none; user-select: none }
  .lit, .chosen { cursor: pointer }
  .lit { filter: drop-shadow(0 0 5px #7fe0a7) drop-shadow(0 0 12px #4fd48c) }
  .many .lit { filter: drop-shadow(0 0 3px #4fd48c) }
  .lit:hover, .lit:focus { filter: brightness(1.2) drop-shadow(0 0 6px #b6ffd4) drop-shadow(0 0 18px #7fe0a7) }
  svg:focus, .lit:focus { outline: none }
  .lit:focus-visible { outline: 5px solid #ffd470; outline-offset: 3px; border-radius: 12px }
  .far { cursor: pointer }
  .far:hover, .far:focus { filter: brightness(1.15) drop-shadow(0 0 6px #b6ffd4) }
  .far:focus, .told:focus { outline: none }
  .far:focus-visible, .told:focus-visible { outline: 5px solid #ffd470; outline-offset: 3px; border-radius: 12px }
  .mark { font: bold 21px system-ui, sans-serif; text-anchor: middle; dominant-baseline: central; fill: #fff; paint-order: stroke;
    stroke: #10151d; stroke-width: 5px }
  @media (max-width: 899px) { .mark { font-size: 27px } }
  .mark.attack { fill: #ffd0c4 } .mark.drop { fill: #ff9d86; font-size: 44px }
  .suggestion rect { fill: none; stroke: #ffcf5c; stroke-width: 5; stroke-dasharray: 14 8; paint-order: stroke }
  .suggestion .shaft { fill: none; stroke: #ffcf5c; stroke-width: 7; stroke-linecap: round; opacity: .9 }
  .suggestion .tip { fill: #ffcf5c; stroke: #10151d; stroke-width: 1 }
  .chosen { filter: brightness(1.12) drop-shadow(0 0 6px #ffe9b0) drop-shadow(0 0 16px #ffcf5c) }
`);

export class Board {
  constructor(place, { click, point }) {
    this.place = place;
    this.click = click;
    this.pages = null; // of a drawing that is pages side by side
    this.root = place.attachShadow({ mode: "open" });
    this.root.adoptedStyleSheets = [STYLE];
    this.root.addEventListener("click", ({ target }) => this.#clicked(target));
    this.root.addEventListener("pointerover", ({ target }) => point(this.#idOf(target)));
    this.root.addEventListener("focusin", ({ target }) => target.matches(":focus-visible") && point(this.#idOf(target)));
    this.root.addEventListener("focusout", () => point(null));
    place.addEventListener("pointerleave", () => point(null));
    place.addEventListener("keydown", (event) => this.#pressed(event));
  }

  // Put a drawing on the table; done when its pieces have come to rest.
  async show(drawing, label, glides = false) {
    const svg = document.importNode(new DOMParser().parseFromString(drawing, "image/svg+xml").documentElement, true);
    svg.querySelector("title")?.remove(); // a browser would show it wherever the pointer rests
    svg.setAttribute("role", "group");
    svg.setAttribute("tabindex", "-1"); // so that focus has a place to wait
    svg.setAttribute("aria-label", label);
    const { hasFocus } = this;
    this.svg = svg;
    if (svg.dataset.pages) this.#showPages(svg);
    else this.root.replaceChildren(svg), (this.pages = null);
    this.told = {};
    if (hasFocus) this.focus();
    if (glides && !matchMedia("(prefers-reduced-motion: reduce)").matches) await this.#glide();
  }

  // Light what can be clicked (ids with what each means in words), more softly what lies further off, and mark what was clicked.
  light(labels, far, chosen) {
    const offered = new Set([...labels, ...far].map(([id]) => id));
    for (const shape of this.svg.querySelectorAll(".lit, .far, .chosen")) {
      shape.classList.remove("lit", "far", "chosen");
      if (offered.has(shape.id)) continue; // a shape without tabindex loses the focus
      for (const attribute of ["tabindex", "role", "aria-label"]) shape.removeAttribute(attribute);
    }
    for (const id of chosen) this.#shape(id)?.classList.add("chosen");
    for (const [id, label] of labels) this.#offer(id, label, "lit");
    for (const [id, label] of far) this.#offer(id, label, "far");
    this.svg.classList.toggle("many", labels.length > MANY);
    this.tellOf(this.told);
    this.pages?.light([...this.svg.querySelectorAll(".lit")]);
  }

  #offer(id, label, style) {
    const shape = this.#shape(id);
    if (!shape) return;
    shape.classList.add(style);
    shape.setAttribute("tabindex", "0");
    shape.setAttribute("role", "button");
    shape.setAttribute("aria-label", label);
  }

  // Shapes of which there is something to tell: arrow keys reach them too, and the first one Tab where nothing is lit.
  tellOf(told) {
    this.told = told;
    const ids = Object.keys(told).filter((id) => this.#shape(id));
    const isNothingLit = !this.svg.querySelector(".lit");
    for (const [place, id] of ids.entries()) {
      const shape = this.#shape(id);
      shape.classList.add("told");
      if (shape.matches(".lit, .far")) continue;
      shape.setAttribute("tabindex", isNothingLit && place === 0 ? "0" : "-1");
      shape.setAttribute("role", "img");
      shape.setAttribute("aria-label", told[id].words);
    }
  }

  #showPages(svg) {
    const before = this.pages;
    this.pages = new Pages(svg, before);
    this.root.replaceChildren(...this.pages.elements);
    this.pages.settle();
  }

  // Write words on shapes: costs, targets.
  mark(marks) {
    this.svg.querySelector(".marks")?.remove();
    const layer = this.#layer("marks");
    for (const { shape, label, kind } of marks) {
      const place = this.#shape(shape);
      if (place) layer.append(this.#label(place, label, kind));
    }
  }

  // Lay drawings over the board, in a layer of that name.
  overlay(drawings, name) {
    this.svg?.querySelector(`.${name}`)?.remove();
    if (!drawings.length) return;
    const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${drawings.join("")}</svg>`, "image/svg+xml");
    this.#layer(name).append(...document.importNode(parsed.documentElement, true).childNodes);
  }

  // Ring the shapes that a suggested action would click, with arrows from each to the next; buttons are marked where they stand.
  suggest(path) {
    this.svg?.querySelector(".suggestion")?.remove();
    const shapes = path.map((step) => step.startsWith("#") && this.#shape(step.slice(1))).filter(Boolean);
    if (!shapes.length) return;
    if (this.pages && !this.pages.shows(shapes[0])) this.pages.goTo(shapes[0]);
    const layer = this.#layer("suggestion");
    const places = shapes.map((shape) => this.#box(shape));
    const parts = places.map(({ x, y, width, height }) => drawing("rect", { x: x - 6, y: y - 6, width: width + 12, height: height + 12, rx: 14 }));
    for (const [place, to] of places.entries()) if (place) parts.push(...arrow(places[place - 1], to));
    layer.append(...parts);
  }

  // Where a shape stands, in units of the drawing.
  #box(shape) {
    const { a, b, c, d, e, f } = this.svg.getScreenCTM().inverse();
    const box = shape.getBoundingClientRect();
    return { x: a * box.x + c * box.y + e, y: b * box.x + d * box.y + f, width: a * box.width, height: d * box.height };
  }

  #layer(name) {
    const layer = document.createElementNS(SVG, "g");
    layer.setAttribute("class", name);
    layer.setAttribute("pointer-events", "none");
    this.svg.append(layer);
    return layer;
  }

  #label(place, label, kind) {
    const text = document.createElementNS(SVG, "text");
    const { a, b, c, d, e, f } = this.svg.getScreenCTM().inverse();
    const [x, y] = centre(place);
    text.setAttribute("x", a * x + c * y + e);
    text.setAttribute("y", b * x + d * y + f);
    text.setAttribute("class", `mark ${kind}`);
    const rows = label.split("\n");
    for (const [place, row] of rows.entries()) {
      const span = document.createElementNS(SVG, "tspan");
      span.setAttribute("x", text.getAttribute("x"));
      span.setAttribute("dy", place ? "1.05em" : `${-0.525 * (rows.length - 1)}em`);
      span.textContent = row;
      text.append(span);
    }
    return text;
  }

  focusFirst() {
    const shape = this.svg.querySelector(".lit");
    shape?.focus({ preventScroll: true });
    if (shape && this.pages && !this.pages.shows(shape)) this.pages.goTo(shape);
  }

  focus() {
    this.svg.focus({ preventScroll: true });
  }

  get hasFocus() {
    return document.activeElement === this.place;
  }

  #shape(id) {
    return this.svg.querySelector(`[id="${CSS.escape(id)}"]`);
  }

  #idOf(target) {
    const shape = target.closest?.(".lit, .far, .told") ?? target.closest?.("[id]");
    return shape && shape !== this.svg ? shape.id : null;
  }

  #clicked(target) {
    const shape = target.closest(".lit, .far, .chosen") ?? target.closest("[id]");
    if (shape && shape !== this.svg && this.svg?.contains(shape)) this.click(shape.id);
  }

  #pressed(event) {
    const lit = this.root.activeElement?.closest(".lit, .far, .told");
    if (lit && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      this.click(lit.id);
    } else if (event.key in ARROWS && !this.root.activeElement?.closest("[role=tab]")) {
      event.preventDefault();
      const next = this.#neighbour(lit, ARROWS[event.key]);
      next?.focus({ preventScroll: true });
      if (next) this.pages?.goTo(next);
    }
  }

  // The shape worth going to that lies nearest in a direction; from anywhere else on the board, the first one.
  #neighbour(from, [right, down]) {
    const lit = [...this.svg.querySelectorAll(".lit, .far, .told")];
    if (!from) return lit[0];
    const [x, y] = centre(from);
    const distance = (shape) => {
      const [dx, dy] = [centre(shape)[0] - x, centre(shape)[1] - y];
      const along = dx * right + dy * down;
      return along > 1 ? along + 2 * Math.abs(dx * down + dy * right) : Infinity;
    };
    const nearest = lit.filter((shape) => distance(shape) < Infinity).sort((a, b) => distance(a) - distance(b));
    return nearest[0];
  }

  // Everything that says where it came from moves from there to its place.
  #glide() {
    const moving = [...this.svg.querySelectorAll("[data-from]")].map((piece) => this.#glidePiece(piece));
    return Promise.all(moving);
  }

  #glidePiece(piece) {
    const from = this.#shape(piece.dataset.from);
    if (!from) return null;
    const [x, y] = centre(piece);
    const [fromX, fromY] = centre(from);
    const wrapper = wrapped(piece);
    const { a, b, c, d } = wrapper.getScreenCTM().inverse(); // pixels of the screen to units of the drawing
    const [right, down] = [fromX - x, fromY - y];
    const start = `translate(${a * right + c * down}px, ${b * right + d * down}px)`;
    const glide = wrapper.animate([{ transform: start }, { transform: "none" }], { duration: GLIDE, easing: "ease-in-out" });
    return glide.finished.catch(() => null);
  }
}

function drawing(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

// An arrow between the middles of two boxes, which it does not quite reach.
function arrow(from, to) {
  const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
  const [[x1, y1], [x2, y2]] = [middle(from), middle(to)];
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [along, down] = [(x2 - x1) / length, (y2 - y1) / length];
  const [tipX, tipY] = [x2 - 8 * along, y2 - 8 * down];
  const wing = (side) => `${tipX - 22 * along + side * 12 * down} ${tipY - 22 * down - side * 12 * along}`;
  return [
    drawing("path", { class: "shaft", d: `M${x1} ${y1}L${tipX - 18 * along} ${tipY - 18 * down}` }),
    drawing("path", { class: "tip", d: `M${tipX} ${tipY}L${wing(1)}L${wing(-1)}z` }),
  ];
}

function centre(shape) {
  const box = shape.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

// A group around a piece, so that moving it leaves the piece's own transform alone.
function wrapped(piece) {
  const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
  piece.replaceWith(group);
  group.append(piece);
  return group;
}
