// What there is to choose from, and what is chosen: the game, who plays, the evaluator.

import { USUAL, told, usualEvaluator } from "./address.js";
import { byId } from "./dom.js";
import { sideName, state } from "./state.js";

/** @typedef {import("./answers.js").Catalogue} Catalogue */
/** @typedef {import("./answers.js").Position} Position */
/** @typedef {import("./address.js").Place} Place */

/** The choice that asks for a size. */
export const OWN_GAME = "own";
const HARDEST_LEVEL = 10;
const DEPTHS = [1, 2, 4, 6, 8, 10];
/** Named in a group of their own. */
const NAMED = new Set(["alphabeta", "level", "best", "perfect"]);

export const you = /** @type {HTMLSelectElement} */ (byId("you"));
export const game = /** @type {HTMLSelectElement} */ (byId("game"));
export const opponent = /** @type {HTMLSelectElement} */ (byId("opponent"));
export const evaluator = /** @type {HTMLSelectElement} */ (byId("evaluator"));
/** The evaluator that the opponent thinks with. */
export const brain = /** @type {HTMLSelectElement} */ (byId("brain"));

/** @param {string} label @param {HTMLOptionElement[]} options */
function group(label, options) {
  const made = document.createElement("optgroup");
  made.label = label;
  made.append(...options);
  return made;
}

/** @param {Catalogue} catalogue */
export function offerChoices(catalogue) {
  game.replaceChildren(
    ...catalogue.games.map(({ name, title }) => new Option(inShort(title), name)),
    new Option("another size …", OWN_GAME),
  );
  you.replaceChildren(...["1", "2", "12", "0"].map((sides) => new Option(sides, sides)));
  const levels = Array.from({ length: HARDEST_LEVEL }, (_, i) => new Option(`Level ${i + 1}`, `level:n=${i + 1}`));
  const strongest = [new Option("Best", "best"), new Option("Perfect", "perfect")];
  const depths = DEPTHS.map((depth) => new Option(`Alpha-beta, ${depth}`, `alphabeta:depth=${depth}`));
  const others = catalogue.players.filter((name) => !NAMED.has(name)).map((name) => new Option(name, name));
  opponent.replaceChildren(group("Levels", levels), group("Strongest", strongest), group("Search, plies ahead", depths), group("Others", others));
}

/** Choose what an address says; what is not offered here gives way to the usual. @param {Place} place */
export function choosePlace(place) {
  chooseGame(place.game);
  for (const [select, value, usual] of /** @type {const} */ ([
    [you, place.you, USUAL.you],
    [opponent, place.opponent, USUAL.opponent],
    [evaluator, place.evaluator, usualEvaluator(place.game)],
    [brain, place.brain, usualEvaluator(place.game)],
  ])) {
    select.value = offers(select, value) ? value : usual;
  }
  showBrain();
}

/** A game that is in no list is added to it, in the place of the last such one. @param {string} written */
export function chooseGame(written) {
  // One that has a name goes by it, however it is written.
  const text = told.games.find(({ game }) => game === written)?.name ?? written;
  if (!offers(game, text)) {
    game.querySelector("[data-own]")?.remove();
    const option = new Option(sizeWords(text), text);
    option.dataset.own = "";
    game.add(option, game.options.length - 1);
  }
  game.value = text;
}

/** A title up to what it says besides. @param {string} title */
function inShort(title) {
  return title.replace(/:.*/, "");
}

/** What a game is called, by how it is written out. @param {string} text */
export function gameTitle(text) {
  const named = told.games.find(({ game: written }) => written === text);
  return named ? inShort(named.title) : sizeWords(text);
}

/** @param {string} text */
function sizeWords(text) {
  const [, kind, columns, rows, target, exact] = text.match(/^(drop|place):(\d+)x(\d+):(\d+)(:exact)?$/) ?? [];
  return kind ? `${columns} × ${rows}, ${exact ? "exactly " : ""}${target} in a row${kind === "drop" ? "" : ", no gravity"}` : text;
}

/** @param {HTMLSelectElement} select @param {string} value */
function offers(select, value) {
  return [...select.options].some((option) => option.value === value);
}

/** Sides are named as in the game that is shown, and only those are offered who can play it. @param {Position} shown */
export function nameChoices({ look, solvable }) {
  const names = { 1: `You are ${look.sides[0]}`, 2: `You are ${look.sides[1]}`, 12: "You play both", 0: "You watch" };
  for (const option of you.options) option.text = names[/** @type {keyof typeof names} */ (Number(option.value))];
  game.dataset.shown = game.value;
  const perfect = [...opponent.options].find(({ value }) => value === "perfect");
  if (perfect) perfect.disabled = perfect.hidden = !solvable;
}

/** In another game than the one that is shown, evaluators that are there only because they are usual give way to what is usual there. */
export function chooseUsualEvaluators() {
  const before = usualEvaluator(game.dataset.shown ?? USUAL.game);
  for (const select of [evaluator, brain]) {
    if (select.value === before) select.value = usualEvaluator(game.value);
  }
}

/** Choose again the game that is shown. */
export function chooseShownGame() {
  game.value = game.dataset.shown ?? USUAL.game;
}

/** Whether the opponent thinks with an evaluator that can be chosen: a search does. */
export function hasBrain() {
  return opponent.value.startsWith("alphabeta:") && !opponent.value.includes("eval=");
}

export function showBrain() {
  byId("brain-label").hidden = !hasBrain();
}

export function gameText() {
  return game.value;
}

/** @param {number} side */
export function isYours(side) {
  return you.value.includes(String(side));
}

export function opponentName() {
  return opponent.selectedOptions[0]?.textContent ?? "The opponent";
}

/** @param {string} coach @returns {import("./state.js").Coach} */
function known(coach) {
  return coach === "after" || coach === "always" ? coach : "off";
}

/** @param {string} coach */
export function chooseCoach(coach) {
  state.coach = known(coach);
  document.body.dataset.coach = state.coach;
  for (const choice of byId("coach").querySelectorAll("input")) choice.checked = choice.value === state.coach;
}

/** Whoever plays both sides is told which of them. @param {{mover: 1 | 2}} move */
export function whoPlayed({ mover }) {
  return you.value === String(mover) ? "you" : sideName(mover);
}
