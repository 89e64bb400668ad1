// What each move is worth by the evaluator and exactly: under every column, or on the cells.

import { ask, listen } from "./api.js";
import { place } from "./cells.js";
import { button, make, short, signed, whilePointedAt, wordsOf, worth } from "./dom.js";
import { guessedHint, judge, judgementWords, outcomeOf, pliesAhead, provenHint } from "./judgement.js";

/** @typedef {import("./api.js").Position} Position */
/** @typedef {import("./api.js").EvaluatorOrName} EvaluatorOrName */
/** @typedef {import("./api.js").Ahead} Ahead */
/** @typedef {import("./api.js").Exact} Exact */
/** @typedef {import("./judgement.js").Judged} Judged */

/** On larger boards a cell has room for two numbers, not for three. */
const MOST_CELLS_WITH_ALL = 64;
/** So many of the evaluator's favourites stand out among the numbers on the cells; on larger boards only they have any. */
const STRONG_MOVES = 10;
const HINT_PLAYER = "alphabeta:nodes=300000";

/** The class of a number that is known exactly; none as long as it is not. @param {number | null | undefined} exact */
function toneOf(exact) {
  return typeof exact === "number" ? outcomeOf(exact) : "";
}

export class Scores {
  /**
   * @param {HTMLElement} host
   * @param {import("./board.js").Board} board
   * @param {{look: (move: string | null) => void, play: (move: string) => void, inColumns: () => boolean, flipped: () => boolean, conceals: () => boolean, tell: () => void}} page
   */
  constructor(host, board, page) {
    this.host = host;
    this.board = board;
    this.page = page;
    this.waiting = new AbortController();
    /** One ply ahead. @type {Ahead | null} */
    this.next = null;
    /** @type {Ahead | null} */
    this.ahead = null;
    /** @type {Map<string, number | null>} */
    this.exact = new Map();
    /** Until all exact values are here that will be. */
    this.solving = Promise.resolve();
    /** @type {Position | null} */
    this.position = null;
    /** Who judges it. @type {EvaluatorOrName} */
    this.evaluator = "";
    /** Why there is no analysis. */
    this.failure = "";
    /** The move that is pointed at. @type {string | null} */
    this.pointed = null;
    this.drawing = 0;
  }

  /** Ask about a position; what was asked before is no longer waited for. @param {Position} position @param {EvaluatorOrName} evaluator */
  ask(position, evaluator) {
    this.waiting.abort();
    this.waiting = new AbortController();
    this.position = position;
    this.evaluator = evaluator;
    this.next = this.ahead = null;
    this.exact = new Map();
    this.failure = "";
    this.draw();
    if (position.over) return;
    const { signal } = this.waiting;
    const question = { game: position.game, moves: position.line, evaluator, depth: 10, seconds: 2 };
    const fail = (/** @type {unknown} */ error) => {
      this.failure = wordsOf(error);
      this.drawSoon();
    };
    listen("analysis", question, signal, (/** @type {Ahead} */ answer) => {
      this.next ??= answer;
      this.ahead = answer;
      this.drawSoon();
    }).catch(fail);
    this.solving = listen("exact", { game: position.game, moves: position.line, seconds: 3 }, signal, (/** @type {Exact} */ answer) => {
      this.exact.set(answer.move, answer.exact);
      this.drawSoon();
    }).catch(fail);
  }

  /** Answers come faster than the screen shows them. */
  drawSoon() {
    cancelAnimationFrame(this.drawing);
    this.drawing = requestAnimationFrame(() => this.draw());
  }

  draw() {
    const position = this.position;
    if (!position || position.over) {
      this.host.replaceChildren();
      this.board.number([]);
      return;
    }
    if (this.page.conceals()) {
      this.host.replaceChildren(this.concealed());
      this.board.number([]);
      return;
    }
    const moves = judge(position, this.next, this.ahead, this.exact);
    const inColumns = this.page.inColumns();
    const table = inColumns ? [this.columns(moves, position)] : [];
    this.board.number(inColumns ? [] : this.numbers(moves));
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.move : undefined;
    this.host.replaceChildren(...table, make("p", "legend", this.legend(moves, inColumns)));
    if (focused) /** @type {HTMLElement | null} */ (this.host.querySelector(`[data-move="${focused}"]`))?.focus();
  }

  /** While a better move is looked for. */
  concealed() {
    const show = button("Show them", () => this.page.tell());
    show.id = "show-values";
    const words = make("p", "concealed", "What each move is worth is hidden while you try. ");
    words.append(show);
    return words;
  }

  /** On large boards the move that is pointed at has its numbers too. @param {string | null} move */
  point(move) {
    if (move === this.pointed) return;
    this.pointed = move;
    if (this.position && !this.position.over && !this.page.inColumns() && !this.page.conceals()) this.board.number(this.numbers(judge(this.position, this.next, this.ahead, this.exact)));
  }

  /** Those that have numbers: where moves are many, the best that stand out from the rest. @param {Judged[]} moves */
  outstanding(moves) {
    if (moves.length <= MOST_CELLS_WITH_ALL) return moves;
    const rest = moves.map(({ ahead }) => ahead ?? -Infinity).sort((a, b) => b - a)[STRONG_MOVES];
    const best = moves.filter(({ isBest }) => isBest);
    return moves.filter(({ ahead, isBest }) => (ahead ?? -Infinity) > rest || (isBest && best.length <= STRONG_MOVES));
  }

