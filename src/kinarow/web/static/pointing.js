// Pointing at a cell or a move: what a stone there would do, on the board, in words and for the ears. Nothing is asked.

import { clearChanges, drawChanges } from "./changes.js";
import { byId } from "./dom.js";
import { sideName, state, whenShown } from "./state.js";

/** The legal move that a cell stands for. @param {string | null} cell */
export function moveAt(cell) {
  const { position } = state;
  if (!position || !cell) return undefined;
  const column = cell.replace(/\d+$/, "");
  return position.moves.find((move) => move.cell === cell || (position.gravity && move.cell.replace(/\d+$/, "") === column));
}

export class Pointing {
  /** @param {{board: import("./board.js").Board, why: import("./why.js").Why, scores: () => import("./scores.js").Scores, foreseen: () => import("./foreseen.js").Foreseen}} page */
  constructor(page) {
    this.page = page;
    // What was said of a cell is not true of the next position.
    whenShown(() => (byId("cell-words").textContent = ""));
  }

  /** @param {string | null} cell */
  atCell(cell) {
    this.page.why.mark(cell);
    this.atMove(moveAt(cell)?.move ?? null);
  }

  /** The same, and say it for those who do not see it. @param {string | null} cell */
  atCellAloud(cell) {
    this.atCell(cell);
    const legal = moveAt(cell);
    const stone = cell ? state.position?.diagram.stones[cell] : undefined;
    const held = stone ? sideName(stone) : "empty";
    const falls = legal && !stone && legal.cell !== cell ? `A stone falls to ${legal.cell}. ` : "";
    byId("cell-words").textContent = cell ? `${cell}, ${held}. ${falls}${legal && !stone ? this.page.scores().words(legal.move) : ""}` : "";
  }

  /** @param {string | null} move */
  atMove(move) {
    const { position } = state;
    if (!position || this.page.foreseen().isShown) return;
    const scores = this.page.scores();
    const legal = position.over ? undefined : position.moves.find((candidate) => candidate.move === move);
    if (legal) this.page.board.preview(legal.cell, position.mover);
    else this.page.foreseen().mark();
    scores.point(legal ? legal.move : null);
    if (legal) drawChanges(byId("changes"), legal.move, position.changes?.[legal.move], scores.words(legal.move));
    else clearChanges(byId("changes"));
  }
}
