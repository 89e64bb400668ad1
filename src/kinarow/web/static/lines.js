// The lines of a game: one that is left for another move is kept, and can be gone back to.

import { prefix, tokens } from "./moves.js";

const MOST_KEPT = 8;

/** Whether a line begins with another one. @param {string} line @param {string} start */
function begins(line, start) {
  return prefix(line, tokens(start).length) === start;
}

/** How many moves two lines have in common. @param {string} one @param {string} other */
export function common(one, other) {
  const [a, b] = [tokens(one), tokens(other)];
  const differs = a.findIndex((move, i) => move !== b[i]);
  return differs < 0 ? a.length : differs;
}

export class Lines {
  constructor() {
    /** The one that was played first; nothing while there is no other. */
    this.main = "";
    /** Those that are not on the page now. @type {string[]} */
    this.others = [];
  }

  clear() {
    this.main = "";
    this.others = [];
  }

  /** The page goes on with another line. @param {string} before @param {string} now @param {boolean} isTakenBack whether what is missing at the end is wanted no more */
  follow(before, now, isTakenBack) {
    const isSame = begins(now, before) || (isTakenBack && begins(before, now));
    if (isSame && this.main === before) this.main = now;
    if (!isSame) {
      this.main ||= before;
      this.others.push(before);
    }
    // What is part of the line on the page is no other.
    this.others = [...new Set(this.others)].filter((line) => !begins(now, line)).slice(-MOST_KEPT);
    if (!this.others.length) this.main = "";
  }
}
