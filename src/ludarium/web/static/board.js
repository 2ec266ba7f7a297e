// The board: the server's drawing in the page. It lights shapes, glides pieces, and tells which shape was meant.

const GLIDE = 300; // milliseconds
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Board {
  constructor(place, { click, point }) {
    this.place = place;
    this.click = click;
    place.addEventListener("click", ({ target }) => this.#clicked(target));
    place.addEventListener("keydown", (event) => this.#pressed(event));
    place.addEventListener("pointerover", ({ target }) => point(this.#litId(target)));
    place.addEventListener("pointerleave", () => point(null));
    place.addEventListener("focusin", ({ target }) => target.matches(":focus-visible") && point(this.#litId(target)));
    place.addEventListener("focusout", () => point(null));
  }

  // Put a drawing on the table; done when its pieces have come to rest.
  async show(drawing, label, glides = false) {
    const svg = document.importNode(new DOMParser().parseFromString(drawing, "image/svg+xml").documentElement, true);
    svg.querySelector("title")?.remove(); // a browser would show it wherever the pointer rests
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", label);
    const hadFocus = this.place.contains(document.activeElement);
    this.place.replaceChildren(svg);
    this.svg = svg;
    if (hadFocus) this.focus();
    if (glides && !matchMedia("(prefers-reduced-motion: reduce)").matches) await this.#glide();
  }

  // Light what can be clicked (ids with what each means in words) and mark what was clicked.
  light(labels, chosen) {
    for (const shape of this.svg.querySelectorAll(".lit, .chosen")) {
      shape.classList.remove("lit", "chosen");
      for (const attribute of ["tabindex", "role", "aria-label"]) shape.removeAttribute(attribute);
    }
    for (const id of chosen) this.#shape(id)?.classList.add("chosen");
    for (const [id, label] of labels) {
      const shape = this.#shape(id);
      if (!shape) continue;
      shape.classList.add("lit");
      shape.setAttribute("tabindex", "0");
      shape.setAttribute("role", "button");
      shape.setAttribute("aria-label", label);
    }
    this.svg.classList.toggle("choosing", chosen.length > 0);
  }

  focusFirst() {
    this.svg.querySelector(".lit")?.focus({ preventScroll: true });
  }

  focus() {
    this.place.focus({ preventScroll: true });
  }

  get hasFocus() {
    return this.place.contains(document.activeElement);
  }

  #shape(id) {
    return this.svg.querySelector(`[id="${CSS.escape(id)}"]`);
  }

  #litId(target) {
    return target.closest?.(".lit")?.id ?? null;
  }

  #clicked(target) {
    const shape = target.closest(".lit, .chosen") ?? target.closest("[id]");
    if (shape && shape !== this.svg && this.svg?.contains(shape)) this.click(shape.id);
  }

  #pressed(event) {
    const lit = event.target.closest(".lit");
    if (lit && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      this.click(lit.id);
    } else if (event.key in ARROWS) {
      event.preventDefault();
      const from = lit ?? this.place;
      this.#neighbour(from, ARROWS[event.key])?.focus({ preventScroll: true });
    }
  }

  // The lit shape that lies nearest in a direction; from anywhere else on the board, the first one.
  #neighbour(from, [right, down]) {
    const lit = [...this.svg.querySelectorAll(".lit")];
    if (from === this.place) return lit[0];
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
