// Draws a Diagram as SVG. No rules in here: what may be played comes with the position.

import { cellName, place } from "./cells.js";
import { drawn } from "./dom.js";

/** @typedef {import("./api.js").Diagram} Diagram */

const CELL = 60;
const RADIUS = 24;
const MARGIN = 26;
/** For one, two or three numbers on a cell. */
const FONT_SIZES = [18, 18, 14];
/** A text of n characters fits into its ring in a font of this over n. */
const WIDEST_IN_RING = 61;
/** On boards of few cells, which are drawn large, letters grow less than the cells. */
const LARGEST_FONT_A_COLUMN = 2.8;

/** The square of a cell with its centre at (x, y). @param {number} x @param {number} y @param {number} margin */
function square(x, y, margin) {
  const side = CELL - 2 * margin;
  return { x: x - side / 2, y: y - side / 2, width: side, height: side };
}

export class Board {
  /**
   * @param {HTMLElement} host
   * @param {{play: (cell: string) => void, look: (cell: string | null) => void}} events
   */
  constructor(host, events) {
    this.host = host;
    this.events = events;
    /** @type {Diagram | null} */
    this.diagram = null;
    /** Seen from the other side: a board that stands is mirrored, one that lies is turned. */
    this.turned = { across: false, up: false };
    /** What the frame was drawn for. */
    this.framed = "";
    this.svg = drawn("svg", { role: "img" });
    // What seldom changes and what hovering changes are in groups of their own.
    this.frame = drawn("g", {});
    this.discs = drawn("g", {});
    this.layer = drawn("g", { class: "layer" });
    this.numbers = drawn("g", { class: "numbers" });
    this.ghost = drawn("g", { class: "ghost" });
    this.overlay = drawn("g", { class: "overlay" });
    this.svg.append(this.frame, this.layer, this.discs, this.ghost, this.numbers, this.overlay);
    host.replaceChildren(this.svg);
    this.svg.addEventListener("click", (event) => {
      const cell = this.cellAt(/** @type {MouseEvent} */ (event));
      if (cell) events.play(cell);
    });
    this.svg.addEventListener("mousemove", (event) => {
      events.look(this.cellAt(/** @type {MouseEvent} */ (event)));
    });
    this.svg.addEventListener("mouseleave", () => events.look(null));
  }

  /** The cell under the mouse. @param {MouseEvent} event */
  cellAt(event) {
    if (!this.diagram) return null;
    // The picture may be smaller than its box, so the browser has to say where the mouse is in it.
    const toPicture = /** @type {SVGGraphicsElement} */ (this.svg).getScreenCTM()?.inverse();
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(toPicture);
    const { columns, rows } = this.diagram;
    const right = Math.floor(at.x / CELL);
    const down = Math.floor(at.y / CELL);
    const column = this.turned.across ? columns - 1 - right : right;
    const row = this.turned.up ? down : rows - 1 - down;
    const inside = column >= 0 && column < columns && row >= 0 && row < rows;
    return inside ? cellName(column, row) : null;
  }

  /** @param {string} cell */
  centre(cell) {
    const { column, row } = place(cell);
    const { columns, rows } = this.diagram ?? { columns: 0, rows: 0 };
    const right = this.turned.across ? columns - 1 - column : column;
    const down = this.turned.up ? row : rows - 1 - row;
    return { x: (right + 0.5) * CELL, y: (down + 0.5) * CELL };
  }

  /**
   * @param {Diagram} diagram
   * @param {string} words what the picture shows
   * @param {{gravity: boolean, flipped: boolean}} how
   */
  draw(diagram, words, { gravity, flipped }) {
    const before = this.diagram;
    this.diagram = diagram;
    this.turned = { across: flipped, up: flipped && !gravity };
    this.svg.setAttribute("aria-label", words);
    const frame = JSON.stringify([diagram.columns, diagram.rows, diagram.column_numbers, gravity, this.turned]);
    if (frame !== this.framed) this.drawFrame(diagram, gravity);
    this.framed = frame;
    const won = new Set(diagram.lines.flat());
    const discs = Object.entries(diagram.stones).map(([cell, side]) => {
      const disc = this.disc(cell, side);
      if (cell === diagram.last) disc.classList.add("last");
      if (won.has(cell)) disc.classList.add("won");
      if (gravity && before && !(cell in before.stones) && cell === diagram.last) this.letFall(disc, cell);
      return disc;
    });
    this.discs.replaceChildren(...discs, ...diagram.lines.map((line) => this.line(line, "winning-line")));
    this.show([]);
    this.layer.replaceChildren();
    this.ghost.replaceChildren();
  }

  /** A board that stands has holes, one that lies has squares. @param {Diagram} diagram @param {boolean} gravity */
  drawFrame(diagram, gravity) {
    const width = diagram.columns * CELL;
    const height = diagram.rows * CELL;
    this.svg.setAttribute("viewBox", `${-MARGIN} 0 ${width + MARGIN} ${height + MARGIN}`);
    // What lies under the board is as wide as the board, and its columns lie under the board's.
    const sizes = { ratio: (width + MARGIN) / (height + MARGIN), columns: diagram.columns, gutter: MARGIN / (width + MARGIN) };
    for (const [name, size] of Object.entries(sizes)) document.documentElement.style.setProperty(`--${name}`, String(size));
    this.svg.setAttribute("class", gravity ? "standing" : "lying");
    const parts = [drawn("rect", { class: "frame", width, height, rx: gravity ? 14 : 10 })];
    for (let column = 0; column < diagram.columns; column++) {
      for (let row = 0; row < diagram.rows; row++) {
        const cell = cellName(column, row);
        const { x, y } = this.centre(cell);
        parts.push(
          gravity
            ? drawn("circle", { class: "hole", cx: x, cy: y, r: RADIUS, "data-cell": cell })
            : drawn("rect", { class: "hole", ...square(x, y, 2), rx: 8, "data-cell": cell }),
        );
      }
      const letters = cellName(column, 0).slice(0, -1);
      const name = this.label(diagram.column_numbers ? String(column + 1) : letters, this.centre(`${letters}1`).x, height + 19);
      if (diagram.column_numbers) {
        const letter = drawn("tspan", { class: "letter", dx: 4 });
        letter.textContent = letters;
        name.append(letter);
      }
      parts.push(name);
    }
    for (let row = 0; row < diagram.rows; row++) {
      parts.push(this.label(String(row + 1), -MARGIN / 2, this.centre(cellName(0, row)).y + 5));
    }
    this.frame.replaceChildren(...parts);
  }

