// The page of the search tree: a lesson of minimax and alpha-beta on the position that is shown, or on the textbooks' tree.

import { ask } from "./api.js";
import { byId, save, wordsOf } from "./dom.js";

/** @typedef {import("./lesson_picture.js").Lesson} Lesson */
/** @typedef {{cell: string, side: 1 | 2}[]} Stones */

/** What is shown side by side: its title, and what is asked for. @type {Record<string, {title: string, algorithm: string, order: string}[]>} */
const SHOWN = {
  alphabeta: [{ title: "Alpha-beta", algorithm: "alphabeta", order: "usual" }],
  minimax: [{ title: "Minimax", algorithm: "minimax", order: "usual" }],
  both: [
    { title: "Minimax", algorithm: "minimax", order: "usual" },
    { title: "Alpha-beta", algorithm: "alphabeta", order: "usual" },
  ],
  orders: [
    { title: "Alpha-beta, best moves first", algorithm: "alphabeta", order: "good" },
    { title: "Alpha-beta, worst moves first", algorithm: "alphabeta", order: "bad" },
  ],
};
const INVITATION = "Watch a search decide: press Search, then step.";

export class Tree {
  /** @param {{game: () => string, moves: () => string, evaluator: () => import("./api.js").EvaluatorOrName, isShown: () => boolean, show: (stones: Stones) => void}} page */
  constructor(page) {
    this.page = page;
    /** @type {import("./lesson_player.js").LessonPlayer | null} */
    this.player = null;
    /** What the tree on the page was asked for. */
    this.asked = "";
    this.of = /** @type {HTMLSelectElement} */ (byId("tree-of"));
    this.depth = /** @type {HTMLSelectElement} */ (byId("tree-depth"));
    this.shown = /** @type {HTMLSelectElement} */ (byId("tree-show"));
    byId("grow-tree").addEventListener("click", () => void this.grow());
    for (const select of [this.of, this.depth, this.shown]) select.addEventListener("change", () => void this.grow());
    byId("tree-slides").addEventListener("click", () => void this.saveSlides());
    byId("projector").addEventListener("click", () => this.project(!document.body.classList.contains("projector")));
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.project(false));
    byId("tree-words").textContent = INVITATION;
  }

  /** What a tree is of, as a text to compare; the textbooks' is the same everywhere. */
  subject() {
    return this.of.value === "textbook" ? "textbook" : JSON.stringify([this.page.game(), this.page.moves(), this.page.evaluator()]);
  }

  /** The board shows a position: the tree of another one goes. */
  follow() {
    if (!this.page.isShown()) {
      this.player?.pause();
      this.project(false);
    } else if (this.asked === this.subject()) this.player?.show();
    if (this.asked === this.subject() || !this.player) return;
    this.clear();
    byId("tree-words").textContent = INVITATION;
  }

  clear() {
    this.player?.pause();
    this.player = null;
    this.asked = "";
    byId("tree").replaceChildren();
    byId("tree-slides").hidden = true;
  }

  /** What the server is asked a tree of. */
  question() {
    if (this.of.value === "textbook") return {};
    return { game: this.page.game(), moves: this.page.moves(), evaluator: this.page.evaluator(), depth: Number(this.depth.value) };
  }

  /** The search that is shown as a file of its own. */
  async saveSlides() {
    try {
      const { html } = await ask("slides", { ...this.question(), of: this.of.value, show: this.shown.value });
      save(html, `search-${this.shown.value}.html`, "text/html");
    } catch (error) {
      byId("tree-words").textContent = wordsOf(error);
    }
  }

  async grow() {
    this.clear();
    const asked = (this.asked = this.subject());
    const words = byId("tree-words");
    words.textContent = "Searching …";
    const isTextbook = this.of.value === "textbook";
    const of = this.question();
    const shown = this.shown.value;
    this.depth.disabled = isTextbook;
    try {
      // What draws a tree comes with the first one.
      const { LessonPlayer } = await import("./lesson_player.js");
      const lessons = await Promise.all(SHOWN[shown].map(({ algorithm, order }) => ask(isTextbook ? "textbook" : "lesson", { ...of, algorithm, order })));
      if (asked !== this.asked || asked !== this.subject() || shown !== this.shown.value) return;
      words.textContent = this.about(lessons);
      const told = lessons.map((lesson, i) => ({ title: SHOWN[shown][i].title, lesson: /** @type {Lesson} */ (lesson) }));
      byId("tree-slides").hidden = false;
      this.player = new LessonPlayer(byId("tree"), told, (stones) => this.page.isShown() && this.page.show(stones));
    } catch (error) {
      if (asked !== this.asked) return;
      this.asked = "";
      words.textContent = wordsOf(error);
    }
  }

  /** What the lessons come to, in a sentence. @param {Lesson[]} lessons */
  about(lessons) {
    const [one, other] = lessons.map(({ looked_at: looked }) => looked);
    const evaluator = this.page.evaluator();
    const by = this.of.value === "textbook" ? "" : ` Leaves are judged by ${typeof evaluator === "string" ? evaluator : evaluator.name}.`;
    if (other === undefined) return `MAX is the side to move and wants the largest value, MIN the smallest.${by}`;
    const [more, less] = [Math.max(one, other), Math.min(one, other)];
    return `The same value ${lessons[0].label} from ${less} nodes instead of ${more}.${by}`;
  }

  /** Large enough for the last row. @param {boolean} isOn */
  project(isOn) {
    document.body.classList.toggle("projector", isOn);
    byId("projector").setAttribute("aria-pressed", String(isOn));
    // Else Space, by which one goes on, would press the button again.
    if (isOn) /** @type {HTMLElement | null} */ (byId("tree").querySelector(".tree-place"))?.focus();
  }
}
