// The seats: who sits where, whose decision it is, who is here, and their clocks.

import { startClocks } from "./clock.js";
import { byId, fill, make, say, settings } from "./page.js";

export function showSeats(view, send) {
  if (byId("seats").querySelector("form:focus-within")) return; // somebody is typing a name
  const items = view.seats.map((seat) => seatItem(view, seat, send));
  fill(byId("seats"), ...items, ...watchers(view));
  const withClock = view.seats.filter((seat) => seat.clock != null);
  startClocks(withClock.map(({ seat, clock, running }) => ({ element: byId("seats").children[seat].querySelector(".clock"), left: clock, running })));
}

export function nameOf(seat) {
  if (seat.player == null) return say("seat-free");
  return seat.player || (seat.mine ? say("seat-me") : say("seat-guest"));
}

function seatItem(view, seat, send) {
  const decides = view.status === "playing" && view.turn === seat.seat;
  const thinks = decides && seat.kind === "bot";
  const item = make(
    "li",
    { class: `seat${decides ? " decides" : ""}${thinks ? " thinks" : ""}`, "aria-current": decides && "true" },
    stone(view.seats, seat.seat),
    make("span", { class: "who" }, make("b", {}, nameOf(seat)), make("small", {}, state(seat))),
    decides ? make("span", { class: "unseen" }, say("seat-turn")) : "",
  );
  if (seat.clock != null) item.append(make("span", { class: "clock", role: "timer" }));
  if (seat.mine && view.can.includes("name")) item.append(rename(item, seat, send));
  return item;
}

// A seat's mark, beside its name and its moves: the first letter of its name; chance has a die.
export function stone(seats, seat) {
  return make("span", { class: `stone seat-${seat}`, "aria-hidden": "true" }, seats[seat]?.name[0] ?? "⚂");
}

function state(seat) {
  const words = [seat.name];
  if (seat.kind === "bot") words.push(say("seat-computer"), seat.character);
  else if (seat.mine) words.push(say("seat-you"));
  else if (seat.player != null) words.push(say(seat.here ? "seat-here" : "seat-away"));
  return words.join(" · ");
}

function rename(item, seat, send) {
  const label = say("seat-rename");
  const button = make("button", { type: "button", class: "quiet", "aria-label": label, title: label, on: { click: edit } }, "✎");
  function edit() {
    const field = make("input", { name: "name", maxlength: 30, value: seat.player ?? "", "aria-label": say("your-name") });
    const form = make("form", { class: "rename" }, field, make("button", { type: "submit", class: "primary" }, say("save")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      settings.write("name", field.value.trim());
      form.remove();
      send({ do: "name", name: field.value.trim() });
    });
    form.addEventListener("keydown", (event) => event.key === "Escape" && (event.stopPropagation(), form.replaceWith(button)));
    button.replaceWith(form);
    field.select();
  }
  return button;
}

function watchers({ watchers: count }) {
  return count ? [make("li", { class: "watchers" }, say("watchers", { count }))] : [];
}
