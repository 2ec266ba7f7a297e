// Taking a seat by an invitation.

import { byId, request, settings } from "./page.js";

const form = byId("join");
form.elements.name.value = settings.read("name") ?? "";

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { table, token } = form.dataset;
  const name = form.elements.name.value.trim();
  try {
    await request("POST", `/api/tables/${table}/seat`, { token, name });
    settings.write("name", name);
    location.href = `/t/${table}`;
  } catch (error) {
    const fault = form.querySelector(".fault");
    fault.textContent = error.message;
    fault.hidden = false;
  }
});
