// Every page: its sentences, small helpers, requests to the server, and the switches in the header.

const SENTENCES = JSON.parse(document.getElementById("sentences").textContent);

export const byId = (id) => document.getElementById(id);

export function say(key, values = {}) {
  return (SENTENCES[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

// An element: attributes by name, `on` for listeners; text is always text, never markup.
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  const { on = {}, ...rest } = attributes;
  for (const [name, value] of Object.entries(rest)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  for (const [event, listener] of Object.entries(on)) element.addEventListener(event, listener);
  element.append(...children.filter((child) => child != null && child !== ""));
  return element;
}

// Fill a place. What stands there already and is the same stays: a press that was begun, an open list and the focus live on.
// Its listeners stay too, so they may not know more than what can be seen.
export function fill(place, ...children) {
  const fresh = make("div", {}, ...children);
  for (const old of [...place.childNodes]) {
    const next = fresh.firstChild;
    if (!next) old.remove();
    else if (old.isEqualNode(next)) next.remove();
    else old.replaceWith(next);
  }
  place.append(...fresh.childNodes);
}

// What the server answers to a request; a refusal is thrown with its sentence.
export async function request(method, url, body) {
  const response = await fetch(url, {
    method,
    headers: { Accept: "application/json", ...(body && { "Content-Type": "application/json" }) },
    body: body && JSON.stringify(body),
  }).catch(() => {
    throw new Error(say("error-network"));
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(answer.message ?? say("error-bad-request"));
  return answer;
}

export function toast(text) {
  const note = make("p", { class: "toast" }, text);
  byId("toasts").append(note);
  setTimeout(() => note.remove(), 6000);
}

// Without https there is no clipboard object, as on a phone in the same network; the old way works there.
export async function copy(field, button) {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select();
    document.execCommand("copy");
  }
  button.textContent = say("copied");
  setTimeout(() => (button.textContent = say("copy")), 1500);
}

export const settings = {
  read: (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  },
  write: (name, value) => {
    try {
      localStorage.setItem(name, value);
    } catch {
      // a browser that stores nothing still plays
    }
  },
};

// Whether the screen is small; the server is told, so that the next page is drawn for it at once.
export const narrow = matchMedia("(max-width: 899px)");
export const wasNarrow = /(^|; )narrow=1/.test(document.cookie);
const tellWidth = () => (document.cookie = `narrow=${narrow.matches ? 1 : 0}; path=/; max-age=31536000; samesite=lax`);
narrow.addEventListener("change", tellWidth);
tellWidth();

export function switchButton(name, change) {
  const button = document.querySelector(`[data-switch="${name}"]`);
  button?.addEventListener("click", () => change(button));
  return button;
}

switchButton("theme", () => {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  document.cookie = `theme=${root.dataset.theme}; path=/; max-age=31536000; samesite=lax`;
});

const soundButton = switchButton("sound", (button) => {
  const on = settings.read("sound") !== "on";
  settings.write("sound", on ? "on" : "off");
  button.setAttribute("aria-pressed", on);
  document.dispatchEvent(new CustomEvent("sound-switched", { detail: on }));
});
soundButton?.setAttribute("aria-pressed", settings.read("sound") === "on");
