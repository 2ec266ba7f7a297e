// Sharing: the invitation, links and downloads of the position on the board, and going on from it as a new table.

import { byId, copy, request, toast } from "./page.js";

export function showShare(view, { ply, text }) {
  const table = `/api/tables/${view.id}`;
  byId("share-link").value = `${location.origin}/t/${view.id}?ply=${ply}`;
  byId("share-text").value = text;
  byId("share-record").href = `${table}/record`;
  byId("share-picture").href = `${table}/picture.svg?ply=${ply}`;
  byId("share-film").href = `${table}/film.svg`;
  showInvitation(view, table);
}

function showInvitation(view, table) {
  const isInviting = view.join_url != null;
  byId("invite").hidden = !isInviting;
  if (!isInviting) return;
  byId("invite-link").value = new URL(view.join_url, location.origin).href;
  const code = byId("invite-qr");
  if (code.hidden) code.src = `${table}/qr.svg`;
  code.hidden = false;
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", () => copy(byId(button.dataset.copy), button));
}

// A new table from this position: I take a seat, usually my own or the first; the others are the computer's or on this screen.
export async function goOn(view, text, others, mine = Math.max(0, view.seats.findIndex((seat) => seat.mine))) {
  const other = ({ bot }) => (others === "bot" && bot ? { kind: "bot", bot } : { kind: others });
  const seats = view.seats.map((seat) => (seat.seat === mine ? { kind: "me" } : other(seat)));
  try {
    const { url } = await request("POST", "/api/tables", {
      game: view.game, seats, clock: { kind: "none" }, public: false, position: text, study: others === "local",
    });
    location.href = url;
  } catch (error) {
    toast(error.message);
  }
}
