// The analysis of a game that is over: the chance to win as a curve that grows while it is computed, the same as a table, and the
// moves that turned the game, with what was better and a way to play on from there.

import { drawSuggestion, percent, suggested } from "./hint.js";
import { byId, make, request, say } from "./page.js";
import { nameOf, stone } from "./seats.js";
import { showTab } from "./tabs.js";

const SVG = "http://www.w3.org/2000/svg";
const AGAIN = 700; // milliseconds between two looks
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [440, 220, 50, 12, 12, 26];

export class AnalysisPanel {
  constructor(table, { board, look, playOn }) {
    this.url = `/api/tables/${table}/analysis`;
    this.tell = { board, look, playOn };
    this.found = null;
    this.ply = null; // the position on the board
    byId("tab-analysis").addEventListener("shown", () => this.begin());
  }

  // The tab is there when the game is over.
  show(view) {
    this.view = view;
    byId("tab-analysis").hidden = view.status !== "over" || !view.log.length;
  }

  open() {
    showTab("tab-analysis");
    byId("panel-analysis").scrollIntoView({ block: "nearest" });
  }

  async begin() {
    if (this.found) return;
    try {
      this.#receive(await request("POST", this.url));
      while (this.found.status !== "done") {
        await new Promise((done) => setTimeout(done, AGAIN));
        this.#receive(await request("GET", this.url));
        if (this.found.status === "none") throw new Error(say("analysis-failed"));
      }
    } catch (error) {
      this.found = null;
      byId("analysis-progress").replaceChildren(make("p", { class: "fault", role: "alert" }, error.message));
    }
  }

  #receive(found) {
    this.found = found;
    this.#showProgress();
    this.#showCurve();
    if (found.status !== "done") return;
    byId("analysis-turns").replaceChildren(...this.#turns());
    this.#showTable();
  }

