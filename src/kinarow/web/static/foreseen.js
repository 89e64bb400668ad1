// A move that is hinted at, and a line that is expected or forced: numbered stones that can be stepped through by a bar of their own.

import { button, byId, make } from "./dom.js";
import { whenShown } from "./state.js";

/** @typedef {import("./board.js").Board} Board */

export class Foreseen {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** Cells. @type {string[]} */
    this.line = [];
    /** How many stones of it are shown; none: only its first as a hint, which has no number. */
    this.count = 0;
    /** @type {1 | 2} */
    this.mover = 1;
    this.host = byId("foreseen");
    // The buttons beside the board always mean the game; with the focus here, arrows step through the line.
    this.host.addEventListener("keydown", (event) => this.press(event));
    whenShown(() => this.hide());
  }

  get isShown() {
    return this.line.length > 0 && this.count > 0;
  }

  /** From its first stone on. @param {string[]} line cells @param {1 | 2} mover who plays the first */
  show(line, mover) {
    this.begin(line, mover, 1);
  }

  /** One stone, and the line that begins with it on demand. @param {string[]} line @param {1 | 2} mover */
  hint(line, mover) {
    this.begin(line, mover, 0);
  }

  hide() {
    this.begin([], 1, 0);
  }

  /** @param {string[]} line @param {1 | 2} mover @param {number} count */
  begin(line, mover, count) {
    this.line = line;
    this.mover = mover;
    this.count = count;
    this.draw();
  }

  /** @param {number} by */
  step(by) {
    this.count = Math.min(this.line.length, Math.max(1, this.count + by));
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -this.line.length, End: this.line.length }[event.key];
    if (!by || !this.isShown) return;
    event.preventDefault();
    event.stopPropagation();
    this.step(by);
  }

  draw() {
    const hasFocus = this.host.contains(document.activeElement);
    const focused = hasFocus ? document.activeElement?.getAttribute("aria-label") : null;
    this.host.hidden = this.line.length < (this.isShown ? 1 : 2);
    this.mark();
    this.host.replaceChildren(...(this.isShown ? this.bar() : this.offer()));
    // What had the focus was drawn anew; a line that was asked for here has its arrows.
    if (hasFocus) /** @type {HTMLElement | null} */ (this.host.querySelector(`[aria-label="${focused}"]`) ?? this.host.querySelector("[data-on]"))?.focus();
  }

  /** Its stones on the board, also after somebody pointed elsewhere. */
  mark() {
    if (this.isShown) this.board.foresee(this.line.slice(0, this.count), this.mover);
    else this.board.preview(this.line[0] ?? null, this.mover);
  }

  offer() {
    const show = button("Show line", () => this.show(this.line, this.mover));
    show.id = "show-hinted";
    return [show, button("Hide", () => this.hide())];
  }

  bar() {
    const named = (/** @type {HTMLButtonElement} */ made, /** @type {string} */ name) => {
      made.setAttribute("aria-label", name);
      return made;
    };
    const on = named(button("▶", () => this.step(1)), "One stone more");
    on.dataset.on = "";
    const back = named(button("◀", () => this.step(-1)), "One stone less");
    return [
      make("span", "", "Line"),
      back,
      make("span", "at", `stone ${this.count} of ${this.line.length}: ${this.line[this.count - 1]}`),
      on,
      button("Hide", () => this.hide()),
    ];
  }
}
