// Keys and marks, on demand; and light or dark by hand.

import { byId, make } from "./dom.js";
import { keep, recall } from "./kept.js";

const KEPT = "kinarow-scheme";
const KEYS = {
  "1 … 9": "play in that column",
  "Tab, arrows, Enter": "walk over the board and play",
  "← →, Home, End": "step through the game",
  "u, n, h": "take back, new game, hint",
  "Escape": "hide a hint or a line",
  "f, m": "flip the board, number the moves",
  "+ − 0": "zoom",
  "?": "this list",
  "W9, =, L4": "wins in 9 moves, draws, loses in 4, if both play perfectly; – not solved",
  "??, ?, ✓": "throws the result away; wins later or loses sooner than needed; the only move",
};

const dialog = /** @type {HTMLDialogElement} */ (byId("help-dialog"));

export function openHelp() {
  if (!dialog.open) dialog.showModal();
}

export function listenToTools() {
  byId("help-keys").append(...Object.entries(KEYS).flatMap(([keys, meaning]) => [make("dt", "", keys), make("dd", "", meaning)]));
  byId("help").addEventListener("click", openHelp);
  const paint = (/** @type {unknown} */ scheme) => {
    document.documentElement.style.colorScheme = scheme === "dark" || scheme === "light" ? scheme : "";
  };
  paint(recall(KEPT).scheme);
  byId("scheme").addEventListener("click", () => {
    const asked = document.documentElement.style.colorScheme;
    const isDark = asked ? asked === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    const scheme = isDark ? "light" : "dark";
    paint(scheme);
    keep(KEPT, { scheme });
  });
}
