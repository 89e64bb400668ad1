// The game as a list of moves with their marks; each leads to its position.

import { isYours } from "./choices.js";
import { button, byId, make } from "./dom.js";
import { prefix, tokens } from "./moves.js";
import { sideName, state } from "./state.js";
import { inLetters } from "./judgement.js";
import { isMistake, markOf, moveNumber, verdictWords } from "./verdicts.js";

/** @typedef {import("./review.js").Review} Review */
/** @typedef {import("./api.js").Reviewed} Reviewed */

export class MoveList {
  /** @param {(moves: string) => void} go @param {Review} review */
  constructor(go, review) {
    this.go = go;
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
    const current = /** @type {HTMLElement | null} */ (this.host.querySelector("[aria-current]"));
    // The list alone is scrolled, never the page.
    if (current) this.host.scrollTop = current.offsetTop - this.host.clientHeight / 2;
    this.sentence(now);
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
