// The game compared with perfect play: verdicts by position, so that they hold for every branch; and another try at mistakes.

import { listen } from "./api.js";
import { gameText, isYours, whoPlayed } from "./choices.js";
import { byId, counted, sentence, wordsOf } from "./dom.js";
import { extended, prefix, tokens } from "./moves.js";
import { keepGame } from "./own_mistakes.js";
import { state } from "./state.js";
import { answerWords, isCostly, isMistake, isWorthTrying, keptWords, moveNumber, verdictWords } from "./verdicts.js";

/** @typedef {import("./answers.js").Reviewed} Reviewed */
/** @typedef {import("./api.js").EvaluatorOrName} EvaluatorOrName */

/** How verdicts are summed up: that of one move, of several. @type {[Reviewed["verdict"], string, string][]} */
const SUMS = [
  ["blunder", "throws the result away", "throw the result away"],
  ["slower", "wins later than needed", "win later than needed"],
  ["sooner", "loses sooner than needed", "lose sooner than needed"],
  ["mistake", "overlooks what the next stone decides", "overlook what the next stone decides"],
  ["unknown", "not solved", "not solved"],
];

export class Review {
  /** @param {{go: (moves: string) => void, back: () => void, evaluator: () => EvaluatorOrName, changed: () => void}} page */
  constructor(page) {
    this.page = page;
    this.waiting = new AbortController();
    /** @type {"none" | "running" | "done" | "cancelled" | "failed"} */
    this.progress = "none";
    /** By the moves up to and with the one that is judged. @type {Map<string, Reviewed>} */
    this.verdicts = new Map();
    /** What is reviewed. */
    this.game = this.text = "";
    /** The mistake that is tried again, if one is. @type {Reviewed | null} */
    this.trying = null;
    /** Whether the answer is told nevertheless. */
    this.isTold = false;
    /** The position in which the words to a right answer still stand. */
    this.praised = "";
    byId("begin-review").addEventListener("click", () => this.begin());
    byId("cancel-review").addEventListener("click", () => this.cancel());
    byId("next-mistake").addEventListener("click", () => this.jump(1));
    byId("last-mistake").addEventListener("click", () => this.jump(-1));
    byId("try-again").addEventListener("click", () => {
      const mistake = this.at(tokens(state.moves).length);
      if (mistake) this.tryAgain(mistake);
    });
    byId("back-to-game").addEventListener("click", page.back);
  }

  begin() {
    this.waiting.abort();
    this.waiting = new AbortController();
    this.try(null);
    this.game = gameText();
    this.text = state.record;
    this.progress = this.text ? "running" : "none";
    if (!this.text) {
      this.say("Play a game first, or paste one.");
      return;
    }
    for (let ply = 1; ply <= this.length; ply++) this.verdicts.delete(prefix(this.text, ply));
    this.changed();
    const { signal } = this.waiting;
    const end = (/** @type {"done" | "failed"} */ how, words = "") => {
      if (signal.aborted) return;
      this.progress = how;
      this.changed();
      if (words) this.say(words);
    };
    const finish = () => {
      if (!signal.aborted) this.keepMistakes();
      end("done");
    };
    this.ask(this.text, 1, signal).then(finish, (error) => end("failed", wordsOf(error)));
  }

  /** Have one's own mistakes among the puzzles of the page *Learn*. */
  keepMistakes() {
    const moves = tokens(this.text).flatMap((_, i) => this.verdicts.get(prefix(this.text, i + 1)) ?? []);
    if (moves.some((move) => isMistake(move) && isYours(move.mover))) {
      keepGame({ game: this.game, moves: this.text, sides: [1, 2].filter(isYours) });
    }
  }

  /** The coach looks at the last move of a game. @param {string} text */
  async judgeLast(text) {
    if (this.verdicts.has(text) || (this.isRunning && this.covers)) return;
    await this.ask(text, tokens(text).length, new AbortController().signal).catch(() => {}); // a coach who has nothing to say is silent
  }

  /** @param {string} text @param {number} first @param {AbortSignal} signal */
  ask(text, first, signal) {
    const question = { game: gameText(), moves: text, evaluator: this.page.evaluator(), first };
    return listen("review", question, signal, (move) => {
      if (question.game !== gameText()) return;
      this.verdicts.set(prefix(text, move.ply), move);
      this.changed();
    });
  }

  /** What was found stays; the server stops as soon as nobody listens. */
  cancel() {
    this.waiting.abort();
    this.progress = "cancelled";
    this.changed();
  }

  get length() {
    return tokens(this.text).length;
  }

  get isRunning() {
    return this.progress === "running";
  }

  /** Whether the game on the page has been reviewed, or is: then nothing needs to be hidden. */
  get covers() {
    return this.progress !== "none" && this.text === state.record;
  }

