// A size of one's own: two steppers, a target and a switch for gravity.

import { byId } from "./dom.js";

const LIMITS = { columns: [1, 40], rows: [1, 40], target: [1, 40] };

/** @typedef {keyof typeof LIMITS} Size */

export class Sizes {
  /** @param {(game: string) => void} play */
  constructor(play) {
    /** What the server takes. */
    this.mostCells = 400;
    this.size = { columns: 9, rows: 7, target: 4 };
    this.dialog = /** @type {HTMLDialogElement} */ (byId("size-dialog"));
    this.gravity = /** @type {HTMLInputElement} */ (byId("size-gravity"));
    this.gravity.checked = true;
    for (const step of this.dialog.querySelectorAll("button[data-step]")) {
      const { step: what, by } = /** @type {HTMLElement} */ (step).dataset;
      step.addEventListener("click", () => this.change(/** @type {Size} */ (what), Number(by)));
    }
    this.gravity.addEventListener("change", () => this.draw());
    this.dialog.addEventListener("close", () => this.dialog.returnValue === "play" && play(this.text()));
    byId("choose-size").addEventListener("click", () => this.open());
  }

  /** Begin with the size of the board that is shown, if it is known. @param {string} [game] */
  open(game = "") {
    const found = game.match(/^(drop|place):(\d+)x(\d+):(\d+)/);
    if (found) {
      this.size = { columns: Number(found[2]), rows: Number(found[3]), target: Number(found[4]) };
      this.gravity.checked = found[1] === "drop";
    }
    this.draw();
    this.dialog.returnValue = "";
    this.dialog.showModal();
  }

  /** @param {Size} what @param {number} by */
  change(what, by) {
    const [least, most] = LIMITS[what];
    this.size[what] = Math.min(most, Math.max(least, this.size[what] + by));
    this.draw();
  }

  text() {
    const { columns, rows, target } = this.size;
    return `${this.gravity.checked ? "drop" : "place"}:${columns}x${rows}:${target}`;
  }

  /** Why there is no such game. */
  trouble() {
    const { columns, rows, target } = this.size;
    if (columns * rows > this.mostCells) return `Boards have ${this.mostCells} cells at most.`;
    return target > Math.max(columns, rows) ? "No line is as long as that." : "";
  }

  draw() {
    for (const [name, value] of Object.entries(this.size)) byId(`size-${name}`).textContent = String(value);
    const trouble = this.trouble();
    const { columns, rows, target } = this.size;
    byId("size-words").textContent = trouble || `${columns} × ${rows}, ${target} in a row, ${this.gravity.checked ? "stones fall" : "stones lie where they are put"}.`;
    /** @type {HTMLButtonElement} */ (byId("play-size")).disabled = trouble !== "";
  }
}
