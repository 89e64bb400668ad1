// The search tree of a small depth, to unfold.

import { ask } from "./api.js";
import { byId, make, wordsOf, worth } from "./dom.js";

/**
 * @typedef {object} Node
 * @property {string | null} move
 * @property {"max" | "min"} node
 * @property {number | null} score
 * @property {"exact" | "lower" | "upper" | null} bound what the score is of the value
 * @property {string | null} best
 * @property {boolean} pruned
 * @property {Node[]} children
 */

const SIGNS = { exact: "", lower: "≥ ", upper: "≤ " };

export class Tree {
  /** @param {{game: () => string, moves: () => string, evaluator: () => import("./api.js").EvaluatorOrName}} page */
  constructor(page) {
    this.page = page;
    /** What the tree on the page was asked for. */
    this.asked = this.subject();
    byId("grow-tree").addEventListener("click", () => void this.grow());
  }

  /** What a tree is of, as a text to compare. */
  subject() {
    return JSON.stringify([this.page.game(), this.page.moves(), this.page.evaluator()]);
  }

  /** The board shows a position: the tree of another one goes. */
  follow() {
    if (this.asked === this.subject()) return;
    this.asked = this.subject();
    byId("tree-words").textContent = "";
    byId("tree").replaceChildren();
  }

  async grow() {
    const depth = Number(/** @type {HTMLSelectElement} */ (byId("tree-depth")).value);
    const asked = (this.asked = this.subject());
    try {
      const question = { game: this.page.game(), moves: this.page.moves(), evaluator: this.page.evaluator(), depth };
      const root = /** @type {Node} */ (await ask("tree", question));
      if (asked !== this.asked) return;
      byId("tree-words").textContent =
        "Values are passed up from the leaves, the best move is marked (*). Crossed-out branches need not be looked at; where there are any, the value is only known to be at most (≤) or at least (≥) a number.";
      const list = make("ul", "tree");
      list.append(this.branch(root, false, true));
      byId("tree").replaceChildren(list);
    } catch (error) {
      if (asked === this.asked) byId("tree-words").textContent = wordsOf(error);
    }
  }

  /** @param {Node} node @param {boolean} isBest @param {boolean} isOpen @returns {HTMLElement} */
  branch(node, isBest, isOpen) {
    const item = make("li", `${node.pruned ? "pruned" : ""} ${isBest ? "best" : ""}`);
    const value = node.score === null ? "pruned" : `${SIGNS[node.bound ?? "exact"]}${worth(node.score)}`;
    const words = `${node.move ?? "root"} ${node.children.length ? node.node : ""} ${value}${isBest ? " *" : ""}`;
    if (!node.children.length) {
      item.append(make("span", "", words));
      return item;
    }
    const details = /** @type {HTMLDetailsElement} */ (make("details"));
    details.open = isOpen;
    const list = make("ul");
    details.append(make("summary", "", words), list);
    const fill = () => {
      if (!list.childElementCount) list.append(...node.children.map((child) => this.branch(child, child.move === node.best, false)));
    };
    if (isOpen) fill();
    details.addEventListener("toggle", fill);
    item.append(details);
    return item;
  }
}