  /** @param {number} usual */
  fontSize(usual) {
    return Math.min(usual, LARGEST_FONT_A_COLUMN * Math.max(3, this.diagram?.columns ?? 0));
  }

  /** @param {string} words @param {number} x @param {number} y */
  label(words, x, y) {
    const label = drawn("text", { class: "label", x, y, "font-size": this.fontSize(15) });
    label.textContent = words;
    return label;
  }

  /** A disc with a mark of its own for each side. @param {string} cell @param {1 | 2} side */
  disc(cell, side) {
    const { x, y } = this.centre(cell);
    const disc = drawn("g", { class: `disc side-${side}`, "data-disc": cell });
    disc.append(drawn("circle", { class: "body", cx: x, cy: y, r: RADIUS }));
    disc.append(
      side === 1
        ? drawn("circle", { class: "mark", cx: x, cy: y, r: 9 })
        : drawn("circle", { class: "mark hollow", cx: x, cy: y, r: 11 }),
    );
    return disc;
  }

  /** @param {SVGElement} disc @param {string} cell */
  letFall(disc, cell) {
    disc.style.setProperty("--from", `${-this.centre(cell).y - RADIUS}px`);
    disc.classList.add("falling");
  }

  /** @param {string[]} cells @param {string} className */
  line(cells, className) {
    const from = this.centre(cells[0]);
    const to = this.centre(cells[cells.length - 1]);
    return drawn("line", { class: className, x1: from.x, y1: from.y, x2: to.x, y2: to.y });
  }

  /** Light up cells, with a line through them. @param {string[]} cells @param {string} [tone] */
  show(cells, tone = "") {
    const rings = cells.map((cell) => {
      const { x, y } = this.centre(cell);
      return drawn("circle", { class: `lit ${tone}`, cx: x, cy: y, r: RADIUS + 2, "data-lit": cell });
    });
    const line = cells.length > 1 ? [this.line(cells, `lit-line ${tone}`)] : [];
    this.overlay.replaceChildren(...line, ...rings);
  }

  /** Colour cells by a number between −1 and 1. @param {Record<string, number>} heat */
  warm(heat) {
    this.layer.replaceChildren(
      ...Object.entries(heat).map(([cell, share]) => {
        const { x, y } = this.centre(cell);
        const tone = share > 0 ? "good" : "bad";
        return drawn("rect", {
          class: `heat ${tone}`, ...square(x, y, 2), rx: 8,
          "fill-opacity": Math.min(0.85, 0.15 + 0.7 * Math.abs(share)), "data-heat": cell,
        });
      }),
    );
  }

  /** Mark the empty cells in which a side would win. @param {{cell: string, side: 1 | 2, odd: boolean}[]} threats */
  threaten(threats) {
    this.layer.replaceChildren(
      ...threats.map(({ cell, side, odd }) => {
        const { x, y } = this.centre(cell);
        const mark = drawn("text", { class: `threat side-${side}`, x: side === 1 ? x - 11 : x + 11, y: y + 6, "data-threat": cell });
        mark.textContent = `${side === 1 ? "●" : "○"}${odd ? "′" : "″"}`;
        return mark;
      }),
    );
  }

  /**
   * Numbers on cells, one under the other.
   * @param {{cell: string, className: string, lines: {text: string, className: string}[]}[]} numbers
   */
  number(numbers) {
    this.numbers.replaceChildren(
      ...numbers.map(({ cell, className, lines }) => {
        const { x, y } = this.centre(cell);
        const group = drawn("g", { class: `number ${className}`, "data-number": cell });
        if (className) group.append(drawn("rect", { class: "ring", ...square(x, y, 4), rx: 8 }));
        lines.forEach(({ text, className: tone }, line) => {
          const usual = this.fontSize(FONT_SIZES[lines.length - 1]);
          const size = className ? Math.min(usual, WIDEST_IN_RING / text.length) : usual;
          const mark = drawn("text", { class: tone, x, y: y + (line - (lines.length - 1) / 2) * size + 0.36 * size, "font-size": size });
          mark.textContent = text;
          group.append(mark);
        });
        return group;
      }),
    );
  }

  /** Where the keyboard is. @param {string | null} cell */
  point(cell) {
    this.svg.querySelector(".cursor")?.remove();
    if (!cell) return;
    const { x, y } = this.centre(cell);
    this.svg.append(drawn("rect", { class: "cursor", ...square(x, y, 2), rx: 10, "data-cursor": cell }));
  }

  /** Show where a move would come to lie. @param {string | null} cell @param {1 | 2} side */
  preview(cell, side) {
    this.ghost.replaceChildren(...(cell ? [this.disc(cell, side)] : []));
  }
}
