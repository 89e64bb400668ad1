// Under every column, or in a list without gravity: what a move is worth by the evaluator and exactly.

import { listen } from "./api.js";
import { make, signed, worth } from "./dom.js";

/** @typedef {import("./api.js").Position} Position */
/** @typedef {import("./api.js").EvaluatorOrName} EvaluatorOrName */
/** @typedef {import("./api.js").Ahead} Ahead */
/** @typedef {import("./api.js").Exact} Exact */

const MOST_MOVES = 12;

export class Scores {
  /** @param {HTMLElement} host @param {(move: string | null) => void} look @param {(move: string) => void} play */
  constructor(host, look, play) {
    this.host = host;
    this.look = look;
    this.play = play;
    this.waiting = new AbortController();
    /** @type {Ahead | null} */
    this.ahead = null;
    /** @type {Map<string, number | null>} */
    this.exact = new Map();
    /** @type {Position | null} */
    this.position = null;
  }

  /** Ask about a position; what was asked before is no longer waited for. @param {Position} position @param {EvaluatorOrName} evaluator */
  ask(position, evaluator) {
    this.waiting.abort();
    this.waiting = new AbortController();
    this.position = position;
    this.ahead = null;
    this.exact = new Map();
    this.draw();
    if (position.over) return;
    const { signal } = this.waiting;
    const question = { game: position.game, moves: position.line, evaluator, depth: 10, seconds: 2 };
    const quietly = () => {};
    listen("analysis", question, signal, (/** @type {Ahead} */ answer) => {
      this.ahead = answer;
      this.draw();
    }).catch(quietly);
    listen("exact", { game: position.game, moves: position.line, seconds: 3 }, signal, (/** @type {Exact} */ answer) => {
      this.exact.set(answer.move, answer.exact);
      this.draw();
    }).catch(quietly);
  }

  /** The moves the evaluator likes best. */
  favourites() {
    if (!this.ahead) return [];
    const entries = Object.entries(this.ahead.scores);
    const best = Math.max(...entries.map(([, score]) => score));
    return entries.filter(([, score]) => score === best).map(([move]) => move);
  }

  draw() {
    const position = this.position;
    if (!position || position.over) {
      this.host.replaceChildren();
      return;
    }
    const favourites = this.favourites();
    const known = [...this.exact.values()].filter((value) => value !== null);
    const bestExact = known.length === position.moves.length ? Math.max(.../** @type {number[]} */ (known)) : null;
    const listed = position.gravity ? position.moves : this.bestMoves(position);
    const table = make("div", position.gravity ? "columns" : "list");
    table.style.setProperty("--columns", String(position.diagram.columns));
    for (const { move, cell } of listed) {
      const entry = /** @type {HTMLButtonElement} */ (make("button", "move-score"));
      entry.type = "button";
      entry.dataset.move = move;
      if (position.gravity) entry.style.gridColumn = String(columnOf(cell) + 1);
      const ahead = this.ahead?.scores[move];
      const exact = this.exact.get(move);
      const heuristic = ahead === undefined ? "…" : worth(ahead);
      const truth = exact === undefined ? "…" : exact === null ? "not solved" : signed(exact);
      const isFavourite = favourites.includes(move);
      const isWrong = isFavourite && bestExact !== null && typeof exact === "number" && Math.sign(exact) < Math.sign(bestExact);
      entry.classList.toggle("favourite", isFavourite);
      entry.classList.toggle("wrong", isWrong);
      entry.classList.toggle("best", bestExact !== null && exact === bestExact);
      entry.append(
        make("span", "name", move),
        make("span", "heuristic", heuristic),
        make("span", "exact", exact === null ? "?" : truth),
      );
      entry.setAttribute("aria-label", `Move ${move}: by the evaluator ${heuristic}, exactly ${truth}${isWrong ? ", the evaluator is wrong" : ""}`);
      entry.title = exact === null ? "not solved in time" : "";
      entry.addEventListener("mouseenter", () => this.look(move));
      entry.addEventListener("focus", () => this.look(move));
      entry.addEventListener("mouseleave", () => this.look(null));
      entry.addEventListener("blur", () => this.look(null));
      entry.addEventListener("click", () => this.play(move));
      table.append(entry);
    }
    const depth = this.ahead ? `${this.ahead.depth} plies ahead` : "looking ahead …";
    const wrong = table.querySelector(".wrong") ? " ⚠ The evaluator's favourite gives the outcome away." : "";
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.move : undefined;
    this.host.replaceChildren(table, make("p", "legend", `For the side to move: top by the evaluator, ${depth}; bottom exact.${wrong}`));
    if (focused) /** @type {HTMLElement | null} */ (this.host.querySelector(`[data-move="${focused}"]`))?.focus();
  }

  /** On boards without columns, the moves the evaluator likes. @param {Position} position */
  bestMoves(position) {
    const scores = this.ahead?.scores;
    if (!scores) return [];
    return [...position.moves]
      .sort((a, b) => (scores[b.move] ?? 0) - (scores[a.move] ?? 0))
      .slice(0, MOST_MOVES);
  }
}

/** @param {string} cell */
function columnOf(cell) {
  let column = 0;
  for (const letter of cell.replace(/\d+$/, "")) column = 26 * column + letter.charCodeAt(0) - 96;
  return column - 1;
}
