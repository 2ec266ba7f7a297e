// Sounds, made on the spot; off until switched on.

import { settings } from "./page.js";

// Each sound: notes of [hertz, start, length, loudness].
const SOUNDS = {
  move: [[196, 0, 0.09, 0.5], [98, 0, 0.12, 0.4]],
  turn: [[392, 0, 0.12, 0.25], [523, 0.09, 0.18, 0.25]],
  refuse: [[110, 0, 0.16, 0.4], [104, 0.02, 0.16, 0.3]],
  end: [[262, 0, 0.5, 0.25], [330, 0.12, 0.5, 0.25], [392, 0.24, 0.7, 0.25]],
};

let context = null;

document.addEventListener("sound-switched", ({ detail: on }) => on && play("turn"));

export function play(name) {
  if (settings.read("sound") !== "on") return;
  context ??= new AudioContext();
  context.resume();
  for (const note of SOUNDS[name]) playNote(...note);
}

function playNote(hertz, start, length, loudness) {
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  const begin = context.currentTime + start;
  tone.type = "triangle";
  tone.frequency.setValueAtTime(hertz, begin);
  volume.gain.setValueAtTime(loudness, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + length);
  tone.connect(volume).connect(context.destination);
  tone.start(begin);
  tone.stop(begin + length);
}
