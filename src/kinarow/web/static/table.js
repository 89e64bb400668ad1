// The game as it goes: positions are gone to, moves are played, answered, taken back and stepped through.

import { USUAL, readAddress, usualEvaluator, writeAddress } from "./address.js";
import { ask } from "./api.js";
import { brain, chooseCoach, choosePlace, evaluator, gameText, hasBrain, isYours, opponent, opponentName, you } from "./choices.js";
import { wordsOf } from "./dom.js";
import { extended, prefix, tokens } from "./moves.js";
import { hasPage } from "./pages.js";
import { state, tellShown } from "./state.js";

/** @typedef {import("./answers.js").Position} Position */
/** @typedef {import("./api.js").EvaluatorOrName} EvaluatorOrName */

/**
 * @typedef {object} How
 * @property {boolean} [keep] no step of its own in the history
 * @property {boolean} [answer] the opponent answers
 * @property {boolean} [cut] what came after this position is no part of the game any more
 * @property {boolean} [fresh] it is another game altogether
 */

const PAUSE_MS = 350;

export class Table {
  // Answers to a question that is no longer asked are dropped.
  #asked = 0;
  /** Whether another game is about to be on the board: what is clicked there means the last one. */
  isBeginning = false;
  /** Whether the opponent is to answer what is being asked. */
  #isToBeAnswered = false;

  /**
   * @param {{
   *   draw: (shown: Position, isNew: boolean) => void,
   *   say: (words: string, manner: string) => void,
   *   evaluator: () => EvaluatorOrName,
   *   brain: () => EvaluatorOrName,
   *   showPage: (name: string) => void,
   *   offerAnswer: (shown: Position) => void,
   *   isOpening: () => boolean,
   *   played: (shown: Position) => void,
   *   watch: (tournament: string) => void,
   * }} page
   */
  constructor(page) {
    this.page = page;
  }

  /** Whether nothing else was asked since. */
  get question() {
    return this.#asked;
  }

  /**
   * Go to a position. The opponent answers only what a person did on the page of playing: looking at a position, by a
   * link, a reload or going back, leaves it as it is.
   * @param {string} next
   * @param {How} [how]
   * @returns {Promise<string>} why it cannot be gone to, in words
   */
  async go(next, { keep = false, answer = false, cut = false, fresh = false } = {}) {
    const question = ++this.#asked;
    this.#isToBeAnswered = answer;
    this.isBeginning = fresh;
    state.heading = next;
    state.isThinking = false;
    try {
      const found = /** @type {Position} */ (
        await ask("position", { game: gameText(), moves: next, evaluator: this.page.evaluator(), for: "first" })
      );
      if (question !== this.#asked) return "";
      const isNew = found.line !== state.moves || state.position?.game !== found.game;
      const isPart = !cut && !fresh && prefix(state.record, found.plies) === found.line && state.position?.game === found.game;
      this.isBeginning = false;
      if (!isPart) this.#record(found, cut, fresh);
      state.moves = state.heading = found.line;
      state.position = found;
      this.keepAddress(keep || !isNew);
      this.page.draw(found, isNew);
      tellShown(found);
      if (answer && isNew) this.page.played(found);
      if (answer && this.isOpponents(found)) await this.letOpponentPlay(question);
      return "";
    } catch (error) {
      if (question !== this.#asked) return "";
      this.isBeginning = false;
      state.heading = state.moves;
      state.isThinking = false;
      if (state.position) this.page.offerAnswer(state.position);
      this.page.say(wordsOf(error), "error");
      return wordsOf(error);
    }
  }

  /** What the page is going to show is another game, or another line of it. @param {Position} found @param {boolean} isCut @param {boolean} isFresh */
  #record({ game, line }, isCut, isFresh) {
    if (isFresh || game !== state.position?.game) state.lines.clear();
    // What is taken back at the end is wanted no more.
    else state.lines.follow(state.record, line, isCut && state.moves === state.record);
    state.record = line;
  }

  /** Go on with a line that was left, at a move of it. @param {string} line @param {number} ply */
  async take(line, ply) {
    await this.go(line, { keep: true });
    this.stepTo(ply);
  }

  /** The same again, since something else is known of it; nobody's move is lost by that. */
  again() {
    void this.go(state.heading, { keep: true, answer: this.#isToBeAnswered && (state.isThinking || state.heading !== state.moves) });
  }

  /** Elsewhere than on the page of playing both sides are moved by hand. @param {Position} shown */
  isOpponents(shown) {
    return state.page === "play" && !shown.over && !isYours(shown.mover) && !this.page.isOpening();
  }

  /** @param {number} question */
  async letOpponentPlay(question) {
    state.isThinking = true;
    if (state.position) this.page.offerAnswer(state.position);
    this.page.say(`${opponentName()} is thinking …`, "thinking");
    const begun = performance.now();
    const brain = hasBrain() ? { evaluator: this.page.brain() } : {};
    const choice = await ask("move", { game: gameText(), moves: state.moves, player: opponent.value, ...brain });
    // Two players against each other are followed with the eyes.
    const rest = you.value === "0" ? PAUSE_MS - (performance.now() - begun) : 0;
    if (rest > 0) await new Promise((done) => setTimeout(done, rest));
    // The answer is not a step of its own: going back leads to your own move.
    if (question === this.#asked) await this.go(extended(state.moves, choice.move), { keep: you.value !== "0", answer: true });
  }

  /** Back to the last position in which it was your turn. */
  undo() {
    let length = tokens(state.moves).length - 1;
    while (length > 0 && !isYours((length % 2) + 1) && you.value !== "0") length--;
    if (length >= 0) void this.go(prefix(state.moves, length), { cut: true });
  }

  /** Through the game, without changing it. @param {number} ply */
  stepTo(ply) {
    const length = tokens(state.record).length;
    const next = prefix(state.record, Math.min(length, Math.max(0, ply)));
    if (next !== state.heading) void this.go(next, { keep: true });
  }

  /** @param {number} by */
  step(by) {
    this.stepTo(tokens(state.heading).length + by);
  }

  /** @param {boolean} replace whether it is no step of its own in the history */
  keepAddress(replace) {
    const at = state.moves === state.record ? null : tokens(state.moves).length;
    const chosen = {
      game: gameText(), you: you.value, opponent: opponent.value, evaluator: evaluator.value, brain: brain.value, coach: state.coach, page: state.page,
    };
    writeAddress({ moves: state.record, at, tournament: state.tournament, flipped: state.flipped, ...chosen }, replace);
  }

  async followAddress() {
    const place = readAddress();
    choosePlace(place);
    chooseCoach(place.coach);
    state.flipped = place.flipped;
    state.moves = state.record = "";
    if (place.tournament && place.tournament !== state.tournament) this.page.watch(place.tournament);
    // Reviews are part of the page of playing; older links name them.
    const name = place.page === "review" ? USUAL.page : place.page;
    if (hasPage(name)) this.page.showPage(name);
    const wrong = await this.go(place.moves, { keep: true });
    if (!wrong) {
      if (place.at !== null) this.stepTo(place.at);
      return;
    }
    // A link that leads nowhere, or to an evaluator that fails there, leaves a board to play on: the nearest that there is.
    const nearest = [
      { ...place, evaluator: usualEvaluator(place.game) },
      { ...place, moves: "" },
      { ...place, moves: "", game: USUAL.game, evaluator: usualEvaluator(USUAL.game) },
    ];
    for (const near of nearest) {
      choosePlace(near);
      if (!(await this.go(near.moves, { keep: true }))) break;
    }
    this.page.say(wrong, "error");
  }
}
