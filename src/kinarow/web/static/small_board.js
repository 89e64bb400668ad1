// A board in a few square centimetres, which is only looked at.

import { place } from "./cells.js";
import { drawn } from "./dom.js";
import { CELL, frame, piece } from "./looks.js";

/** @typedef {import("./answers.js").Diagram} Diagram */

/** @param {Diagram} diagram @param {import("./answers.js").Look["pieces"]} pieces @param {string} words what it shows */
export function smallBoard(diagram, pieces, words) {
  const { columns, rows, stones } = diagram;
  const centre = (/** @type {string} */ cell) => {
    const { column, row } = place(cell);
    return { x: (column + 0.5) * CELL, y: (rows - row - 0.5) * CELL };
  };
  const svg = drawn("svg", { class: `small-board ${pieces}`, viewBox: `0 0 ${columns * CELL} ${rows * CELL}`, role: "img", "aria-label": words });
  svg.append(...frame(diagram, pieces, centre));
  for (const [cell, side] of Object.entries(stones)) {
    const { x, y } = centre(cell);
    svg.append(piece(pieces, side, x, y));
  }
  // The cells are not to be found on two boards.
  for (const cell of svg.querySelectorAll("[data-cell]")) cell.removeAttribute("data-cell");
  return svg;
}
