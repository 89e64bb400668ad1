// What is known of each move so far: by the evaluator, exactly, and what it changes at once.

import { signed, worth } from "./dom.js";

/** @typedef {import("./api.js").Position} Position */
/** @typedef {import("./api.js").Ahead} Ahead */

/**
 * @typedef {object} Judged a move, all numbers for the side to move
 * @property {string} move
 * @property {string} cell
 * @property {number | undefined} change in the score, at once
 * @property {number | undefined} ahead by the evaluator, some plies ahead
 * @property {number | null | undefined} exact null: not solved in time
 * @property {boolean} isFavourite of the evaluator
 * @property {boolean} isWrong the favourite gives the outcome away
 * @property {boolean} isBest of all, exactly
 */

/**
 * @param {Position} position
 * @param {Ahead | null} next what each move is worth one ply ahead
 * @param {Ahead | null} ahead the same, as far ahead as is known
 * @param {Map<string, number | null>} exact
 * @returns {Judged[]}
 */
export function judge(position, next, ahead, exact) {
  const sign = position.mover === 1 ? 1 : -1;
  const before = sign * position.explanation.score;
  const best = ahead ? Math.max(...Object.values(ahead.scores)) : NaN;
  const known = [...exact.values()].filter((value) => value !== null);
  const bestExact = known.length === position.moves.length ? Math.max(.../** @type {number[]} */ (known)) : null;
  return position.moves.map(({ move, cell }) => {
    const told = position.changes?.[move];
    const after = told ? sign * told.after : next?.scores[move];
    const truth = exact.get(move);
    const isFavourite = ahead?.scores[move] === best;
    return {
      move,
      cell,
      change: after === undefined ? undefined : after - before,
      ahead: ahead?.scores[move],
      exact: truth,
      isFavourite,
      isWrong: isFavourite && bestExact !== null && typeof truth === "number" && Math.sign(truth) < Math.sign(bestExact),
      isBest: bestExact !== null && truth === bestExact,
    };
  });
}

/** A judgement in words, for whoever hears the page. @param {Judged} judged */
export function judgementWords({ move, change, ahead, exact, isWrong }) {
  const now = change === undefined ? "" : `, changes the score by ${worth(change)}`;
  const later = ahead === undefined ? "not known yet" : worth(ahead);
  const truth = exact === undefined ? "not known yet" : exact === null ? "not solved" : signed(exact);
  return `Move ${move}${now}, by the evaluator ${later}, exactly ${truth}${isWrong ? ", the evaluator is wrong" : ""}`;
}
