// Draws a Diagram as SVG. No rules in here: what may be played comes with the position.

import { cellName, place } from "./cells.js";
import { drawn } from "./dom.js";
import { CELL, RADIUS, frame, piece, square, wall } from "./looks.js";

/** @typedef {import("./answers.js").Diagram} Diagram */
/** @typedef {import("./answers.js").Look["pieces"]} Pieces */

/**
 * @typedef {object} CellNote what is written on an empty cell
 * @property {string} cell
 * @property {string} className
 * @property {{text: string, className: string}[]} lines one under the other
 * @property {number} [meter] a bar under them, from −1 to 1
 */

const MARGIN = 26;
/** For one, two or three lines on a cell. */
const FONT_SIZES = [18, 18, 14];
/** A text of n characters fits into its ring in a font of this over n. */
const WIDEST_IN_RING = 61;
/** On boards of few cells, which are drawn large, letters grow less than the cells. */
const LARGEST_FONT_A_COLUMN = 2.8;
/** Boards of more columns are drawn smaller, so that their coordinates need larger letters. */
const WIDE = 11;
/** A finger does not hit cells smaller than this: it first points at one, and then plays there. */
const SMALLEST_TO_HIT_PX = 32;

const isStill = matchMedia("(prefers-reduced-motion: reduce)");

export class Board {
  /**
   * @param {HTMLElement} host
   * @param {{play: (cell: string) => void, look: (cell: string | null) => void, aim?: (cell: string) => void}} events aim: a finger has pointed at a small cell
   */
  constructor(host, events) {
    this.host = host;
    this.events = events;
    /** @type {Diagram | null} */
    this.diagram = null;
    /** @type {Pieces} */
    this.pieces = "discs";
    /** Seen from the other side: a board that stands is mirrored, one that lies is turned. */
    this.turned = { across: false, up: false };
    /** What the frame was drawn for. */
    this.framed = "";
    /** The cell that a finger points at. @type {string | null} */
    this.touched = null;
    this.svg = drawn("svg", { role: "img" });
    // What seldom changes and what hovering changes are in groups of their own.
    this.frame = drawn("g", {});
    // Where a disc is while it falls, and what it falls behind.
    this.falling = drawn("g", {});
    this.wall = drawn("g", {});
    this.discs = drawn("g", {});
    this.layer = drawn("g", { class: "layer" });
    this.notes = drawn("g", { class: "numbers" });
    this.ghost = drawn("g", { class: "ghost" });
    this.overlay = drawn("g", { class: "overlay" });
    this.svg.append(this.frame, this.falling, this.wall, this.layer, this.discs, this.ghost, this.notes, this.overlay);
    host.replaceChildren(this.svg);
    this.svg.addEventListener("click", (event) => this.click(/** @type {PointerEvent} */ (event)));
    // A finger points by touching, and what it points at stays.
    const isMouse = (/** @type {Event} */ event) => /** @type {PointerEvent} */ (event).pointerType !== "touch";
    this.svg.addEventListener("pointermove", (event) => isMouse(event) && events.look(this.cellAt(/** @type {MouseEvent} */ (event))));
    this.svg.addEventListener("pointerleave", (event) => isMouse(event) && events.look(null));
  }

