// What is said of a move that was played: its mark, and a sentence.

import { sideName } from "./state.js";

/** @typedef {import("./answers.js").Reviewed} Reviewed */

const LATER = { win: "", draw: "it is a draw now", loss: "it loses now" };

/** Whether there is something to be tried again. @param {Reviewed} move */
export function isMistake(move) {
  return move.verdict === "blunder" || move.verdict === "mistake";
}

/** Whether it left a threat unanswered, and so lost at once what could have lasted longer. @param {Reviewed} move */
function overlooks({ threatened, worth, left }) {
  return threatened.length > 0 && left.outcome === "loss" && left.moves === 1 && worth.moves !== 1;
}

/** Whether it gave something away that counts: an outcome, or a game that could have lasted. @param {Reviewed} move */
export function isCostly(move) {
  return isMistake(move) || overlooks(move);
}

/** Whether a better move is worth looking for. @param {Reviewed} move */
export function isWorthTrying(move) {
  return isCostly(move) && move.better.length > 0;
}

/** ?? throws the result away, ? hastens a loss or delays a win, ✓ is the only move. @param {Reviewed} move */
export function markOf(move) {
  if (isMistake(move)) return "??";
  if (move.verdict === "slower" || move.verdict === "sooner") return "?";
  return move.only ? "✓" : "";
}

/** What a move did, to follow its name. @param {Reviewed} move */
export function verdictWords(move) {
  const { verdict, words, worth, left, only } = move;
  if (overlooks(move)) return `lets ${sideName(move.mover === 1 ? 2 : 1)} win at once`;
  if (verdict === "blunder" && worth.outcome && left.outcome) return `throws the ${worth.outcome} away: ${LATER[left.outcome]}`;
  if (left.outcome === "win" && left.moves === 1) return "wins at once";
  if (only) return `is the only move that keeps the ${worth.outcome}`;
  if (verdict === "best") return words === "best" ? "is as good as any" : words;
  return words;
}

/** What had to be done instead. @param {Reviewed} move @param {boolean} inColumns */
export function answerWords({ threatened, better }, inColumns) {
  if (!better.length) return "nothing better was found";
  const named = better.join(" or ");
  const where = inColumns ? `in column ${named}` : `at ${named}`;
  return threatened.length ? `had to block ${where}` : `had to play ${named}`;
}

/** What a right answer keeps. @param {Reviewed} move */
export function keptWords({ worth }) {
  return worth.outcome === "loss" ? "the longest defence" : worth.outcome ? `the ${worth.outcome}` : "what there is to keep";
}

/** A move number as lists of moves count: one for both sides. @param {number} ply */
export function moveNumber(ply) {
  return Math.ceil(ply / 2);
}

/**
 * The move by which a game was lost, or a win thrown away in a drawn one: the last mistake of those who could complain,
 * be it that a threat was overlooked in a game that was lost against perfect play.
 * @param {Reviewed[]} moves
 * @param {(1 | 2)[]} sides
 */
export function turningPoint(moves, sides) {
  return moves.filter((move) => sides.includes(move.mover) && isCostly(move)).at(-1) ?? null;
}
