// Puzzles to solve: a list by theme and difficulty, a board, the verdict, and why.

import { ask, get } from "./api.js";
import { Board } from "./board.js";
import { Cursor } from "./cursor.js";
import { button, byId, make, sentence, wordsOf } from "./dom.js";
import { keep, recall } from "./kept.js";
import { listenToKeys } from "./keys.js";
import { findMistakes, judge, ownGames } from "./own_mistakes.js";

/** @typedef {import("./answers.js").PuzzleSummary} Summary */
/** @typedef {import("./answers.js").Puzzle} Puzzle */
/** @typedef {import("./answers.js").Reason} Reason */
/** @typedef {Omit<import("./answers.js").Answered, "puzzle">} Answered */

const KEPT = "kinarow-learn";
/** What games are called. @type {Record<string, string>} */
const NAMES = { "drop:7x6:4": "Connect Four", "place:15x15:5": "Gomoku", "place:3x3:3": "Tic-tac-toe" };
/** In place of a theme: the mistakes of one's own games. */
const MINE = "mine";
const AIMS = { win: "to move and win", draw: "to move and not lose" };

export class Learn {
  constructor() {
    this.page = /** @type {HTMLElement} */ (document.querySelector('section[data-page="learn"]'));
    const host = byId("learn-board");
    this.board = new Board(host, { play: (cell) => this.answerAt(cell), look: (cell) => this.look(cell) });
    new Cursor(host, this.board, { bringIntoSight: (element) => element.scrollIntoView({ block: "nearest" }) }, {
      play: (cell) => this.answerAt(cell),
      look: (cell) => this.look(cell),
    });
    /** @type {Summary[]} */
    this.puzzles = [];
    /** Those of one's own games, by key. @type {Map<string, import("./own_mistakes.js").OwnPuzzle>} */
    this.own = new Map();
    this.searching = new AbortController();
    /** @type {Puzzle | null} */
    this.puzzle = null;
    /** Whether the puzzle on the board has been answered. */
    this.isAnswered = false;
    /** Whether a wrong answer was given: the next may be right, but counts no more. */
    this.isMissed = false;
    // Answers to a question that is no longer asked are dropped.
    this.asked = 0;
    for (const id of ["learn-game", "learn-theme", "learn-difficulty"]) byId(id).addEventListener("change", () => void this.list());
    byId("learn-next").addEventListener("click", () => void this.next());
    byId("learn-show").addEventListener("click", () => this.puzzle && void this.answer(null));
    listenToKeys({ n: () => void this.next() }, (digit) => this.press(digit), () => this.isShown);
    this.drawRecord();
    void this.list();
  }

  get isShown() {
    return !this.page.hidden;
  }

  /** @param {string} id */
  chosen(id) {
    return /** @type {HTMLSelectElement} */ (byId(id)).value;
  }

  /** What was solved and missed, as the browser keeps it. @returns {{streak: number, best: number, solved: Record<string, boolean>}} */
  get record() {
    const { streak, best, solved } = recall(KEPT);
    const whole = (/** @type {unknown} */ count) => (Number.isSafeInteger(count) && Number(count) > 0 ? Number(count) : 0);
    return { streak: whole(streak), best: whole(best), solved: solved && typeof solved === "object" ? solved : {} };
  }

  async list() {
    const question = ++this.asked;
    this.searching.abort();
    if (this.chosen("learn-theme") === MINE) return this.listOwn();
    const asked = new URLSearchParams();
    for (const name of ["game", "theme", "difficulty"]) {
      const value = this.chosen(`learn-${name}`);
      if (value) asked.set(name, value);
    }
    try {
      // Two hundred at a time are sent: as many as a list should have.
      const found = await get(`puzzles?${asked}`);
      if (question !== this.asked) return;
      this.puzzles = found.puzzles;
      this.offer(found.games, found.themes);
      this.drawList();
      if (!this.puzzles.length) this.say("There are no such puzzles.");
      // Who is at a puzzle that is still in the list stays there.
      if (!this.puzzles.some(({ key }) => key === this.puzzle?.key)) await this.next();
      else if (!this.isAnswered) this.task();
    } catch (error) {
      if (question === this.asked) this.say(wordsOf(error), "error");
    }
  }

