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

const VERBS = { win: "wins", draw: "draws", loss: "loses" };

/** What an exact value means for the side to move. @param {number} exact @returns {"win" | "draw" | "loss"} */
export function outcomeOf(exact) {
  return exact > 0 ? "win" : exact < 0 ? "loss" : "draw";
}

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
  const truth = exact === undefined ? "not known yet" : exact === null ? "not solved" : `${signed(exact)}, ${VERBS[outcomeOf(exact)]}`;
  return `Move ${move}${now}, by the evaluator ${later}, exactly ${truth}${isWrong ? ", the evaluator is wrong" : ""}`;
}

/** @param {number} depth */
export function pliesAhead(depth) {
  return `${depth} ${depth === 1 ? "ply" : "plies"} ahead`;
}

/** @typedef {{cell: string, words: string}} Hint */

/** A move that is known to be as good as any, if there is one. @param {Judged[]} moves @returns {Hint | null} */
export function provenHint(moves) {
  const solved = moves.filter(({ exact }) => typeof exact === "number");
  const highest = Math.max(...solved.map(({ exact }) => /** @type {number} */ (exact)));
  if (solved.length < moves.length && !(highest > 0)) return null;
  const best = byLiking(solved.filter(({ exact }) => exact === highest));
  const named = best.map(({ move }) => move).sort().join(" or ");
  const outcome = outcomeOf(highest);
  const isAll = best.length === moves.length || outcome === "loss";
  const longest = outcome === "loss" && best.length < moves.length ? `; ${named} lasts longest` : "";
  return { cell: best[0].cell, words: `Hint: ${isAll ? "every move" : named} ${VERBS[outcome]} (exact)${longest}.` };
}

/**
 * What the evaluator would play where too little is proven: the choice of a search, or if that is known to lose the best of the others.
 * @param {Judged[]} moves
 * @param {string} evaluator its name
 * @param {{move: string, score: number | null, depth: number}} choice
 * @param {number} depth how far ahead the moves are judged
 * @returns {Hint}
 */
export function guessedHint(moves, evaluator, choice, depth) {
  const open = byLiking(moves.filter(({ exact }) => typeof exact !== "number" || exact >= 0));
  const { move, cell, exact, ahead } = open.find((judged) => judged.move === choice.move) ?? open[0];
  if (exact === 0) return { cell, words: `Hint: ${move} draws (exact); not every move is solved.` };
  const [score, plies] = move === choice.move ? [choice.score, choice.depth] : [ahead, depth];
  return { cell, words: `Hint: ${move}, a guess of ${evaluator} ${pliesAhead(plies)}: ${worth(score ?? 0)}.` };
}

/** What the evaluator likes best comes first. @param {Judged[]} moves */
function byLiking(moves) {
  return [...moves].sort((a, b) => (b.ahead ?? -Infinity) - (a.ahead ?? -Infinity));
}