  /** What is known of a move of the game on the page. @param {number} ply */
  at(ply) {
    return this.verdicts.get(prefix(state.record, ply));
  }

  /** All that is known of the game on the page, in order. */
  moves() {
    return tokens(state.record).flatMap((_, i) => this.at(i + 1) ?? []);
  }

  /** The board shows another position: a try at the one before is over, and so is the review with another game. @param {string} line */
  follow(line) {
    const isOther = gameText() !== this.game;
    if (isOther) this.verdicts.clear();
    if (isOther || !state.record) {
      this.waiting.abort();
      this.game = gameText();
      this.text = this.praised = "";
      this.progress = "none";
      this.try(null);
      this.say("");
    } else if (this.trying && line !== prefix(this.text, this.trying.ply - 1)) {
      this.try(null);
    }
    this.changed();
  }

  changed() {
    const mistakes = this.mistakes();
    const played = this.at(tokens(state.moves).length);
    for (const id of ["next-mistake", "last-mistake"]) byId(id).hidden = !mistakes.length;
    byId("try-again").hidden = !played || !isWorthTrying(played) || this.trying !== null;
    byId("back-to-game").hidden = !state.lines.main || state.record === state.lines.main;
    byId("cancel-review").hidden = !this.isRunning;
    byId("begin-review").hidden = this.isRunning || !state.record;
    if (!this.trying && this.praised !== state.moves) this.summary();
    this.page.changed();
  }

  /** How far it is, and what it has come to. */
  summary() {
    if (this.progress === "none" || this.progress === "failed") return;
    const known = tokens(this.text).flatMap((_, i) => this.verdicts.get(prefix(this.text, i + 1)) ?? []);
    const done = `${known.length} of ${counted(this.length, "move")}`;
    if (this.isRunning) {
      this.say(`${done} looked at …`);
      return;
    }
    const counts = SUMS.flatMap(([verdict, one, several]) => {
      const count = known.filter((move) => move.verdict === verdict).length;
      return count ? [`${count} ${count === 1 ? one : several}`] : [];
    });
    const found = counts.join(", ") || "no mistakes";
    this.say(this.progress === "done" ? `${counted(known.length, "move")}: ${found}.` : `Cancelled after ${done}${known.length ? `: ${found}` : ""}.`);
  }

  /** Go to the first mistake of a game that is over, or to its beginning. @param {{stepTo: (ply: number) => void}} table */
  look(table) {
    if (!this.covers) this.begin();
    table.stepTo(this.mistakes()[0]?.ply ?? 1);
  }

  mistakes() {
    return this.moves().filter(isCostly);
  }

  /** To just before the next mistake, or the last one; after the end comes the beginning. @param {1 | -1} step */
  jump(step) {
    const ply = tokens(state.moves).length;
    const mistakes = step > 0 ? this.mistakes() : this.mistakes().reverse();
    const chosen = mistakes.find((move) => step * (move.ply - 1 - ply) > 0) ?? mistakes[0];
    if (chosen) this.tryAgain(chosen);
  }

  /** @param {Reviewed} move */
  tryAgain(move) {
    this.text ||= state.record;
    this.try(move);
    this.page.go(prefix(state.record, move.ply - 1));
    const who = whoPlayed(move);
    this.say(`Move ${moveNumber(move.ply)}, ${who} played ${move.move}: ${verdictWords(move)}. Try a better move on the board.`);
  }

  /** Whether a move on the board is an answer to "try again" that is wrong; it is then not played. @param {string} move */
  refuses(move) {
    const mistake = this.trying;
    if (!mistake) return false;
    if (mistake.better.includes(move)) {
      this.praised = extended(state.moves, move);
      this.try(null);
      this.say(`Right: ${move} keeps ${keptWords(mistake)}.`);
      return false;
    }
    this.say(move === mistake.move ? `${move} is the move that was played. Look again.` : `${move} does not keep ${keptWords(mistake)}. Look again.`);
    return true;
  }

  /** From now on a mistake is tried again, or none. @param {Reviewed | null} move */
  try(move) {
    this.trying = move;
    this.isTold = false;
    this.page.changed();
  }

  /** Whether what is known of the moves must not be shown: it is the answer. */
  conceals() {
    return this.trying !== null && !this.isTold;
  }

  /** Tell the answer to whoever asks before finding it. */
  tell() {
    const mistake = this.trying;
    this.isTold = true;
    if (mistake) this.say(`${whoPlayed(mistake)} ${answerWords(mistake, state.position?.gravity ?? false)}.`);
    this.page.changed();
  }

  /** @param {string} words */
  say(words) {
    byId("review-words").textContent = sentence(words);
  }
}