  /** The mistakes of one's own games, as they are found. */
  async listOwn() {
    this.searching = new AbortController();
    const { signal } = this.searching;
    this.own.clear();
    this.puzzles = [];
    this.drawList();
    if (!ownGames().length) return this.say("Review a game of yours: what went wrong in it comes here.");
    this.say("Looking through your games …", "thinking");
    const difficulty = Number(this.chosen("learn-difficulty"));
    await findMistakes(this.chosen("learn-game"), signal, (found) => {
      if (signal.aborted) return;
      for (const puzzle of found) if (!difficulty || puzzle.difficulty === difficulty) this.own.set(puzzle.key, puzzle);
      const isFirst = !this.puzzles.length;
      this.puzzles = [...this.own.values()];
      this.drawList();
      if (isFirst && this.puzzles.length) void this.open(this.puzzles[0].key);
    });
    if (!signal.aborted && !this.puzzles.length) this.say("There are no such mistakes in the games that you have reviewed.");
  }

  /** What there is to choose from, once. @param {string[]} games @param {string[]} themes */
  offer(games, themes) {
    for (const [id, values] of /** @type {[string, string[]][]} */ ([["learn-game", games], ["learn-theme", themes]])) {
      const select = /** @type {HTMLSelectElement} */ (byId(id));
      if (select.length > 1) continue;
      select.append(...values.map((value) => new Option(NAMES[value] ?? value, value)));
      if (id === "learn-theme") select.append(new Option("my mistakes", MINE));
    }
  }

  /** The next puzzle that is not solved yet, after the one on the board. */
  async next() {
    const { solved } = this.record;
    const at = this.puzzles.findIndex(({ key }) => key === this.puzzle?.key);
    const following = [...this.puzzles.slice(at + 1), ...this.puzzles.slice(0, at + 1)];
    const next = following.find(({ key }) => !solved[key]) ?? following[0];
    if (next) await this.open(next.key);
  }

  /** @param {string} key */
  async open(key) {
    const question = ++this.asked;
    try {
      const puzzle = /** @type {Puzzle} */ (this.own.get(key) ?? (await get(`puzzles/${encodeURIComponent(key)}`)));
      if (question !== this.asked) return;
      this.puzzle = puzzle;
      this.isAnswered = this.isMissed = false;
      const words = `${sentence(puzzle.look.sides[puzzle.mover - 1])} ${AIMS[puzzle.aim]}`;
      this.board.note([]);
      this.board.draw(puzzle.diagram, `${puzzle.diagram.columns} by ${puzzle.diagram.rows} board. ${words}`, { pieces: puzzle.look.pieces, flipped: false });
      this.task();
      byId("learn-why").replaceChildren();
      this.drawList();
    } catch (error) {
      if (question === this.asked) this.say(wordsOf(error), "error");
    }
  }

  /** What is asked for. */
  task() {
    const { puzzle } = this;
    if (puzzle) this.say(`${sentence(puzzle.look.sides[puzzle.mover - 1])} ${AIMS[puzzle.aim]} · ${puzzle.theme} · difficulty ${puzzle.difficulty}`);
  }

  /** The legal move that a cell stands for. @param {string | null} cell */
  moveAt(cell) {
    const column = cell?.replace(/\d+$/, "");
    return this.puzzle?.moves.find((move) => move.cell === cell || (this.puzzle?.gravity && move.cell.replace(/\d+$/, "") === column));
  }

  /** @param {string | null} cell */
  look(cell) {
    const legal = this.isAnswered ? undefined : this.moveAt(cell);
    this.board.preview(legal ? legal.cell : null, this.puzzle?.mover ?? 1);
  }

  /** @param {string} cell */
  answerAt(cell) {
    const legal = this.moveAt(cell);
    if (legal) void this.answer(legal.move);
  }

  /** A column by its number. @param {string} digit */
  press(digit) {
    if (this.puzzle?.diagram.column_numbers && this.puzzle.moves.some(({ move }) => move === digit)) void this.answer(digit);
  }

