// Why a position is won, lost or held, exactly: the reasons of `kinarow why`, lit on the board.

import { listen } from "./api.js";
import { gameText } from "./choices.js";
import { byId, make, whilePointedAt, wordsOf } from "./dom.js";
import { state, whenShown } from "./state.js";

/** @typedef {import("./answers.js").Whys} Whys */

export class Reasons {
  /** @param {(lines: string[][], tone: string) => void} light */
  constructor(light) {
    this.light = light;
    this.waiting = new AbortController();
    this.shownFor = "";
    byId("ask-why").addEventListener("click", () => void this.ask());
    whenShown((position) => this.follow(`${position.game} ${position.line}`));
  }

  /** The reasons of another position go. @param {string} subject */
  follow(subject) {
    if (subject === this.shownFor) return;
    this.waiting.abort();
    this.shownFor = subject;
    byId("reasons").replaceChildren();
  }

  async ask() {
    this.waiting.abort();
    const { signal } = (this.waiting = new AbortController());
    // Of a move that was made just now, which the board has yet to show.
    this.shownFor = `${state.position?.game} ${state.heading}`;
    const host = byId("reasons");
    host.replaceChildren(make("p", "note", "Looking for the reason …"));
    try {
      await listen("why", { game: gameText(), moves: state.heading }, signal, (found) => this.draw(found));
    } catch (error) {
      host.replaceChildren(make("p", "note", wordsOf(error)));
    }
  }

  /** @param {Whys} found */
  draw({ words, reason, holds, must_stop: stop }) {
    const all = reason ? [reason] : holds;
    const lines = [...all.flatMap((one) => one.lines), ...(stop ? [[stop]] : [])];
    const cells = all.flatMap((one) => one.cells).map((cell) => [cell]);
    const list = make("ul", "reason-lines");
    list.append(...words.map((line) => make("li", line.startsWith("  ") ? "inner" : "", line.trim())));
    list.tabIndex = 0;
    list.setAttribute("role", "group");
    list.setAttribute("aria-label", "The reason; pointing here lights it on the board");
    whilePointedAt(list, () => this.light(lines.length ? lines : cells, "good"), () => this.light([], ""));
    byId("reasons").replaceChildren(list);
  }
}