  /** The judgement of a move in words. @param {string} move */
  words(move) {
    if (!this.position || this.page.conceals()) return "";
    const found = judge(this.position, this.next, this.ahead, this.exact).find((judged) => judged.move === move);
    return found ? judgementWords(found) : "";
  }

  /** A move to try, once it is known what can be proven in time. @returns {Promise<import("./judgement.js").Hint | null>} */
  async hint() {
    await this.solving;
    const position = this.position;
    if (!position || position.over) return null;
    const judged = () => judge(position, this.next, this.ahead, this.exact);
    const proven = provenHint(judged());
    if (proven) return proven;
    const question = { game: position.game, moves: position.line, player: HINT_PLAYER, evaluator: this.evaluator };
    const choice = await ask("move", question);
    return guessedHint(judged(), position.explanation.evaluator, choice, this.ahead?.depth ?? 0);
  }

  /** Three rows of numbers under the board. @param {Judged[]} moves @param {Position} position */
  columns(moves, position) {
    const table = make("div", "columns");
    const heads = make("div", "heads");
    heads.setAttribute("aria-hidden", "true");
    heads.append(...["change", "ahead", "exact"].map((name) => make("span", "", name)));
    table.append(heads, ...moves.map((judged) => this.column(judged, position.diagram.columns)));
    return table;
  }

  /** @param {Judged} judged @param {number} columns */
  column(judged, columns) {
    const { move, cell, change, ahead, exact, isFavourite, isWrong, isBest } = judged;
    const entry = /** @type {HTMLButtonElement} */ (make("button", "move-score"));
    entry.type = "button";
    entry.dataset.move = move;
    const { column } = place(cell);
    entry.style.gridColumn = String((this.page.flipped() ? columns - 1 - column : column) + 2);
    entry.classList.toggle("favourite", isFavourite);
    entry.classList.toggle("wrong", isWrong);
    entry.classList.toggle("best", isBest);
    entry.append(
      make("span", "change", change === undefined ? "…" : worth(change)),
      make("span", "heuristic", ahead === undefined ? "…" : worth(ahead)),
      make("span", `exact ${toneOf(exact)}`, exact === undefined ? "…" : exact === null ? "?" : signed(exact)),
    );
    entry.setAttribute("aria-label", judgementWords(judged));
    entry.title = exact === null ? "not solved in time" : "";
    whilePointedAt(entry, () => this.page.look(move), () => this.page.look(null));
    entry.addEventListener("click", () => this.page.play(move));
    return entry;
  }

  /** The same on the cells where the stones would come to lie. @param {Judged[]} moves */
  numbers(moves) {
    const isSmall = this.isSmall();
    // Where nothing is solved, a question mark on every cell would say less than the line below.
    const someSolved = moves.some(({ exact }) => typeof exact === "number");
    const ranked = moves.map(({ ahead }) => ahead ?? -Infinity).sort((a, b) => b - a);
    const good = ranked[Math.min(STRONG_MOVES, ranked.length) - 1];
    const pointed = moves.filter(({ move }) => move === this.pointed);
    return [...new Set([...this.outstanding(moves), ...pointed])].map(({ cell, change, ahead, exact, isFavourite, isWrong, isBest }) => {
      const lines = [];
      if (isSmall && change !== undefined) lines.push({ text: short(change), className: "change" });
      if (ahead !== undefined) lines.push({ text: short(ahead), className: ahead >= good ? "heuristic strong" : "heuristic" });
      if (typeof exact === "number") lines.push({ text: `=${signed(exact)}`, className: `exact ${toneOf(exact)}` });
      else if (exact === null && (isSmall || someSolved)) lines.push({ text: "=?", className: "exact" });
      const className = isWrong ? "wrong" : isBest ? `best ${toneOf(exact)}` : isFavourite ? "favourite" : "";
      return { cell, className, lines };
    });
  }

  isSmall() {
    const { columns, rows } = this.position?.diagram ?? { columns: 0, rows: 0 };
    return columns * rows <= MOST_CELLS_WITH_ALL;
  }

  /** @param {Judged[]} moves @param {boolean} inColumns */
  legend(moves, inColumns) {
    if (this.failure) return `Not judged: ${this.failure}`;
    const depth = this.ahead ? pliesAhead(this.ahead.depth) : "looking ahead …";
    const solved = moves.filter(({ exact }) => typeof exact === "number").length;
    const unsolved = moves.filter(({ exact }) => exact === null).length;
    const honest = !unsolved ? "" : solved ? ` Exact: ${solved} of ${moves.length} moves solved in time.` : " Exact: not solved in time.";
    const wrong = moves.some(({ isWrong }) => isWrong) ? " ⚠ The evaluator's favourite gives the outcome away." : "";
    const lost = moves.some(({ exact, isBest }) => isBest && toneOf(exact) === "loss") ? " Every move loses." : "";
    const few = this.outstanding(moves);
    const which =
      few.length === moves.length ? "On the cells"
      : few.length || !this.ahead ? `On the ${few.length || ""} best cells (point at another for its own)`
      : `More than ${STRONG_MOVES} moves are worth the same (point at one for its number)`;
    const what = inColumns
      ? `For the side to move: what the move changes at once, what it is worth by the evaluator ${depth}, and exactly.`
      : `${which}, for the side to move: ${this.isSmall() ? "what the move changes at once (italic), " : ""}worth by the evaluator, ${depth}; = exactly.`;
    return `${what}${honest}${this.ahead?.note ? ` ${this.ahead.note.replace(/\.$/, "")}.` : ""}${lost}${wrong}`;
  }
}
