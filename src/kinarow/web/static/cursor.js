// The board by keyboard alone: arrows walk from cell to cell, Enter plays there.

import { cellName, place } from "./cells.js";

/** Steps on the screen. @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const PAN_PX = 60;

export class Cursor {
  /**
   * @param {HTMLElement} host
   * @param {import("./board.js").Board} board
   * @param {{bringIntoSight: (element: Element) => void}} view
   * @param {{play: (cell: string) => void, look: (cell: string | null) => void}} events
   */
  constructor(host, board, view, events) {
    this.host = host;
    this.board = board;
    this.view = view;
    this.events = events;
    /** @type {string | null} */
    this.cell = null;
    /** Whether the board was come to by keyboard: after a click, arrows step through the game. */
    this.isWalking = false;
    host.addEventListener("keydown", (event) => this.press(event));
    host.addEventListener("focus", () => {
      // A click is the mouse's business.
      this.isWalking = host.matches(":focus-visible");
      if (this.isWalking) this.go(this.cell ?? this.start());
    });
    host.addEventListener("blur", () => {
      board.point(null);
      events.look(null);
    });
  }

  /** Where to begin: at the last stone, or in the middle. */
  start() {
    const { last, columns, rows } = this.board.diagram ?? { last: null, columns: 1, rows: 1 };
    return last ?? cellName(Math.floor(columns / 2), Math.floor(rows / 2));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.board.diagram || !this.isWalking) return;
    const step = STEPS[event.key];
    if (step) {
      event.preventDefault();
      event.stopPropagation(); // elsewhere arrows step through the game
      if (event.shiftKey) this.host.scrollBy(PAN_PX * step[0], -PAN_PX * step[1]);
      else this.walk(step);
    } else if ((event.key === "Enter" || event.key === " ") && this.cell) {
      event.preventDefault();
      this.events.play(this.cell);
    }
  }

  /** @param {[number, number]} step */
  walk([right, up]) {
    const { columns, rows } = /** @type {import("./answers.js").Diagram} */ (this.board.diagram);
    const { across, up: upside } = this.board.turned;
    const { column, row } = place(this.cell ?? this.start());
    const next = { column: column + (across ? -right : right), row: row + (upside ? -up : up) };
    const within = (/** @type {number} */ at, /** @type {number} */ size) => Math.min(size - 1, Math.max(0, at));
    this.go(cellName(within(next.column, columns), within(next.row, rows)));
  }

  /** @param {string} cell */
  go(cell) {
    this.cell = cell;
    this.draw();
    this.events.look(cell);
  }

  /** After the board was drawn again. */
  draw() {
    if (!this.cell || document.activeElement !== this.host) return;
    const { columns, rows } = this.board.diagram ?? { columns: 0, rows: 0 };
    const { column, row } = place(this.cell);
    if (column >= columns || row >= rows) this.cell = this.start();
    this.board.point(this.cell);
    const drawn = this.host.querySelector(".cursor");
    if (drawn) this.view.bringIntoSight(drawn);
  }
}
