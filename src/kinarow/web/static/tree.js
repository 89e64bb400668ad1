// The search tree of a small depth, to unfold.

import { ask } from "./api.js";
import { byId, make, wordsOf, worth } from "./dom.js";

/** @typedef {{move: string | null, node: "max" | "min", score: number | null, best: string | null, pruned: boolean, children: Node[]}} Node */

export class Tree {
  /** @param {{game: () => string, moves: () => string, evaluator: () => import("./api.js").EvaluatorOrName}} page */
  constructor(page) {
    this.page = page;
    byId("grow-tree").addEventListener("click", () => void this.grow());
  }

  async grow() {
    const depth = Number(/** @type {HTMLSelectElement} */ (byId("tree-depth")).value);
    try {
      const question = { game: this.page.game(), moves: this.page.moves(), evaluator: this.page.evaluator(), depth };
      const root = /** @type {Node} */ (await ask("tree", question));
      byId("tree-words").textContent = "Values are passed up from the leaves; crossed-out branches need not be looked at.";
      const list = make("ul", "tree");
      list.append(this.branch(root, false, true));
      byId("tree").replaceChildren(list);
    } catch (error) {
      byId("tree-words").textContent = wordsOf(error);
    }
  }

  /** @param {Node} node @param {boolean} isBest @param {boolean} isOpen @returns {HTMLElement} */
  branch(node, isBest, isOpen) {
    const item = make("li", `${node.pruned ? "pruned" : ""} ${isBest ? "best" : ""}`);
    const value = node.score === null ? "pruned" : worth(node.score);
    const words = `${node.move ?? "root"} ${node.children.length ? node.node : ""} ${value}`;
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
