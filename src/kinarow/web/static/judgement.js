// What is known of each move so far, by the evaluator and exactly; and how that is said.

import { counted, worth } from "./dom.js";
import { sideName, state } from "./state.js";

/** @typedef {import("./answers.js").Position} Position */
/** @typedef {import("./answers.js").Ahead} Ahead */
/** @typedef {import("./answers.js").Exact} Exact */
/** @typedef {import("./answers.js").Worth} Worth */

/**
 * @typedef {object} Judged a move, all numbers for the side to move
 * @property {string} move
 * @property {string} cell
 * @property {number | undefined} change in the score, at once
 * @property {number | undefined} ahead by the evaluator, some plies ahead
 * @property {Exact | undefined} truth
 * @property {boolean} isFavourite of the evaluator
 * @property {boolean} isWrong the favourite throws the result away
 * @property {boolean} isBest of all, exactly
 */

const LETTERS = { win: "W", draw: "=", loss: "L" };
const VERBS = { win: "wins", draw: "draws", loss: "loses" };

/** An exact value in a few letters: W9, =, L4; – where it was not solved. @param {Worth | undefined} worth */
export function inLetters(worth) {
  if (!worth) return "…";
  return worth.outcome ? `${LETTERS[worth.outcome]}${worth.moves ?? ""}` : "–";
}

/** The same as a sentence about the side to move. @param {Worth | undefined} worth @param {1 | 2} mover */
export function inSentence(worth, mover) {
  if (!worth) return "not known yet";
  const { outcome, moves, stone } = worth;
  if (!outcome) return "not solved in time";
  if (outcome === "draw") return "a draw if both play perfectly";
  const winner = outcome === "win" ? mover : mover === 1 ? 2 : 1;
  if (stone) return `${VERBS[outcome]}: ${sideName(winner)}'s stone number ${stone} decides, if both play perfectly`;
  return moves ? `${VERBS[outcome]} by force, within ${counted(moves, "move")}` : `${VERBS[outcome]} if both play perfectly`;
}

/** Where a score lies on the fixed scale of its evaluator, from −1 to 1. @param {number} score @param {number} scale */
export function onScale(score, scale) {
  return Math.tanh(score / scale);
}

/**
 * @param {Position} position
 * @param {Ahead | null} next what each move is worth one ply ahead
 * @param {Ahead | null} ahead the same, as far ahead as is known
 * @param {Map<string, Exact>} exact
 * @returns {Judged[]}
 */
export function judge(position, next, ahead, exact) {
  const sign = position.mover === 1 ? 1 : -1;
  const before = position.explanation ? sign * position.explanation.score : undefined;
  const favourite = ahead ? Math.max(...Object.values(ahead.scores)) : NaN;
  const best = bestOf(position, exact);
  return position.moves.map(({ move, cell }) => {
    const told = position.changes?.[move];
    const after = told ? sign * told.after : next?.scores[move];
    const truth = exact.get(move);
    const value = truth?.exact ?? null;
    const isFavourite = ahead?.scores[move] === favourite;
    return {
      move,
      cell,
      change: after === undefined || before === undefined ? undefined : after - before,
      ahead: ahead?.scores[move],
      truth,
      isFavourite,
      isWrong: isFavourite && best !== null && value !== null && Math.sign(value) < Math.sign(best),
      isBest: best !== null && value === best,
    };
  });
}

/** The value of the best move: known if all are, or if one wins. @param {Position} position @param {Map<string, Exact>} exact */
function bestOf(position, exact) {
  const known = [...exact.values()].flatMap(({ exact: value }) => (value === null ? [] : [value]));
  const highest = Math.max(...known);
  return known.length && (known.length === position.moves.length || highest > 0) ? highest : null;
}

/** A judgement in words, for whoever hears the page or points at a move. @param {Judged} judged */
export function judgementWords({ move, change, ahead, truth, isWrong }) {
  const now = change === undefined ? "" : `, changes the score by ${worth(change)}`;
  const later = ahead === undefined ? "" : `; the evaluator says ${worth(ahead)}`;
  const mover = state.position?.mover ?? 1;
  return `Move ${move}: ${inSentence(truth, mover)}${later}${now}${isWrong ? "; the evaluator is wrong" : ""}`;
}

/** @param {number} depth */
export function pliesAhead(depth) {
  return `${counted(depth, "ply", "plies")} ahead`;
}

/** @typedef {{cell: string, words: string, line: string[]}} Hint line: the cells of what is expected */

/** A move that is known to be as good as any, if there is one. @param {Judged[]} moves @returns {Hint | null} */
export function provenHint(moves) {
  const solved = moves.filter(({ truth }) => truth?.outcome);
  const value = (/** @type {Judged} */ { truth }) => truth?.exact ?? 0;
  const highest = Math.max(...solved.map(value));
  if (solved.length < moves.length && !(highest > 0)) return null;
  const best = byLiking(solved.filter((judged) => value(judged) === highest));
  const shown = best.find(({ truth }) => truth?.line?.length) ?? best[0];
  const truth = /** @type {Exact} */ (shown.truth);
  const outcome = truth.outcome ?? "draw";
  const named = best.map(({ move }) => move).sort().join(" or ");
  const isAll = best.length === moves.length || outcome === "loss";
  const longest = outcome === "loss" && best.length < moves.length ? `; ${named} lasts longest` : "";
  const when = truth.moves && outcome !== "draw" ? ` in ${truth.moves}` : "";
  const words = `Hint: ${isAll ? "every move" : named} ${VERBS[outcome]}${isAll ? "" : when} (exact)${longest}.`;
  return { cell: shown.cell, words, line: truth.line ?? [] };
}

/**
 * What the evaluator would play where too little is proven: the choice of a search, or if that is known to lose the best of the others.
 * @param {Judged[]} moves
 * @param {string} evaluator its name
 * @param {import("./answers.js").Choice} choice
 * @param {number} depth how far ahead the moves are judged
 * @returns {Hint}
 */
export function guessedHint(moves, evaluator, choice, depth) {
  const open = byLiking(moves.filter(({ truth }) => (truth?.exact ?? 0) >= 0));
  const { move, cell, truth, ahead } = open.find((judged) => judged.move === choice.move) ?? open[0] ?? moves[0];
  if (truth?.exact === 0) return { cell, words: `Hint: ${move} draws (exact); not every move is solved.`, line: [] };
  const isChoice = move === choice.move;
  const [score, plies] = isChoice ? [choice.score, choice.depth] : [ahead, depth];
  return { cell, words: `Hint: ${move}, a guess of ${evaluator} ${pliesAhead(plies)}: ${worth(score ?? 0)}.`, line: isChoice ? choice.line : [] };
}

/** What the evaluator likes best comes first. @param {Judged[]} moves */
export function byLiking(moves) {
  return [...moves].sort((a, b) => (b.ahead ?? -Infinity) - (a.ahead ?? -Infinity));
}
