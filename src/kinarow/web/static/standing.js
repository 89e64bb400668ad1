// How the game stands: in words, and by the bar beside the board.

import { whose } from "./choices.js";
import { MARKS, byId, signed } from "./dom.js";

/** @typedef {import("./api.js").Position} Position */

/** The score as a share of the bar, full where a side has won. @param {Position} shown */
export function drawBar(shown) {
  const sizes = shown.explanation.contributions.map((c) => Math.abs(c.points));
  const scale = Math.max(1, ...sizes) * 3;
  const share = shown.winner ? (shown.winner === 1 ? 1 : -1) : Math.tanh(shown.explanation.score / scale);
  const bar = byId("bar");
  bar.style.setProperty("--share", String((share + 1) / 2));
  bar.setAttribute("aria-label", `Evaluation ${signed(shown.explanation.score)} for ${MARKS[1]}`);
}

/** Whose move it is, or who won. @param {Position} shown */
export function describe(shown) {
  const last = shown.diagram.last ? `Last move ${shown.diagram.last}. ` : "";
  if (!shown.over) return `${last}${MARKS[shown.mover]} ${whose(shown.mover)} to move.`;
  if (shown.winner === null) return `${last}A draw: the board is full.`;
  return `${last}${MARKS[shown.winner]} ${whose(shown.winner)} won along ${shown.diagram.lines[0].join(" ")}.`;
}
