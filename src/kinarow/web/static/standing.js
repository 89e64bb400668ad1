// How the game stands: in words, and by the bar beside the board.

import { isYours, opponentName } from "./choices.js";
import { byId, signed } from "./dom.js";
import { onScale } from "./judgement.js";
import { playerName, sideName, sideTitle } from "./state.js";

/** @typedef {import("./answers.js").Position} Position */
/** @typedef {import("./judgement.js").Judged} Judged */

const SHARES = { win: 1, draw: 0, loss: -1 };

/**
 * The share of the first side: exact where the best move is known, else by the evaluator on its own scale.
 * @param {Position} shown
 * @param {Judged[]} moves
 */
export function drawBar(shown, moves) {
  const sign = shown.mover === 1 ? 1 : -1;
  const truth = moves.find(({ isBest }) => isBest)?.truth;
  const known = shown.over ? (shown.winner ? (shown.winner === 1 ? 1 : -1) : 0) : truth?.outcome ? sign * SHARES[truth.outcome] : null;
  const bar = byId("bar");
  const opinion = shown.explanation;
  const share = known ?? 0.9 * onScale(opinion?.score ?? 0, shown.scale);
  bar.style.setProperty("--share", String((share + 1) / 2));
  const exact = known === null ? "" : known === 0 ? "a draw" : `${sideName(known > 0 ? 1 : 2)} wins`;
  bar.setAttribute("aria-label", exact ? `Exactly ${exact}` : opinion ? `${opinion.evaluator}: ${signed(opinion.score)} for ${sideName(1)}` : "Not judged");
  bar.title = bar.getAttribute("aria-label") ?? "";
}

/** Who plays a side. @param {1 | 2} side */
function whose(side) {
  const name = playerName(side);
  if (name) return `${sideTitle(side)}, ${name},`;
  return isYours(side) ? `${sideTitle(side)} (you)` : `${sideTitle(side)} (${opponentName()})`;
}

/** Whose move it is, or who won. @param {Position} shown */
export function describe(shown) {
  const last = shown.diagram.last ? `Last move ${shown.diagram.last}. ` : "";
  if (!shown.over) return `${last}${whose(shown.mover)} to move.`;
  if (shown.winner === null) return `${last}A draw: the board is full.`;
  return `${last}${whose(shown.winner)} won along ${shown.diagram.lines[0].join(" ")}.`;
}
