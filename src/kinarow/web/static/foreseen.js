// A line that is expected or forced, as numbered stones that can be stepped through.

import { button, byId, make } from "./dom.js";
import { whenShown } from "./state.js";

/** @typedef {import("./board.js").Board} Board */

export class Foreseen {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {string[]} */
    this.line = [];
    this.count = 0;
    /** @type {1 | 2} */
    this.mover = 1;
    this.host = byId("foreseen");
    whenShown(() => this.show([], 1));
  }

  get isShown() {
    return this.line.length > 0;
  }

  /** @param {string[]} line cells @param {1 | 2} mover who plays the first */
  show(line, mover) {
    this.line = line;
    this.mover = mover;
    this.count = line.length;
    this.draw();
  }

  /** @param {number} by */
  step(by) {
    this.count = Math.min(this.line.length, Math.max(1, this.count + by));
    this.draw();
  }

  draw() {
    this.host.hidden = !this.isShown;
    this.board.foresee(this.line.slice(0, this.count), this.mover);
    if (!this.isShown) return;
    const named = (/** @type {HTMLButtonElement} */ made, /** @type {string} */ name) => {
      made.setAttribute("aria-label", name);
      return made;
    };
    this.host.replaceChildren(
      named(button("◀", () => this.step(-1)), "One stone less"),
      make("span", "", `stone ${this.count} of ${this.line.length}: ${this.line[this.count - 1]}`),
      named(button("▶", () => this.step(1)), "One stone more"),
      button("Hide", () => this.show([], this.mover)),
    );
  }
}
