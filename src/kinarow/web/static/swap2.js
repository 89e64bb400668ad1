// Openings by swap2: one places three stones, the other takes a colour or places two more.

import { ask } from "./api.js";
import { opponentName, you } from "./choices.js";
import { byId, wordsOf } from "./dom.js";
import { extended, tokens } from "./moves.js";
import { sideName } from "./state.js";

/** @typedef {import("./answers.js").Position} Position */
/** @typedef {import("./answers.js").Swap2} Swap2Answer */

const SHORTEST_TARGET = 4;
const OPENING = 3;
const MORE = 2;

const begin = byId("swap2");
const line = byId("swap2-line");
const words = byId("swap2-words");
const choices = ["take-black", "take-white", "place-two"].map((id) => byId(id));

export class Swap2 {
  /** How many stones you are placing by hand; 0 while you place none. */
  #placing = 0;
  /** With how many stones on the board you are to choose; -1 while the opponent thinks about the opening. */
  #choosing = 0;
  /** Up to how many stones on the board the last words stay. */
  #told = 0;

  /**
   * @param {{
   *   question: () => {game: string, moves: string, player: string, evaluator: unknown},
   *   go: (moves: string, how: {answer?: boolean}) => void,
   * }} page
   */
  constructor(page) {
    this.page = page;
    begin.addEventListener("click", () => this.#begin());
    choices[0].addEventListener("click", () => this.#take(1));
    choices[1].addEventListener("click", () => this.#take(2));
    choices[2].addEventListener("click", () => this.#place(OPENING + MORE));
  }

  /** Whether the opening is being made: then nobody has a colour yet. */
  get isOpen() {
    return this.#placing > 0 || this.#choosing !== 0;
  }

  close() {
    this.#placing = this.#choosing = this.#told = 0;
    line.hidden = true;
  }

  /** @param {Position} shown */
  follow(shown) {
    begin.hidden = shown.gravity || shown.target < SHORTEST_TARGET;
    choices[0].textContent = `Take ${sideName(1)}`;
    choices[1].textContent = `Take ${sideName(2)}`;
    if (this.#placing && shown.plies === this.#placing) void this.#askOpponent(shown.line);
    else if (this.#placing && shown.plies < this.#placing) this.#say(`Place stone ${shown.plies + 1} of ${this.#placing}.`);
    else if (shown.plies > this.#told && shown.plies !== this.#choosing) this.close();
  }

  #begin() {
    this.close();
    if (you.value !== "2") this.#place(OPENING, "");
    else void this.#askOpponent("");
  }

  /** Both colours are placed by hand. @param {number} until @param {string} [from] */
  #place(until, from = this.page.question().moves) {
    this.#placing = until;
    this.#choosing = 0;
    this.page.go(from, {});
  }

  /** @param {string} moves */
  async #askOpponent(moves) {
    this.#placing = 0;
    this.#choosing = -1;
    this.#say(`${opponentName()} is thinking about the opening …`);
    try {
      const answer = await ask("swap2", { ...this.page.question(), moves });
      if (this.#choosing !== -1) return; // another game was begun
      if (answer.takes) {
        this.#take(answer.takes === 1 ? 2 : 1, `${opponentName()} takes ${sideName(answer.takes)}.`);
        return;
      }
      this.#choosing = (moves ? OPENING : 0) + answer.stones.length;
      this.#say(`Choose a colour: ${sideName(2)} moves next.`, this.#choosing === OPENING ? choices : choices.slice(0, 2));
      this.page.go(answer.stones.reduce(extended, moves), {});
    } catch (error) {
      this.close();
      this.#say(wordsOf(error));
    }
  }

  /** @param {1 | 2} side yours from now on @param {string} [why] */
  #take(side, why = "") {
    this.close();
    you.value = String(side);
    const { moves } = this.page.question();
    this.#told = tokens(moves).length + 2;
    this.#say(`${why} You play ${sideName(side)}.`.trim());
    this.page.go(moves, { answer: true });
  }

  /** @param {string} text @param {HTMLElement[]} offered */
  #say(text, offered = []) {
    words.textContent = text;
    for (const choice of choices) choice.hidden = !offered.includes(choice);
    line.hidden = false;
  }
}
