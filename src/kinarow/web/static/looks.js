// What boards and pieces look like, by game: discs behind a blue wall, stones on wood, strokes on paper.

import { cellName } from "./cells.js";
import { drawn } from "./dom.js";

/** @typedef {import("./answers.js").Diagram} Diagram */
/** @typedef {import("./answers.js").Look["pieces"]} Pieces */

export const CELL = 60;
export const RADIUS = 24;
/** Marked points lie so far from the edge of a large board, and in its middle. */
const STAR_FROM_EDGE = 3;
const SMALLEST_WITH_STARS = 9;

/** The square of a cell with its centre at (x, y). @param {number} x @param {number} y @param {number} margin */
export function square(x, y, margin) {
  const side = CELL - 2 * margin;
  return { x: x - side / 2, y: y - side / 2, width: side, height: side };
}

/** A piece with its centre at (x, y). @param {Pieces} pieces @param {1 | 2} side @param {number} x @param {number} y */
export function piece(pieces, side, x, y) {
  const group = drawn("g", { class: `disc ${pieces} side-${side}` });
  if (pieces === "strokes") group.append(...strokes(side, x, y));
  else group.append(drawn("circle", { class: "body", cx: x, cy: y, r: RADIUS + (pieces === "stones" ? 3 : 0) }));
  // A dot and a ring, for those who do not tell the colours apart.
  if (pieces === "discs") group.append(drawn("circle", { class: side === 1 ? "mark" : "mark hollow", cx: x, cy: y, r: side === 1 ? 9 : 11 }));
  return group;
}

/** A cross or a nought. @param {1 | 2} side @param {number} x @param {number} y */
function strokes(side, x, y) {
  const far = RADIUS - 6;
  if (side === 2) return [drawn("circle", { class: "body", cx: x, cy: y, r: far, pathLength: 1 })];
  return [-1, 1].map((slope) => drawn("path", { class: "body", d: `M${x - far} ${y - slope * far}L${x + far} ${y + slope * far}`, pathLength: 1 }));
}

/**
 * The board without its pieces; every cell has an element of its own.
 * @param {Diagram} diagram
 * @param {Pieces} pieces
 * @param {(cell: string) => {x: number, y: number}} centre
 */
export function frame(diagram, pieces, centre) {
  const [width, height] = [diagram.columns * CELL, diagram.rows * CELL];
  const cells = [];
  for (let column = 0; column < diagram.columns; column++) {
    for (let row = 0; row < diagram.rows; row++) {
      const cell = cellName(column, row);
      const { x, y } = centre(cell);
      cells.push(
        pieces === "discs"
          ? drawn("circle", { class: "hole", cx: x, cy: y, r: RADIUS, "data-cell": cell })
          : drawn("rect", { class: "hole", ...square(x, y, 2), "data-cell": cell }),
      );
    }
  }
  // Paper has an edge, which is drawn inside the picture.
  const edge = pieces === "strokes" ? 1 : 0;
  const ground = drawn("rect", { class: "frame", x: edge, y: edge, width: width - 2 * edge, height: height - 2 * edge, rx: pieces === "discs" ? 14 : 6 });
  return [ground, ...(pieces === "discs" ? [] : grid(diagram, pieces)), ...cells];
}

/** The wall alone, with holes in it: what falls between it and the ground is seen through them. @param {Diagram} diagram @param {(cell: string) => {x: number, y: number}} centre */
export function wall({ columns, rows }, centre) {
  const [width, height, corner] = [columns * CELL, rows * CELL, 14];
  const turn = (/** @type {number} */ x, /** @type {number} */ y) => `a${corner} ${corner} 0 0 1 ${x} ${y}`;
  let d = `M${corner} 0H${width - corner}${turn(corner, corner)}V${height - corner}${turn(-corner, corner)}H${corner}${turn(-corner, -corner)}V${corner}${turn(corner, -corner)}Z`;
  for (let column = 0; column < columns; column++) {
    for (let row = 0; row < rows; row++) {
      const { x, y } = centre(cellName(column, row));
      d += `M${x - RADIUS} ${y}a${RADIUS} ${RADIUS} 0 1 0 ${2 * RADIUS} 0a${RADIUS} ${RADIUS} 0 1 0 ${-2 * RADIUS} 0Z`;
    }
  }
  return drawn("path", { class: "frame wall", d, "fill-rule": "evenodd" });
}

/** Lines through the cells where stones lie on crossings, else between them. @param {Diagram} diagram @param {Pieces} pieces */
function grid({ columns, rows }, pieces) {
  const onCrossings = pieces === "stones";
  const [from, count] = onCrossings ? [0.5, 0] : [1, -1];
  const [left, right] = onCrossings ? [CELL / 2, (columns - 0.5) * CELL] : [8, columns * CELL - 8];
  const [top, bottom] = onCrossings ? [CELL / 2, (rows - 0.5) * CELL] : [8, rows * CELL - 8];
  let d = "";
  for (let i = 0; i < columns + count; i++) d += `M${(i + from) * CELL} ${top}V${bottom}`;
  for (let i = 0; i < rows + count; i++) d += `M${left} ${(i + from) * CELL}H${right}`;
  const lines = drawn("path", { class: "grid", d });
  return onCrossings ? [lines, ...stars(columns, rows)] : [lines];
}

/** @param {number} columns @param {number} rows */
function stars(columns, rows) {
  if (Math.min(columns, rows) < SMALLEST_WITH_STARS) return [];
  const marked = (/** @type {number} */ size) => {
    const middle = size % 2 ? [(size - 1) / 2] : [];
    return [STAR_FROM_EDGE, size - 1 - STAR_FROM_EDGE, ...middle];
  };
  const isMiddle = (/** @type {number} */ at, /** @type {number} */ size) => 2 * at === size - 1;
  return marked(columns).flatMap((column) =>
    marked(rows)
      // Either a corner of the inner square or the middle of the board.
      .filter((row) => isMiddle(column, columns) === isMiddle(row, rows))
      .map((row) => drawn("circle", { class: "star", cx: (column + 0.5) * CELL, cy: (row + 0.5) * CELL, r: 5 })),
  );
}
