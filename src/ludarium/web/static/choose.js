// Choosing: clicks on lit shapes and on buttons become actions; a click on anything else is answered. It knows paths, not rules.

import { Board } from "./board.js";
import { Choice } from "./choice.js";
import { clearLines, offerLines } from "./lines.js";
import { byId, make, say } from "./page.js";
import { clearRefusal, refuse } from "./refusal.js";

const NOTHING = { actions: [], buttons: {}, selected: null, has_overlays: false };

const isShape = (step) => step.startsWith("#");

export class Chooser {
  // `ask` puts a question to the server, whose answer comes to `receive`; `play` gets actions in order and tells whether they
  // are on their way; `expected` says what is expected while nothing is chosen.
  constructor({ ask, play, expected, showRule }) {
    this.tell = { ask, play, expected, showRule };
    this.board = new Board(byId("board"), { click: (id) => this.#clicked(`#${id}`), point: (id) => this.#pointed(id) });
    this.isOverlaid = false; // lines and the like lie over the board
    this.forget();
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.target.closest("input, dialog")) this.back();
    });
  }

  // The board is about to show something else.
  forget() {
    this.#set(NOTHING);
    clearLines();
  }

  // What can be chosen on the board as it is drawn now.
  offer(view) {
    this.#set(view);
    this.show();
    this.#askMarks();
    if (view.has_overlays) this.tell.ask({ do: "overlays" });
  }

  #set(view) {
    this.view = view;
    this.choice = new Choice(view.actions);
    this.isSent = false;
    this.marks = null; // what is written on the board for the selected shape, and where ways from it end
    this.ways = null; // to the shape that was clicked last: { target, lines }
    this.about = {}; // what is drawn and told of single shapes
    this.layers = []; // what lies over the whole board
  }

  // An answer of the server to a question of ours.
  receive(message) {
    if (message.type === "why") this.refuse({ message: message.text || say("why-nothing"), rule: message.rule, words: message.words });
    else if (message.type === "marks") this.#receiveMarks(message);
    else if (message.type === "ways") this.#receiveWays(message);
    else if (message.type === "overlays") this.#receiveOverlays(message);
  }

  refuse(refusal) {
    refuse(refusal, this.tell.showRule);
  }

  // Clicks

  #clicked(step) {
    if (this.isSent || !this.choice.actions.length) return this.hint();
    clearRefusal();
    const { choice } = this;
    if (this.ways?.target === step) return this.#takeFirst();
    if (choice.clicks.at(-1) === step) return this.back();
    const ways = this.#ends[step.slice(1)] ?? 0;
    if (choice.next.has(step) && ways < 2) return this.#step(step);
    if (!ways && choice.restart(step)) return this.#selected();
    this.tell.ask({ do: "why", clicks: [...choice.clicks, step] });
  }

  #step(step) {
    this.choice.click(step);
    if (this.choice.decided) return this.#play([this.choice.decided.number]);
    this.#selected();
    this.#focus();
  }

  // Other clicks are made: whatever was said of earlier ones goes.
  #selected() {
    this.marks = this.ways = null;
    clearLines();
    this.board.overlay([], "trace");
    this.show();
    this.#askMarks();
  }

  back() {
    if (!this.ways && this.choice.back() === undefined) return;
    clearRefusal();
    this.#selected();
    this.#focus();
  }

  #play(actions) {
    if (this.isSent) return;
    const wasHere = this.hasFocus;
    this.isSent = this.tell.play(actions);
    this.choice.clicks = [];
    this.#selected();
    if (!this.isSent) return this.refuse({ message: say("line-lost") });
    if (wasHere) this.board.focus();
  }

  playAction(action) {
    this.#play([action.number]);
  }

  // Ways to a shape further off

  get #ends() {
    return this.marks?.ends ?? {};
  }

  #receiveWays({ clicks, ways }) {
    const target = clicks.at(-1);
    if (this.isSent || clicks.slice(0, -1).join() !== this.choice.clicks.join()) return;
    this.ways = { target, lines: ways };
    this.#light();
    this.hint();
    const words = (text) => this.#say(text);
    const draw = (drawings, text) => (this.board.overlay(drawings, "trace"), words(text));
    offerLines(say("ways-title"), ways, { draw, choose: (way) => this.#play(way.actions), ...this.#plainly(target) });
    if (ways.length === 1) draw([ways[0].svg], "");
    byId("lines").querySelector("button").focus({ preventScroll: true });
  }

  // Beside the ways: the next step alone, or the shape by itself.
  #plainly(target) {
    const next = this.choice.next.get(target);
    const other = this.choice.clicks.length && this.choice.matching([target]).length;
    const restart = () => (this.choice.restart(target), this.#selected(), this.#focus());
    return {
      before: next ? [wayButton(say("ways-step"), summary(next), () => this.#step(target))] : [],
      after: other ? [wayButton(say("ways-other"), "", restart)] : [],
    };
  }

  // A second click on the same shape: the next step, or the only way.
  #takeFirst() {
    const { target, lines } = this.ways;
    if (this.choice.next.has(target)) this.#step(target);
    else if (lines.length === 1) this.#play(lines[0].actions);
  }

  // What the selected shape could do: costs and targets, written on the board

  get #selection() {
    const { clicks } = this.choice;
    if (clicks.length === 0) return this.view.selected && `#${this.view.selected}`;
    return clicks.length === 1 && isShape(clicks[0]) ? clicks[0] : null;
  }

  #askMarks() {
    if (this.#selection && !this.isSent) this.tell.ask({ do: "marks", shape: this.#selection });
  }

  #receiveMarks(message) {
    if (this.isSent || message.shape !== this.#selection) return;
    this.marks = message;
    this.#light();
    this.hint();
  }

  // What can be laid over the board: all of it by a button, what concerns one shape while it is pointed at

  #receiveOverlays({ overlays, about }) {
    this.about = about;
    this.layers = overlays.map(({ svg }) => svg);
    this.board.tellOf(about);
    this.#showOverlays();
    this.hint(this.pointed && `#${this.pointed}`);
  }

  #showOverlays() {
    const one = this.about[this.pointed];
    const all = this.isOverlaid ? this.layers : [];
    this.board.overlay(one ? [...all, one.svg] : all, "overlays");
  }

  #pointed(id) {
    this.pointed = id;
    this.#showOverlays();
    this.hint(id && `#${id}`);
  }

  // Showing

  show() {
    this.#light();
    const keys = this.isSent ? [] : [...this.choice.next].filter(([step]) => !isShape(step));
    const buttons = keys.map(([key, actions]) => this.#optionButton(this.view.buttons[key] ?? key, summary(actions), () => this.#step(key), key));
    if (this.choice.actions.length && !this.isSent) {
      for (const action of this.choice.complete) {
        buttons.push(this.#optionButton(say("play-this", action), action.words, () => this.playAction(action)));
      }
    }
    if (this.choice.clicks.length) buttons.push(this.#backButton());
    if (this.view.has_overlays) buttons.push(this.#overlayButton());
    renew(byId("options"), buttons);
    this.hint();
  }

  // Light the next shapes, and those further off that ways lead to.
  #light() {
    const next = this.isSent ? [] : [...this.choice.next].filter(([step]) => isShape(step));
    const labels = new Map(next.map(([step, actions]) => [step.slice(1), summary(actions)]));
    const far = Object.entries(this.#ends).filter(([id]) => !labels.has(id));
    const chosen = [...this.choice.clicks.filter(isShape), ...(this.ways ? [this.ways.target] : [])];
    this.board.light([...labels], far.map(([id, count]) => [id, say("ways-here", { count })]), chosen.map((step) => step.slice(1)));
    this.board.mark(this.marks?.marks ?? []);
  }

  #overlayButton() {
    const press = () => {
      this.isOverlaid = !this.isOverlaid;
      this.#showOverlays();
      this.show();
    };
    return make("button", { type: "button", class: "overlays", "aria-pressed": String(this.isOverlaid), on: { click: press } }, say("overlays"));
  }

  #backButton() {
    const label = say("take-back-click");
    return make("button", { type: "button", class: "quiet", "aria-label": label, title: label, on: { click: () => this.back() } }, "↶");
  }

  #optionButton(label, words, run, key) {
    const listen = { click: run };
    listen.pointerenter = () => this.#say(words);
    listen.focus = ({ target }) => target.matches(":focus-visible") && listen.pointerenter();
    for (const event of ["pointerleave", "blur"]) listen[event] = () => this.hint();
    return make("button", { type: "button", class: "option", "data-key": key, "aria-label": label === words ? null : `${label}: ${words}`, on: listen }, label);
  }

  #focus() {
    const option = byId("options").querySelector(".option");
    if (option && ![...this.choice.next.keys()].some(isShape)) option.focus({ preventScroll: true });
    else this.board.focusFirst();
  }

  // After a new drawing the focus goes to where something can be chosen, if it was there before.
  get hasFocus() {
    return this.board.hasFocus || ["options", "lines"].some((id) => byId(id).contains(document.activeElement));
  }

  focus() {
    this.#focus();
  }

  // The line under the board: what a step would lead to, what is told of a shape, or what is expected.
  hint(step = null) {
    const actions = step && !this.isSent && this.choice.next.get(step);
    const about = step && this.about[step.slice(1)]?.words;
    const end = step && this.#ends[step.slice(1)];
    this.#say([about, actions ? summary(actions) : end ? say("ways-here", { count: end }) : ""].filter(Boolean).join(" · "));
  }

  #say(text) {
    byId("hint").textContent = text || this.#expected();
  }

  #expected() {
    if (this.isSent) return say("hint-sent");
    if (!this.choice.actions.length) return this.tell.expected();
    if (this.ways) return say("hint-ways");
    if (this.marks?.text) return this.marks.text;
    const steps = [...this.choice.next.keys()];
    if (!steps.some(isShape)) return say("hint-buttons");
    return say(steps.every(isShape) && !this.choice.clicks.length ? "hint-start" : "hint-next");
  }
}

export function summary(actions) {
  const words = actions[0].words;
  return actions.length === 1 ? say("moves-one", { words }) : say("moves-many", { count: actions.length, words });
}

// Put buttons where others stood; the one that stood there before keeps the focus.
function renew(place, buttons) {
  const nameOf = ({ className, dataset, textContent }) => [className, dataset.key, textContent].join();
  const focused = place.contains(document.activeElement) ? nameOf(document.activeElement) : null;
  place.replaceChildren(...buttons);
  buttons.find((button) => nameOf(button) === focused)?.focus({ preventScroll: true });
}

function wayButton(label, words, run) {
  return make("button", { type: "button", class: "way", on: { click: run } }, make("b", {}, label), words ? make("small", {}, words) : "");
}
