// The board as a search looks at it.

import { state } from "./state.js";

/** The position with more stones on it. @param {import("./board.js").Board} board @param {{cell: string, side: 1 | 2}[]} stones */
export function drawAhead(board, stones) {
  if (!state.position) return;
  const { diagram, look } = state.position;
  const placed = Object.fromEntries(stones.map(({ cell, side }) => [cell, side]));
  const shown = { ...diagram, stones: { ...diagram.stones, ...placed }, last: stones[stones.length - 1]?.cell ?? diagram.last };
  const words = `The search looks at ${stones.map(({ cell }) => cell).join(" ") || "the position"}`;
  board.draw(shown, words, { pieces: look.pieces, flipped: state.flipped });
}
