// The "why" panel: the score split into what counted, each part lit on the board.

import { MARKS, make, signed, whilePointedAt } from "./dom.js";

/** @typedef {import("./api.js").Explanation} Explanation */
/** @typedef {import("./api.js").Contribution} Contribution */

/** What a cell holds, as the server writes it. @type {Record<string, string>} */
const HELD = { X: MARKS[1], O: MARKS[2], ".": "·" };

/** @param {number} points */
function tone(points) {
  return points > 0 ? "good" : points < 0 ? "bad" : "";
}

export class Why {
  /**
   * @param {HTMLElement} host
   * @param {(cells: string[], tone: string) => void} light
   */
  constructor(host, light) {
    this.host = host;
    this.light = light;
    /** @type {{row: HTMLElement, cells: Set<string>}[]} */
    this.rows = [];
  }

  /** @param {Explanation} explanation */
  draw(explanation) {
    this.rows = [];
    const largest = Math.max(1, ...explanation.contributions.map((c) => Math.abs(c.points)));
    const parts = explanation.steps
      .map((step) => ({ ...step, counted: explanation.contributions.filter((c) => c.step === step.title) }))
      .filter((step) => step.counted.length)
      .map((step) => this.step(step, largest));
    if (!parts.length) parts.push(make("p", "nothing", "Nothing counts yet: play a stone."));
    this.host.replaceChildren(...parts);
  }

  /**
   * @param {{title: string, points: number, note: string, counted: Contribution[]}} step
   * @param {number} largest
   */
  step({ title, points, note, counted }, largest) {
    const section = make("section", "step");
    const head = make("h3", "", title);
    head.append(make("span", `points ${tone(points)}`, signed(points)));
    const list = make("ul", "");
    list.append(...counted.map((c) => this.row(c, largest)));
    section.append(head, ...(note ? [make("p", "note", note)] : []), list);
    return section;
  }

  /** @param {Contribution} contribution @param {number} largest */
  row(contribution, largest) {
    const { cells, holds, points } = contribution;
    const row = /** @type {HTMLButtonElement} */ (make("button", `contribution ${tone(points)}`));
    row.type = "button";
    const name = cells.length > 1 ? `${cells[0]}–${cells[cells.length - 1]}` : cells[0];
    const bar = make("span", "bar");
    // A root, so that the small ones can still be seen beside the large.
    bar.style.setProperty("--share", String(Math.sqrt(Math.abs(points) / largest)));
    bar.setAttribute("aria-hidden", "true");
    row.append(
      make("span", "cells", name),
      make("span", "holds", [...holds].map((mark) => HELD[mark]).join(" ")),
      bar,
      make("span", "points", signed(points)),
    );
    whilePointedAt(row, () => this.light(cells, tone(points)), () => this.light([], ""));
    this.rows.push({ row, cells: new Set(cells) });
    const item = make("li", "");
    item.append(row);
    return item;
  }

  /** Mark the contributions that a cell is part of. @param {string | null} cell */
  mark(cell) {
    for (const { row, cells } of this.rows) row.classList.toggle("touched", cell !== null && cells.has(cell));
  }
}
