// The page's one state: the game, where in it the board is, who plays, what is shown. Modules of the
// pages read it here and hear of each position that is shown.

import { sentence } from "./dom.js";
import { Lines } from "./lines.js";

/** @typedef {import("./answers.js").Position} Position */

/** @typedef {"off" | "after" | "always"} Coach when moves are judged for whoever plays */

export const state = {
  /** What the board shows. @type {Position | null} */
  position: null,
  /** Its moves. */
  moves: "",
  /** Where the page is going; the same as `moves` once it is there. */
  heading: "",
  /** The whole game, of which the board may show an earlier position. */
  record: "",
  /** What was left of it for another move. */
  lines: new Lines(),
  page: "play",
  /** Whether it is known what there is to choose from. */
  hasBegun: false,
  /** Whether the opponent's move is waited for. */
  isThinking: false,
  flipped: false,
  /** @type {Coach} */
  coach: "off",
  /** Whether evaluators' values are written as numbers, not drawn as bars. */
  hasNumbers: false,
  /** Whether stones have the numbers of their moves. */
  hasMoveNumbers: false,
  /** The players of a game that was opened, as long as it is on the page. @type {{record: string, names: [string, string]} | null} */
  opened: null,
  /** The tournament that is watched. */
  tournament: "",
};

/** @type {((position: Position) => void)[]} */
const listeners = [];

/** Hear of every position that the board shows, also of the same one again. @param {(position: Position) => void} hear */
export function whenShown(hear) {
  listeners.push(hear);
}

/** @param {Position} position */
export function tellShown(position) {
  for (const hear of listeners) hear(position);
}

/** Who has played a side of an opened game. @param {1 | 2} side */
export function playerName(side) {
  return state.opened?.record === state.record ? state.opened.names[side - 1] : null;
}

/** What a side is called in this game. @param {1 | 2} side */
export function sideName(side) {
  return state.position?.look.sides[side - 1] ?? (side === 1 ? "first" : "second");
}

/** The same at the beginning of a sentence. @param {1 | 2} side */
export function sideTitle(side) {
  return sentence(sideName(side));
}
