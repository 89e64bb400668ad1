// The game as a list of moves with their marks; each leads to its position.

import { isYours } from "./choices.js";
import { button, byId, make } from "./dom.js";
import { common } from "./lines.js";
import { prefix, tokens } from "./moves.js";
import { sideName, state } from "./state.js";
import { inLetters } from "./judgement.js";
import { isMistake, markOf, moveNumber, verdictWords } from "./verdicts.js";

/** @typedef {import("./review.js").Review} Review */
/** @typedef {import("./answers.js").Reviewed} Reviewed */

/** Of another line so many moves are shown. */
const MOST_TOLD = 8;

export class MoveList {
  /** @param {{go: (moves: string) => void, take: (line: string, ply: number) => void}} page @param {Review} review */
  constructor({ go, take }, review) {
    this.go = go;
    this.take = take;
    this.review = review;
    this.host = byId("moves");
  }

  draw() {
    const played = tokens(state.record);
    const now = tokens(state.moves).length;
    /** @type {HTMLElement[]} */
    const rows = [];
    played.forEach((move, i) => {
      if (i % 2 === 0) {
        const row = make("li", "move-pair");
        row.append(make("span", "move-number", String(moveNumber(i + 1))));
        rows.push(row);
      }
      rows[rows.length - 1].append(this.entry(move, i + 1, now));
    });
    this.host.replaceChildren(...(rows.length ? rows : [make("li", "nothing", "No moves yet.")]));
    this.others();
    const current = /** @type {HTMLElement | null} */ (this.host.querySelector("[aria-current]"));
    // The list alone is scrolled, never the page.
    if (current) this.host.scrollTop = current.offsetTop - this.host.clientHeight / 2;
    this.sentence(now);
  }

  /** Lines that were left for another move; each leads to the move by which it differs. */
  others() {
    const host = byId("other-lines");
    host.hidden = !state.lines.others.length;
    const items = state.lines.others.map((line) => {
      const start = common(line, state.record);
      const moves = tokens(line).slice(start);
      const words = `${moveNumber(start + 1)}${start % 2 ? "…" : "."} ${moves.slice(0, MOST_TOLD).join(" ")}${moves.length > MOST_TOLD ? " …" : ""}`;
      const item = make("li");
      const go = button(words, () => this.take(line, start + 1));
      if (line === state.lines.main) go.append(make("small", "", " the game"));
      item.append(go);
      return item;
    });
    byId("lines").replaceChildren(...items);
  }

  /** @param {string} move @param {number} ply @param {number} now */
  entry(move, ply, now) {
    const known = this.verdict(ply);
    const mark = known ? markOf(known) : "";
    const entry = button(move, () => this.go(prefix(state.record, ply)));
    entry.className = `played side-${ply % 2 ? 1 : 2} ${known && isMistake(known) ? "blunder" : mark === "?" ? "doubtful" : ""}`;
    entry.dataset.ply = String(ply);
    if (ply === now) entry.setAttribute("aria-current", "step");
    if (mark) entry.append(make("b", "verdict-mark", mark));
    const words = known ? `, ${verdictWords(known)}` : "";
    entry.setAttribute("aria-label", `Move ${moveNumber(ply)}, ${sideName(ply % 2 ? 1 : 2)} ${move}${words}`);
    entry.title = known ? `${move} ${verdictWords(known)}` : "";
    return entry;
  }

  /** What may be told of a move now. @param {number} ply */
  verdict(ply) {
    return this.review.conceals() && ply > tokens(state.moves).length ? undefined : this.review.at(ply);
  }

  /** What is known of the move that led to the board. @param {number} now */
  sentence(now) {
    const isCoached = state.coach !== "off" && !this.review.covers;
    // Whoever plays one side is told of the own move, which an answer may have followed.
    const isAnswered = isCoached && isYours(now % 2 ? 2 : 1) && !isYours(now % 2 ? 1 : 2);
    const known = this.review.conceals() ? undefined : this.review.at(isAnswered ? now - 1 : now);
    byId("coach-words").replaceChildren(...(known ? this.words(known) : []));
  }

  /** What is written in letters is for the eyes: the verdict says it in words. @param {Reviewed} move */
  words(move) {
    const [before, after] = [inLetters(move.worth), inLetters(move.left)];
    const change = make("span", "", !move.worth.outcome ? "" : before === after ? ` (${after})` : ` (${before} → ${after})`);
    const mark = make("span", "", markOf(move));
    for (const written of [change, mark]) written.setAttribute("aria-hidden", "true");
    const opinion = move.verdict === "unknown" && move.missed ? `; ${move.missed}` : "";
    return [move.move, mark, ` ${verdictWords(move)}`, change, `${opinion}.`];
  }
}