  /** Hear what a move is worth; null: the answer is to be shown. @param {string | null} move */
  async answer(move) {
    const { puzzle } = this;
    if (!puzzle || this.isAnswered) return;
    const question = ++this.asked;
    this.isAnswered = true;
    this.say("Looking …", "thinking");
    try {
      // Any legal move will do to hear the answer, which comes with every verdict.
      const own = this.own.get(puzzle.key);
      const tried = move ?? puzzle.moves[0].move;
      const answered = own ? judge(own, tried) : await ask(`puzzles/${puzzle.key}`, { move: tried });
      if (question !== this.asked) return;
      const isRight = move !== null && answered.right;
      if (!this.isMissed) this.remember(puzzle.key, isRight);
      this.isMissed ||= !isRight;
      this.isAnswered = move === null || isRight;
      if (this.isAnswered) this.tell(puzzle, answered, isRight);
      else this.refuse(puzzle, answered);
    } catch (error) {
      if (question !== this.asked) return;
      this.isAnswered = false;
      this.say(wordsOf(error), "error");
    }
  }

  /** What is wrong with an answer, and no more: the right one can still be found. @param {Puzzle} puzzle @param {Answered} answered */
  refuse(puzzle, { move, cell, allowed }) {
    const { played } = /** @type {{played?: string | null}} */ (puzzle);
    this.say(`${move} is not it${played === move ? ", and was played in your game" : ""}. Try again, or have the answer shown.`, "wrong");
    this.reasons(allowed ? [[`After ${move}: ${allowed.words}`, allowed]] : []);
    this.board.preview(cell, puzzle.mover);
    if (allowed) this.light(allowed);
    else this.board.note([]);
    this.drawList();
  }

  /** The answer. @param {Puzzle} puzzle @param {Answered} answered @param {boolean} isFound whether somebody has found it */
  tell(puzzle, answered, isFound) {
    const right = answered.answers.map(({ move }) => move).join(" or ");
    this.say(isFound ? answered.words[0] : `It was ${right}.`, isFound ? "right" : "wrong");
    this.reasons(answered.reason ? [[answered.reason.words, answered.reason]] : []);
    this.board.preview(isFound ? answered.cell : answered.answers[0].cell, puzzle.mover);
    if (answered.reason) this.light(answered.reason);
    else this.board.note([]);
    this.drawList();
  }

  /** Each is drawn on the board when it is asked for. @param {[string, Reason][]} told */
  reasons(told) {
    byId("learn-why").replaceChildren(
      ...told.map(([words, reason]) => {
        const item = make("li");
        item.append(button(words, () => this.light(reason)));
        return item;
      }),
    );
  }

  /** Show a reason on the board: its line, its moves by number, what decides. @param {Reason} reason */
  light(reason) {
    this.board.show(reason.lines.slice(0, 1), "good");
    this.board.note(
      Object.entries(reason.labels)
        .filter(([cell]) => !this.puzzle?.diagram.stones[cell])
        .map(([cell, text]) => ({ cell, className: "", lines: [{ text, className: "sign" }] })),
    );
  }

  /** @param {string} key @param {boolean} isSolved */
  remember(key, isSolved) {
    const { streak, best, solved } = this.record;
    const now = isSolved ? streak + 1 : 0;
    keep(KEPT, { streak: now, best: Math.max(best, now), solved: { ...solved, [key]: isSolved || solved[key] === true } });
    this.drawRecord();
  }

  drawRecord() {
    const { streak, best, solved } = this.record;
    const count = Object.values(solved).filter((done) => done === true).length;
    byId("learn-record").textContent = `Solved ${count} · in a row ${streak} · best ${best}`;
  }

  drawList() {
    const { solved } = this.record;
    byId("learn-list").replaceChildren(
      ...this.puzzles.map((puzzle, number) => {
        const sign = puzzle.key in solved ? (solved[puzzle.key] ? "✓" : "✗") : "";
        const made = button(`${number + 1}${sign}`, () => void this.open(puzzle.key));
        made.title = `${NAMES[puzzle.game] ?? puzzle.game}: ${puzzle.theme}, difficulty ${puzzle.difficulty}`;
        made.setAttribute("aria-label", `${made.title}${sign === "✓" ? ", solved" : sign ? ", missed" : ""}, number ${number + 1}`);
        if (puzzle.key === this.puzzle?.key) made.setAttribute("aria-current", "true");
        const item = make("li");
        item.append(made);
        return item;
      }),
    );
  }

  /** @param {string} words @param {string} [manner] */
  say(words, manner = "") {
    const said = byId("learn-words");
    said.textContent = words;
    said.className = manner;
  }
}
