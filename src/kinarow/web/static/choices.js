// What there is to choose from, and what is chosen: the game, who plays, the evaluator.

import { USUAL } from "./address.js";
import { byId } from "./dom.js";

/** @typedef {import("./api.js").Catalogue} Catalogue */
/** @typedef {import("./address.js").Place} Place */

/** The choice of a game that is in no list. */
const OWN_GAME = "own";
const SIDES = { first: "1", second: "2", "both sides": "12", neither: "0" };

export const you = /** @type {HTMLSelectElement} */ (byId("you"));
export const game = /** @type {HTMLSelectElement} */ (byId("game"));
export const ownGame = /** @type {HTMLInputElement} */ (byId("own-game"));
export const opponent = /** @type {HTMLSelectElement} */ (byId("opponent"));
export const evaluator = /** @type {HTMLSelectElement} */ (byId("evaluator"));
/** The evaluator that the opponent thinks with. */
export const brain = /** @type {HTMLSelectElement} */ (byId("brain"));

/** @param {Catalogue} catalogue */
export function offerChoices(catalogue) {
  game.replaceChildren(
    ...catalogue.games.map(({ name, title }) => new Option(title, name)),
    new Option("another size …", OWN_GAME),
  );
  you.replaceChildren(...Object.entries(SIDES).map(([words, sides]) => new Option(words, sides)));
  const depths = [1, 2, 4, 6, 8, 10].map((depth) => new Option(`alpha-beta, ${depth} plies`, `alphabeta:depth=${depth}`));
  const levels = Array.from({ length: 10 }, (_, i) => new Option(`level ${i + 1}`, `level:n=${i + 1}`));
  const usual = new Set(["alphabeta", "level"]);
  const others = catalogue.players.filter((name) => !usual.has(name)).map((name) => new Option(name, name));
  opponent.replaceChildren(...depths, ...levels, ...others);
}

/** Choose what an address says; what is not offered here gives way to the usual. @param {Place} place */
export function choosePlace(place) {
  chooseGame(place.game);
  for (const [select, value, usual] of /** @type {const} */ ([
    [you, place.you, USUAL.you],
    [opponent, place.opponent, USUAL.opponent],
    [evaluator, place.evaluator, USUAL.evaluator],
    [brain, place.brain, USUAL.brain],
  ])) {
    select.value = offers(select, value) ? value : usual;
  }
  showBrain();
}

/** @param {string} text */
export function chooseGame(text) {
  const known = offers(game, text);
  game.value = known ? text : OWN_GAME;
  if (!known) ownGame.value = text;
  showOwnGame();
}

/** @param {HTMLSelectElement} select @param {string} value */
function offers(select, value) {
  return [...select.options].some((option) => option.value === value);
}

export function showOwnGame() {
  const label = /** @type {HTMLElement} */ (document.querySelector(".own-game"));
  label.hidden = game.value !== OWN_GAME;
}

/** Only a search thinks with an evaluator that can be chosen. */
export function showBrain() {
  byId("brain-label").hidden = !opponent.value.startsWith("alphabeta:") || opponent.value.includes("eval=");
}

export function gameText() {
  return game.value === OWN_GAME ? ownGame.value : game.value;
}

/** @param {number} side */
export function isYours(side) {
  return you.value.includes(String(side));
}

export function opponentName() {
  return opponent.selectedOptions[0]?.textContent ?? "The opponent";
}

/** @param {number} side */
export function whose(side) {
  return isYours(side) ? "(you)" : `(${opponentName()})`;
}