  /** @param {PointerEvent} event */
  click(event) {
    const cell = this.cellAt(event);
    if (!cell) return;
    const isSmall = this.svg.getBoundingClientRect().width / (this.diagram?.columns ?? 1) < SMALLEST_TO_HIT_PX;
    if (event.pointerType === "touch" && isSmall && cell !== this.touched) {
      this.touched = cell;
      this.events.look(cell);
      this.events.aim?.(cell);
      return;
    }
    this.touched = null;
    this.events.play(cell);
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
   * @param {{pieces: Pieces, flipped: boolean, order?: string[]}} how order: the cells of the stones, to be numbered
   */
  draw(diagram, words, { pieces, flipped, order = [] }) {
    const before = this.diagram;
    const falls = pieces === "discs";
    this.diagram = diagram;
    this.pieces = pieces;
    this.turned = { across: flipped, up: flipped && !falls };
    this.svg.setAttribute("aria-label", words);
    const framed = JSON.stringify([diagram.columns, diagram.rows, diagram.column_numbers, pieces, this.turned]);
    if (framed !== this.framed) this.drawFrame(diagram);
    this.framed = framed;
    const won = new Set(diagram.lines.flat());
    const discs = Object.entries(diagram.stones).map(([cell, side]) => {
      const disc = this.disc(cell, side);
      if (cell === diagram.last) disc.classList.add("last");
      if (won.has(cell)) disc.classList.add("won");
      if (before && !(cell in before.stones) && cell === diagram.last) this.arrive(disc, cell);
      return disc;
    });
    const numbers = order.map((cell, i) => this.stoneNumber(cell, i + 1));
    const falling = falls && !isStill.matches ? discs.find((disc) => disc.classList.contains("arriving")) : undefined;
    this.fall(falling);
    this.discs.replaceChildren(...discs.filter((disc) => disc !== falling), ...numbers, ...diagram.lines.map((line) => this.line(line, "winning-line")));
    this.show([]);
    this.layer.replaceChildren();
    this.ghost.replaceChildren();
    this.touched = null;
  }

  /** @param {Diagram} diagram */
  drawFrame(diagram) {
    const [width, height] = [diagram.columns * CELL, diagram.rows * CELL];
    this.svg.setAttribute("viewBox", `${-MARGIN} 0 ${width + MARGIN} ${height + MARGIN}`);
    // What lies under the board is as wide as the board, and its columns lie under the board's.
    const sizes = {
      ratio: (width + MARGIN) / (height + MARGIN), columns: diagram.columns, gutter: MARGIN / (width + MARGIN),
      foot: MARGIN / (height + MARGIN),
    };
    const around = this.host.closest("section") ?? document.documentElement;
    for (const [name, size] of Object.entries(sizes)) around.style.setProperty(`--${name}`, String(size));
    this.svg.setAttribute("class", this.pieces);
    const parts = frame(diagram, this.pieces, (cell) => this.centre(cell));
    for (let column = 0; column < diagram.columns; column++) {
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
      parts.push(this.label(String(row + 1), -14, this.centre(`a${row + 1}`).y + 6));
    }
    this.frame.replaceChildren(...parts);
  }

  /** @param {string} text @param {number} x @param {number} y */
  label(text, x, y) {
    const label = drawn("text", { class: "label", x, y, "font-size": this.fontSize((this.diagram?.columns ?? 7) > WIDE ? 20 : 16) });
    label.textContent = text;
    return label;
  }

  /** @param {number} usual */
  fontSize(usual) {
    return Math.min(usual, LARGEST_FONT_A_COLUMN * (this.diagram?.columns ?? 7));
  }

  /** @param {string} cell @param {1 | 2} side */
  disc(cell, side) {
    const { x, y } = this.centre(cell);
    const disc = piece(this.pieces, side, x, y);
    disc.setAttribute("data-disc", cell);
    return disc;
  }

  /** A stone that was just played falls, or is drawn. @param {SVGElement} disc @param {string} cell */
  arrive(disc, cell) {
    disc.style.setProperty("--from", `${-this.centre(cell).y - RADIUS}px`);
    disc.classList.add("arriving");
  }

  /** Behind the wall, and then before it, where its ring can be seen. @param {SVGElement | undefined} disc */
  fall(disc) {
    this.falling.replaceChildren(...(disc ? [disc] : []));
    this.wall.replaceChildren(...(disc && this.diagram ? [wall(this.diagram, (cell) => this.centre(cell))] : []));
    disc?.addEventListener("animationend", () => {
      if (disc.parentNode !== this.falling) return;
      this.discs.prepend(disc);
      disc.classList.remove("arriving"); // else it would fall again
      this.wall.replaceChildren();
    });
  }

  /** @param {string} cell @param {number} number */
  stoneNumber(cell, number) {
    const { x, y } = this.centre(cell);
    const text = drawn("text", { class: `stone-number side-${number % 2 ? 1 : 2}`, x, y: y + 6, "font-size": 17 });
    text.textContent = String(number);
    return text;
  }

  /** @param {string[]} cells @param {string} className */
  line(cells, className) {
    const from = this.centre(cells[0]);
    const to = this.centre(cells[cells.length - 1]);
    return drawn("line", { class: className, x1: from.x, y1: from.y, x2: to.x, y2: to.y, pathLength: 1 });
  }

  /** Light up lines of cells. @param {string[][]} lines @param {string} [tone] */
  show(lines, tone = "") {
    const rings = [...new Set(lines.flat())].map((cell) => {
      const { x, y } = this.centre(cell);
      return drawn("circle", { class: `lit ${tone}`, cx: x, cy: y, r: RADIUS + 2, "data-lit": cell });
    });
    this.overlay.replaceChildren(...lines.filter((cells) => cells.length > 1).map((cells) => this.line(cells, `lit-line ${tone}`)), ...rings);
  }

  /** Colour cells by a number between −1 and 1. @param {Record<string, number>} heat */
  warm(heat) {
    this.layer.replaceChildren(
      ...Object.entries(heat).map(([cell, share]) => {
        const { x, y } = this.centre(cell);
        const opacity = Math.min(0.85, 0.15 + 0.7 * Math.abs(share));
        return drawn("rect", { class: `heat ${share > 0 ? "good" : "bad"}`, ...square(x, y, 2), rx: 8, "fill-opacity": opacity, "data-heat": cell });
      }),
    );
  }

  /** Mark the empty cells in which a side would win. @param {{cell: string, side: 1 | 2, odd: boolean}[]} threats */
  threaten(threats) {
    this.layer.replaceChildren(
      ...threats.map(({ cell, side, odd }) => {
        const { x, y } = this.centre(cell);
        const mark = drawn("g", { class: `threat side-${side}`, "data-threat": cell });
        const cx = side === 1 ? x - 15 : x + 5;
        const row = drawn("text", { x: cx + 11, y: y + 7 });
        row.textContent = odd ? "′" : "″";
        mark.append(drawn("circle", { class: "body", cx, cy: y, r: 7 }), row);
        return mark;
      }),
    );
  }

  /** Write on empty cells. @param {CellNote[]} notes */
  note(notes) {
    this.notes.replaceChildren(
      ...notes.map(({ cell, className, lines, meter }) => {
        const { x, y } = this.centre(cell);
        const group = drawn("g", { class: `number ${className}`, "data-number": cell });
        group.append(drawn("rect", { class: className ? "ring" : "patch", ...square(x, y, 4), rx: 8 }));
        const middle = meter === undefined ? y : y - 6;
        lines.forEach(({ text, className: tone }, line) => {
          const usual = this.fontSize(FONT_SIZES[lines.length - 1]);
          const size = className ? Math.min(usual, WIDEST_IN_RING / text.length) : usual;
          const mark = drawn("text", { class: tone, x, y: middle + (line - (lines.length - 1) / 2) * size + 0.36 * size, "font-size": size });
          mark.textContent = text;
          group.append(mark);
        });
        if (meter !== undefined) group.append(...this.meter(x, lines.length ? y + 14 : y, meter));
        return group;
      }),
    );
  }

  /** A bar that grows from the middle: gains to the right. @param {number} x @param {number} y @param {number} share */
  meter(x, y, share) {
    const full = CELL / 2 - 8;
    const size = Math.max(1, Math.abs(share) * full);
    return [
      drawn("rect", { class: "meter-ground", x: x - full, y: y - 3, width: 2 * full, height: 6, rx: 3 }),
      drawn("rect", { class: `meter-share ${share < 0 ? "bad" : "good"}`, x: share < 0 ? x - size : x, y: y - 3, width: size, height: 6, rx: 2 }),
    ];
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

  /** Show how a game would go on, as numbered stones. @param {string[]} cells @param {1 | 2} mover who plays the first of them */
  foresee(cells, mover) {
    const stones = cells.map((cell, i) => this.disc(cell, i % 2 ? (mover === 1 ? 2 : 1) : mover));
    // Numbers take the place of what tells the sides apart without colours, and would not be read on it.
    for (const stone of stones) stone.querySelector(".mark")?.remove();
    const numbers = cells.map((cell, i) => {
      const number = this.stoneNumber(cell, i + 1);
      number.setAttribute("class", `stone-number foreseen side-${i % 2 ? 3 - mover : mover}`);
      return number;
    });
    this.ghost.replaceChildren(...stones, ...numbers);
  }
}
