// The lobby: one click plays; the choices of a game make a table as one likes it; open tables can be joined.

import { attendFiles } from "./files.js";
import { request, settings, toast } from "./page.js";

for (const article of document.querySelectorAll("[data-game]")) {
  const game = article.dataset.game;
  const dialog = article.querySelector("dialog");
  const form = dialog.querySelector("form");
  const seats = form.querySelectorAll("[name=seat][data-needed]").length;

  article.querySelector("[data-play]").addEventListener("click", (event) => {
    const others = Array.from({ length: seats - 1 }, () => ({ kind: "bot" }));
    const table = { game, seats: [{ kind: "me" }, ...others], clock: { kind: "none" }, public: false };
    open(event.currentTarget, table, toast);
  });
  form.elements.name.value = settings.read("name") ?? "";
  const files = attendFiles(form, game);
  article.querySelector("[data-choose]").addEventListener("click", () => dialog.showModal());
  for (const close of dialog.querySelectorAll("[data-close]")) close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  form.addEventListener("change", () => showClock(form));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    settings.write("name", form.elements.name.value.trim());
    const own = files();
    const busy = form.querySelector("[data-busy]");
    busy.hidden = !Object.keys(own).length;
    form.querySelector(".fault").hidden = true;
    const refuse = (text) => ((busy.hidden = true), complain(form, text));
    open(event.submitter ?? form.querySelector("[type=submit]"), { game, ...chosen(form), files: own }, refuse);
  });
}

for (const button of document.querySelectorAll("[data-join]")) {
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await request("POST", `/api/tables/${button.dataset.join}/seat`, { token: "", name: settings.read("name") ?? "" });
      location.href = `/t/${button.dataset.join}`;
    } catch (error) {
      toast(error.message);
      button.disabled = false;
    }
  });
}

// The first time on a machine a game takes a while; it is shown as soon as it can be played.
async function showReady() {
  const games = await request("GET", "/api/games");
  for (const { name } of games.filter((game) => game.ready)) {
    const article = document.querySelector(`[data-waiting][data-game=${name}]`);
    if (!article) continue;
    article.querySelector(".picture").src = `/cover/${name}.svg`;
    for (const button of article.querySelectorAll("[data-play], [data-choose]")) button.disabled = false;
    article.querySelector("[data-note]").remove();
    delete article.dataset.waiting;
  }
  if (document.querySelector("[data-waiting]")) setTimeout(showReady, 2000);
}
if (document.querySelector("[data-waiting]")) showReady();

async function open(button, table, refuse) {
  button.disabled = true;
  try {
    const { url } = await request("POST", "/api/tables", { ...table, name: settings.read("name") ?? "" });
    location.href = url;
  } catch (error) {
    button.disabled = false;
    refuse(error.message);
  }
}

// What the form says, as the server wants it; an option left alone is not sent, so the variant decides it.
function chosen(form) {
  const data = new FormData(form);
  const clock = { kind: data.get("clock") };
  for (const name of { total: ["minutes", "increment"], days: ["days"] }[clock.kind] ?? []) clock[name] = Number(data.get(name));
  const changed = {};
  for (const [name, value] of data) if (name.startsWith("option:") && value !== "") changed[name.slice(7)] = value;
  return {
    variant: data.get("variant") ?? undefined,
    settings: changed,
    seats: data.getAll("seat").filter(Boolean).map(seat),
    clock,
    public: data.get("public") === "yes",
    study: data.get("study") === "yes",
  };
}

function seat(value) {
  const [kind, ...bot] = value.split(":");
  return bot.length ? { kind, bot: bot.join(":") } : { kind };
}

function showClock(form) {
  const kind = new FormData(form).get("clock");
  for (const row of form.querySelectorAll("[data-clock]")) row.hidden = row.dataset.clock !== kind;
}

function complain(form, text) {
  const fault = form.querySelector(".fault");
  fault.textContent = text;
  fault.hidden = false;
}
