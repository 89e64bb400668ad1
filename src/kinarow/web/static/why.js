// The "why" panel: one sentence, then what counted in groups, the heaviest first; each lit on the board.

import { byId, make, pieceMark, signed, whilePointedAt } from "./dom.js";
import { sideName, state } from "./state.js";

/** @typedef {import("./answers.js").Explanation} Explanation */
/** @typedef {import("./answers.js").Contribution} Contribution */

/** What counts for the same reason. @typedef {{title: string, points: number, note: string, counted: Contribution[]}} Group */

/** Rows of a group that are drawn; more nobody reads. */
const MOST_ROWS = 40;
/** Scores at most so far from even are said to be even. */
const EVEN = 0.005;

/** @param {number} points */
function tone(points) {
  return points > 0 ? "good" : points < 0 ? "bad" : "";
}

export class Why {
  /**
   * @param {HTMLElement} host
   * @param {(lines: string[][], tone: string) => void} light
   */
  constructor(host, light) {
    this.host = host;
    this.light = light;
    /** @type {{row: HTMLElement, cells: Set<string>}[]} */
    this.rows = [];
    /** Titles of the groups that are unfolded, also on the next board. @type {Set<string>} */
    this.unfolded = new Set();
  }

  /** @param {Explanation | null} explanation @param {string} otherwise why there is none */
  draw(explanation, otherwise) {
    this.rows = [];
    if (!explanation) {
      byId("score").textContent = "";
      byId("why-sentence").textContent = otherwise;
      this.host.replaceChildren();
      return;
    }
    const groups = explanation.steps
      .map((step) => ({ ...step, counted: explanation.contributions.filter((c) => c.step === step.title) }))
      .filter(({ counted, points }) => counted.length || points)
      .sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
    const largest = Math.max(1e-9, ...groups.map(({ points }) => Math.abs(points)));
    byId("score").textContent = signed(explanation.score);
    const remarks = explanation.remarks.map(({ words }) => ` ${words}.`).join("");
    byId("why-sentence").textContent = sentence(explanation, groups) + remarks;
    this.host.replaceChildren(...groups.map((group) => this.group(group, largest)));
  }

  /** @param {Group} group @param {number} largest */
  group(group, largest) {
    const { title, points, note, counted } = group;
    const details = /** @type {HTMLDetailsElement} */ (make("details", `group ${tone(points)}`));
    const head = make("summary", "group-head");
    const bar = make("span", `meter ${tone(points)}`);
    bar.setAttribute("aria-hidden", "true");
    bar.style.setProperty("--share", String(Math.abs(points) / largest));
    const [first, second] = [1, -1].map((sign) => counted.filter((c) => sign * c.points > 0).length);
    const counts = make("span", "counts", `${first} : ${second}`);
    counts.title = `${first} for ${sideName(1)}, ${second} for ${sideName(2)}`;
    head.append(make("span", "title", title), counts, bar, make("span", "points", signed(points)));
    details.append(head);
    const lines = counted.map(({ cells }) => cells).filter((cells) => cells.length);
    whilePointedAt(head, () => this.light(lines, tone(points)), () => this.light([], ""));
    details.open = this.unfolded.has(title);
    const fill = () => {
      if (details.open) this.unfolded.add(title);
      else this.unfolded.delete(title);
      if (details.open && details.childElementCount === 1) details.append(...this.inside(note, counted));
    };
    details.addEventListener("toggle", fill);
    if (details.open) fill();
    return details;
  }

  /** @param {string} note @param {Contribution[]} counted */
  inside(note, counted) {
    const list = make("ul");
    const heaviest = [...counted].sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
    list.append(...heaviest.slice(0, MOST_ROWS).map((c) => this.row(c)));
    if (heaviest.length > MOST_ROWS) list.append(make("li", "note", `and ${heaviest.length - MOST_ROWS} more`));
    return [...(note ? [make("p", "note", inNumbers(note))] : []), list];
  }

  /** @param {Contribution} contribution */
  row({ cells, holds, points }) {
    const row = /** @type {HTMLButtonElement} */ (make("button", `contribution ${tone(points)}`));
    row.type = "button";
    const name = cells.length > 1 ? `${cells[0]}–${cells[cells.length - 1]}` : cells[0];
    const held = make("span", "holds");
    held.append(...[...holds].map((mark) => (mark === "." ? make("span", "empty-cell", "·") : pieceMark(mark === "X" ? 1 : 2, sideName(mark === "X" ? 1 : 2)))));
    row.append(make("span", "cells", name), held, make("span", "points", signed(points)));
    whilePointedAt(row, () => this.light([cells], tone(points)), () => this.light([], ""));
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

/** A sum without the letters that its formula has for the sides, which have their names here. @param {string} note */
function inNumbers(note) {
  return note.replace(/^\S+\(\S+[₀-₉]+ − \S+[₀-₉]+\) = /, "");
}

/** Who is ahead, and mostly for what. @param {Explanation} explanation @param {Group[]} groups */
function sentence({ score, evaluator }, groups) {
  const judge = `By ${evaluator}`;
  if (!groups.length) return state.position?.plies ? `${judge} no stone counts here.` : "Nothing counts yet: play a stone.";
  if (Math.abs(score) < EVEN) return `${judge} it is even.`;
  const ahead = score > 0 ? 1 : 2;
  const most = groups.find(({ points }) => points * score > 0);
  const against = groups.find(({ points }) => points * score < 0);
  // What a function says of itself is no more than its stones.
  const ofFunction = groups.some(({ counted }) => counted.some(({ term }) => ["stone", "empty", "rest"].includes(term)));
  const mostly = most && !ofFunction ? `, mostly for ${most.title}` : "";
  const despite = mostly && against ? `; ${against.title} ${/s$/.test(against.title) ? "speak" : "speaks"} for ${sideName(ahead === 1 ? 2 : 1)}` : "";
  return `${judge} ${sideName(ahead)} is ahead by ${signed(Math.abs(score)).slice(1)}${mostly}${despite}.`;
}
