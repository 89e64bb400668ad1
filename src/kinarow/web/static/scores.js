// What each move is worth, exactly in letters and by the evaluator as a bar: under every column, or on the cells.

import { ask, listen } from "./api.js";
import { place } from "./cells.js";
import { button, make, short, whilePointedAt, wordsOf, worth } from "./dom.js";
import { byLiking, guessedHint, inLetters, judge, judgementWords, onScale, pliesAhead, provenHint } from "./judgement.js";
import { state } from "./state.js";

/** @typedef {import("./answers.js").Position} Position */
/** @typedef {import("./api.js").EvaluatorOrName} EvaluatorOrName */
/** @typedef {import("./answers.js").Ahead} Ahead */
/** @typedef {import("./answers.js").Exact} Exact */
/** @typedef {import("./judgement.js").Judged} Judged */

/** On larger boards a cell has room for two lines, not for three. */
const MOST_CELLS_WITH_ALL = 64;
/** So many of the evaluator's favourites stand out on the cells; on larger boards only they have anything. */
const STRONG_MOVES = 10;
const HINT_NODES = 300000;

export class Scores {
  /**
   * @param {HTMLElement} host
   * @param {import("./board.js").Board} board
   * @param {{look: (move: string | null) => void, play: (move: string) => void, inColumns: () => boolean, isShown: () => boolean, conceals: () => boolean, tell: () => void, foresee: (line: string[]) => void, judged: () => void}} page
   */
  constructor(host, board, page) {
    this.host = host;
    this.board = board;
    this.page = page;
    this.waiting = new AbortController();
    this.isAsked = false;
    /** One ply ahead. @type {Ahead | null} */
    this.next = null;
    /** @type {Ahead | null} */
    this.ahead = null;
    /** @type {Map<string, Exact>} */
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

  /** From now on another position; what was asked before is no longer waited for. @param {Position} position @param {EvaluatorOrName} evaluator */
  follow(position, evaluator) {
    this.waiting.abort();
    this.waiting = new AbortController();
    this.position = position;
    this.evaluator = evaluator;
    this.isAsked = false;
    this.next = this.ahead = null;
    this.exact = new Map();
    this.failure = "";
    this.draw();
  }

  /** Only what is shown is asked for. */
  ask() {
    const { position, evaluator } = this;
    if (this.isAsked || !position || position.over) return;
    this.isAsked = true;
    const { signal } = this.waiting;
    const question = { game: position.game, moves: position.line, evaluator, depth: 10, seconds: 2 };
    const fail = (/** @type {unknown} */ error) => {
      this.failure = wordsOf(error);
      this.drawSoon();
    };
    listen("analysis", question, signal, (answer) => {
      this.next ??= answer;
      this.ahead = answer;
      this.drawSoon();
    }).catch(fail);
    this.solving = listen("exact", { game: position.game, moves: position.line, seconds: 3 }, signal, (answer) => {
      this.exact.set(answer.move, answer);
      this.drawSoon();
    }).catch(fail);
  }

  /** Answers come faster than the screen shows them. */
  drawSoon() {
    cancelAnimationFrame(this.drawing);
    this.drawing = requestAnimationFrame(() => this.draw());
  }

  judged() {
    return this.position ? judge(this.position, this.next, this.ahead, this.exact) : [];
  }

  draw() {
    const position = this.position;
    const isShown = this.page.isShown();
    if (isShown) this.ask();
    if (!position || position.over || !isShown) {
      this.host.replaceChildren(...(position && !position.over && this.page.conceals() ? [this.concealed()] : []));
      this.board.note([]);
      return;
    }
    const moves = this.judged();
    const inColumns = this.page.inColumns();
    this.board.note(inColumns ? [] : this.notes(moves));
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.move : undefined;
    this.host.replaceChildren(...(inColumns ? [this.columns(moves, position)] : []), this.legend(moves, inColumns));
    if (focused) /** @type {HTMLElement | null} */ (this.host.querySelector(`[data-move="${focused}"]`))?.focus();
    this.page.judged();
  }

  /** While a better move is looked for. */
  concealed() {
    const show = button("Show values", () => this.page.tell());
    show.id = "show-values";
    const words = make("p", "concealed", "Values are hidden while you try. ");
    words.append(show);
    return words;
  }

  /** On large boards the move that is pointed at has its values too. @param {string | null} move */
  point(move) {
    if (move === this.pointed) return;
    this.pointed = move;
    if (this.position && !this.position.over && !this.page.inColumns() && this.page.isShown()) this.board.note(this.notes(this.judged()));
  }

  /**
   * Those that have values on the board: where moves are many, the winning ones alone if there are any; else the best of those
   * that do not lose, as far as they stand out from the rest.
   * @param {Judged[]} moves
   */
  outstanding(moves) {
    if (moves.length <= MOST_CELLS_WITH_ALL) return moves;
    const wins = moves.filter(({ truth }) => truth?.outcome === "win");
    if (wins.length) return byLiking(wins).slice(0, STRONG_MOVES);
    const open = moves.filter(({ truth }) => truth?.outcome !== "loss");
    const liked = byLiking(open.length ? open : moves);
    if (!open.length) return liked.slice(0, STRONG_MOVES);
    const rest = liked[STRONG_MOVES]?.ahead ?? -Infinity;
    return liked.filter(({ ahead }) => (ahead ?? -Infinity) > rest);
  }

  /** The judgement of a move in words. @param {string} move */
  words(move) {
    if (!this.page.isShown()) return "";
    const found = this.judged().find((judged) => judged.move === move);
    return found ? judgementWords(found) : "";
  }

  /** A move to try, once it is known what can be proven in time. @returns {Promise<import("./judgement.js").Hint | null>} */
  async hint() {
    this.ask();
    await this.solving;
    const position = this.position;
    if (!position || position.over) return null;
    const proven = provenHint(this.judged());
    if (proven) return proven;
    const player = `${position.searcher}:nodes=${HINT_NODES}`;
    const choice = await ask("move", { game: position.game, moves: position.line, player, evaluator: this.evaluator });
    return guessedHint(this.judged(), position.searcher === "threat-search" ? "threats" : position.explanation?.evaluator ?? "open-lines", choice, this.ahead?.depth ?? 0);
  }

  /** @param {Judged[]} moves @param {Position} position */
  columns(moves, position) {
    const table = make("div", state.hasNumbers ? "columns with-numbers" : "columns");
    const heads = make("div", "heads");
    heads.setAttribute("aria-hidden", "true");
    heads.append(...(state.hasNumbers ? ["exact", "change", "ahead"] : ["exact", "eval."]).map((name) => make("span", "", name)));
    table.append(heads, ...moves.map((judged) => this.column(judged, position)));
    return table;
  }

  /** @param {Judged} judged @param {Position} position */
  column(judged, position) {
    const { move, cell, change, ahead, truth, isFavourite, isWrong, isBest } = judged;
    const { columns } = position.diagram;
    const entry = button("", () => this.page.play(move));
    entry.className = "move-score";
    entry.dataset.move = move;
    const { column } = place(cell);
    entry.style.gridColumn = String((state.flipped ? columns - 1 - column : column) + 2);
    for (const [name, is] of Object.entries({ favourite: isFavourite, wrong: isWrong, best: isBest })) entry.classList.toggle(name, is);
    entry.append(make("span", `exact ${truth?.outcome ?? ""}`, inLetters(truth)));
    if (state.hasNumbers) {
      entry.append(make("span", "change", change === undefined ? "…" : worth(change)), make("span", "heuristic", ahead === undefined ? "…" : worth(ahead)));
    } else {
      entry.append(meter(ahead, position.scale));
    }
    entry.setAttribute("aria-label", judgementWords(judged));
    entry.title = judgementWords(judged);
    whilePointedAt(entry, () => this.page.look(move), () => this.page.look(null));
    return entry;
  }

  /** The same on the cells where the stones would come to lie. @param {Judged[]} moves @returns {import("./board.js").CellNote[]} */
  notes(moves) {
    const { columns, rows } = this.position?.diagram ?? { columns: 0, rows: 0 };
    const isSmall = columns * rows <= MOST_CELLS_WITH_ALL;
    const pointed = moves.filter(({ move }) => move === this.pointed);
    return [...new Set([...this.outstanding(moves), ...pointed])].map(({ cell, change, ahead, truth, isFavourite, isWrong, isBest }) => {
      const lines = [];
      if (truth && (truth.outcome || isSmall)) lines.push({ text: inLetters(truth), className: `exact ${truth.outcome ?? ""}` });
      if (state.hasNumbers && isSmall && change !== undefined) lines.push({ text: short(change), className: "change" });
      if (ahead !== undefined && (state.hasNumbers || (!isSmall && !lines.length))) lines.push({ text: short(ahead), className: "heuristic" });
      const className = isWrong ? "wrong" : isBest ? `best ${truth?.outcome}` : isFavourite ? "favourite" : "";
      const meter = state.hasNumbers || ahead === undefined ? {} : { meter: onScale(ahead, this.position?.scale ?? 1) };
      return { cell, className, lines, ...meter };
    });
  }

  /** @param {Judged[]} moves @param {boolean} inColumns */
  legend(moves, inColumns) {
    const legend = make("p", "legend", this.failure ? `Not judged: ${this.failure}` : this.legendWords(moves, inColumns));
    const forced = moves.find(({ truth }) => (truth?.line?.length ?? 0) > 1);
    if (forced?.truth?.line) {
      const { outcome, line } = forced.truth;
      const show = button(outcome === "win" ? "Show the win" : `Show why ${forced.move} loses`, () => this.page.foresee(line));
      show.id = "show-line";
      legend.append(" ", show);
    }
    return legend;
  }

  /** @param {Judged[]} moves @param {boolean} inColumns */
  legendWords(moves, inColumns) {
    const depth = this.ahead ? `, ${pliesAhead(this.ahead.depth)}` : "";
    const solved = moves.filter(({ truth }) => truth?.outcome).length;
    const unsolved = moves.some(({ truth }) => truth && !truth.outcome);
    const honest = !unsolved ? "" : solved ? ` Exact: ${solved} of ${moves.length} moves solved in time.` : " Exact: not solved in time.";
    const wrong = moves.some(({ isWrong }) => isWrong) ? " ⚠ The evaluator's favourite throws the result away." : "";
    const lost = moves.some(({ truth, isBest }) => isBest && truth?.outcome === "loss") ? " Every move loses." : "";
    const few = this.outstanding(moves);
    const shown = few.some(({ truth }) => truth?.outcome === "win") ? "The winning moves are shown" : few.length === 1 ? "The best move is shown" : `The ${few.length} best moves are shown`;
    const which = inColumns || few.length === moves.length ? "" : few.length ? ` ${shown}; point at any cell for its value.` : this.ahead ? " Moves are worth the same; point at one for its value." : "";
    const what = `W wins, = draws, L loses, in so many moves. ${state.hasNumbers ? "Numbers" : "Bars"}: ${this.position?.explanation?.evaluator ?? "none"}${depth}.`;
    return `${what}${which}${honest}${this.ahead?.note ? ` ${this.ahead.note.replace(/\.$/, "")}.` : ""}${lost}${wrong}`;
  }
}

/** A bar that grows from the middle. @param {number | undefined} score @param {number} scale */
function meter(score, scale) {
  const made = make("span", `meter ${score === undefined ? "" : score < 0 ? "bad" : "good"}`);
  made.style.setProperty("--share", String(Math.abs(onScale(score ?? 0, scale))));
  return made;
}
