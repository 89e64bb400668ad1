// The evaluators in files of one's own: each with what became of every move since the version before, and what it can be used for.

import { Comparison } from "./comparison.js";
import { button, byId, make } from "./dom.js";

/** @typedef {import("./own_files.js").OwnFiles} OwnFiles */

/** @type {[string, string][]} */
const USES = [
  ["judge", "Judge by it"],
  ["play", "Play against it"],
  ["enter", "Enter in a tournament"],
];

export class OwnEvaluators {
  /** @param {{files: OwnFiles, game: () => string, moves: () => string, isShown: () => boolean, use: (how: string, key: string) => void, report: (key: string) => void}} page */
  constructor(page) {
    this.page = page;
    /** By name. @type {Map<string, Comparison>} */
    this.comparisons = new Map();
  }

  /** The boxes, once it is known which files there are. */
  offer() {
    const files = this.page.files.files.filter(({ kind }) => kind === "evaluator");
    /** @type {HTMLDetailsElement} */ (byId("own-how")).open = !files.length;
    byId("own-evaluators").replaceChildren(...files.map(({ name }) => this.box(name)));
  }

  /** @param {string} name */
  box(name) {
    const box = make("div", "own-evaluator");
    box.dataset.evaluator = name;
    const [agreement, ranking, buttons] = [make("p", "agreement"), make("div"), make("div", "controls")];
    agreement.setAttribute("role", "status");
    ranking.setAttribute("role", "group");
    ranking.setAttribute("aria-label", `Every move, by ${name}`);
    this.comparisons.set(name, new Comparison({ agreement, ranking }, () => this.subject(name)));
    buttons.append(...USES.map(([how, words]) => button(words, () => this.page.use(how, name))), button("Write a report", () => this.page.report(name)));
    box.append(make("h3", "", name), buttons, agreement, ranking);
    return box;
  }

  /** The version in use beside the one that worked before it. @param {string} name */
  subject(name) {
    const file = this.page.files.files.find((other) => other.name === name);
    if (!file || !this.page.isShown()) return null;
    const { in_use: used, before } = this.page.files.standing(file);
    const of = (/** @type {number} */ version) => ({ evaluator: name, version });
    const now = used === null ? { evaluator: name } : of(used);
    const words = used !== null && before !== null ? ` (version ${before} → ${used})` : "";
    return { game: this.page.game(), moves: this.page.moves(), before: used !== null && before !== null ? of(before) : now, after: now, words };
  }

  /** The board shows another position, or a file has another version. */
  follow() {
    for (const comparison of this.comparisons.values()) void comparison.update();
  }
}
