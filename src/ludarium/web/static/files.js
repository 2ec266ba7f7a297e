// Data files of one's own: chosen or pasted, checked at once, handed over with the table.

import { request, say } from "./page.js";

const PATIENCE = 500; // milliseconds after the last key

// Attend the fields of a form; a function that tells the files it holds.
export function attendFiles(form, game) {
  const fields = [...form.querySelectorAll("[data-file]")].map((field) => new Field(field, game));
  return () => Object.fromEntries(fields.filter(({ text }) => text).map(({ option, name, text }) => [option, { name, text }]));
}

class Field {
  constructor(field, game) {
    this.option = field.dataset.file;
    this.url = `/api/games/${game}/files/${this.option}`;
    this.name = `${this.option}.toml`;
    this.area = field.querySelector("textarea");
    this.status = field.querySelector("[role=status]");
    field.querySelector("[type=file]").addEventListener("change", ({ target }) => this.read(target.files[0]));
    this.area.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.check(), PATIENCE);
    });
  }

  get text() {
    return this.area.value.trim() ? this.area.value : "";
  }

  async read(file) {
    if (!file) return;
    this.name = file.name;
    this.area.value = await file.text();
    this.check();
  }

  async check() {
    const { text } = this;
    this.tell(text ? say("own-checking") : "");
    if (!text) return;
    try {
      const { words } = await request("POST", this.url, { name: this.name, text });
      if (text === this.text) this.tell(words);
    } catch (error) {
      if (text === this.text) this.tell(error.message, true);
    }
  }

  tell(words, isFault = false) {
    this.status.textContent = words;
    this.status.classList.toggle("fault", isFault);
    this.area.setAttribute("aria-invalid", isFault);
  }
}