  #showProgress() {
    const { status, done, of } = this.found;
    const words = say(status === "waiting" ? "analysis-waiting" : "analysis-running", { percent: percent(done / of) });
    const bar = make("progress", { max: of, value: done, "aria-label": words });
    byId("analysis-progress").replaceChildren(...(status === "done" ? [] : [make("p", {}, words), bar]));
  }

  // The curve

  // The seats that have a line of their own: of two one is enough, the viewer's or the first.
  get #lines() {
    const { seats } = this.view;
    if (seats.length > 2) return seats.map(({ seat }) => seat);
    return [Math.max(0, seats.findIndex((seat) => seat.mine))];
  }

  #x(ply) {
    return LEFT + ((WIDTH - LEFT - RIGHT) * ply) / Math.max(1, this.view.log.length);
  }

  #y(chance) {
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance);
  }

  #showCurve() {
    const parts = [...this.#grid()];
    for (const seat of this.#lines) parts.push(...this.#line(seat));
    this.cursor = draw("line", { class: "cursor", y1: TOP, y2: HEIGHT - BOTTOM });
    parts.push(this.cursor, ...this.#marks());
    const curve = draw("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curve", role: "img", "aria-label": this.#summary() }, ...parts);
    curve.addEventListener("click", (event) => this.#clicked(curve, event));
    byId("analysis-curve").replaceChildren(curve, ...this.#legend());
    this.at(this.ply);
  }

  #grid() {
    const rows = [0, 0.25, 0.5, 0.75, 1];
    const lines = rows.map((chance) => draw("line", { class: chance === 0.5 ? "even" : "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: this.#y(chance), y2: this.#y(chance) }));
    const labels = [0, 0.5, 1].map((chance) => draw("text", { x: LEFT - 6, y: this.#y(chance), class: "chance-label" }, percent(chance)));
    const last = this.view.log.length;
    const moves = [0, last].map((ply) => draw("text", { x: this.#x(ply), y: HEIGHT - 6, class: ply ? "last-move" : "first-move" }, say("analysis-move", { ply })));
    return [...lines, ...labels, ...moves];
  }

  #line(seat) {
    const { points } = this.found;
    if (!points.length) return [];
    const places = points.map(({ ply, chances }) => `${this.#x(ply).toFixed(1)} ${this.#y(chances[seat]).toFixed(1)}`);
    const line = draw("path", { class: `line seat-${seat}`, d: `M${places.join("L")}` });
    if (this.view.seats.length > 2) return [line];
    const [first, last] = [points[0], points.at(-1)].map(({ ply }) => this.#x(ply).toFixed(1));
    const even = this.#y(0.5);
    return [draw("path", { class: `area seat-${seat}`, d: `M${first} ${even}L${places.join("L")}L${last} ${even}z` }), line];
  }

  // The turning points, numbered.
  #marks() {
    return this.found.turns.flatMap(({ ply, seat }, place) => {
      const point = this.found.points.find((one) => one.ply === ply);
      const shown = this.#lines.includes(seat) ? seat : this.#lines[0];
      const [x, y] = [this.#x(ply), this.#y(point.chances[shown])];
      return [draw("circle", { class: "turn-mark", cx: x, cy: y, r: 13 }), draw("text", { class: "turn-number", x, y }, String(place + 1))];
    });
  }

  #summary() {
    const told = this.#lines.map((seat) => {
      const chances = this.found.points.map((point) => point.chances[seat]);
      if (!chances.length) return "";
      const [first, least, most, last] = [chances[0], Math.min(...chances), Math.max(...chances), chances.at(-1)].map(percent);
      return say("analysis-summary", { who: this.#name(seat), first, least, most, last });
    });
    return told.join(" ") || say("analysis-title");
  }

  #legend() {
    const items = this.#lines.map((seat) => {
      const sample = draw("svg", { viewBox: "0 0 34 10", class: "sample", "aria-hidden": "true" }, draw("path", { class: `line seat-${seat}`, d: "M1 5H33" }));
      return make("span", {}, sample, say("analysis-of", { who: this.#name(seat) }));
    });
    return [make("p", { class: "legend" }, ...items)];
  }

  #name(seat) {
    const { name } = this.view.seats[seat];
    const player = nameOf(this.view.seats[seat]);
    return player === name ? name : `${name} (${player})`;
  }

  #clicked(curve, event) {
    const box = curve.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * WIDTH;
    const share = (x - LEFT) / (WIDTH - LEFT - RIGHT);
    this.tell.look(Math.round(Math.max(0, Math.min(1, share)) * this.view.log.length));
  }

  // The board shows the position after so many moves.
  at(ply) {
    this.ply = ply;
    if (!this.cursor || ply === null) return;
    for (const end of ["x1", "x2"]) this.cursor.setAttribute(end, this.#x(ply));
  }

  // The turning points in words

  #turns() {
    const { turns } = this.found;
    const title = make("h3", {}, say(turns.length ? "analysis-turns" : "analysis-no-turns"));
    return [title, ...turns.map((turn, place) => this.#turn(turn, place + 1))];
  }

  #turn(turn, number) {
    const { ply, seat, played, reply, better } = turn;
    const show = make("button", { type: "button", on: { click: () => this.#showBetter(turn) } }, say("analysis-show"));
    const on = make("button", { type: "button", class: "primary", on: { click: () => this.tell.playOn(turn) } }, say("analysis-on"));
    const follows = reply.length ? make("p", { class: "small" }, say("analysis-reply", { words: reply.slice(0, 3).map(({ words }) => words).join("; ") })) : "";
    return make(
      "section",
      { class: "turn" },
      make("h4", {}, make("span", { class: "turn-number" }, String(number)), stone(this.view.seats, seat), ` ${say("analysis-turn", { ply: ply + 1, who: this.#name(seat) })}`),
      make("p", {}, say("analysis-played", { words: played.words, percent: percent(played.chance) })),
      follows,
      make("p", { class: "then" }, say("analysis-better")),
      ...suggested(better),
      make("p", { class: "row" }, show, on),
    );
  }

  async #showBetter(turn) {
    await this.tell.look(turn.ply);
    drawSuggestion(this.tell.board, turn.better);
  }

  // The same as a table, made when it is opened

  #showTable() {
    const place = byId("analysis-table");
    place.hidden = false;
    place.addEventListener("toggle", () => place.open && this.#fill(place.querySelector("table")), { once: true });
  }

  #fill(table) {
    const { seats, log } = this.view;
    const heads = [say("analysis-column-move"), say("analysis-column-played"), ...seats.map(({ seat }) => this.#name(seat))];
    const rows = this.found.points.map(({ ply, chances }) =>
      make(
        "tr",
        {},
        make("td", {}, make("button", { type: "button", class: "look", title: say("show-move", { ply }), on: { click: () => this.tell.look(ply) } }, String(ply))),
        make("td", {}, log[ply]?.words ?? say("analysis-end")),
        ...chances.map((chance) => make("td", { class: "number" }, percent(chance))),
      ),
    );
    const head = make("thead", {}, make("tr", {}, ...heads.map((words) => make("th", { scope: "col" }, words))));
    table.append(head, make("tbody", {}, ...rows));
  }
}

function draw(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
