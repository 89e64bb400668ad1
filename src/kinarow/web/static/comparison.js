// An evaluator before and after it was changed: every move, and its agreement with perfect play.

import { ask } from "./api.js";
import { make, short, wordsOf } from "./dom.js";

/** @typedef {{evaluator: import("./api.js").EvaluatorOrName, version?: number}} Asked an evaluator, or a version of its file */
/** @typedef {import("./answers.js").Opinion} Opinion */

const MOST_MOVES = 12;
const AGAIN_MS = 700;

export class Comparison {
  /**
   * @param {{agreement: HTMLElement, ranking: HTMLElement}} hosts
   * @param {() => {game: string, moves: string, before: Asked, after: Asked, words?: string} | null} subject what is compared where, if anything is; words: of the two
   */
  constructor(hosts, subject) {
    this.hosts = hosts;
    this.subject = subject;
    /** What was asked about the evaluator as it was, which stays the same. */
    this.asked = "";
    /** @type {Opinion | null} */
    this.before = null;
    this.isAsking = false;
    this.isStale = false;
    this.timer = 0;
  }

  /** Ask again; while an answer is waited for, once more when it is here. */
  async update() {
    const subject = this.subject();
    if (!subject) return;
    if (this.isAsking) {
      this.isStale = true;
      return;
    }
    this.isAsking = true;
    this.isStale = false;
    window.clearTimeout(this.timer);
    const { game, moves, before, after, words = "" } = subject;
    try {
      const asked = JSON.stringify([game, moves, before]);
      if (asked !== this.asked || this.before?.agreement === null) this.before = await ask("opinion", { game, moves, ...before });
      this.asked = asked;
      const now = unnamed(before) === unnamed(after) ? this.before : await ask("opinion", { game, moves, ...after });
      if (this.before && now) this.draw(this.before, now, words);
    } catch (error) {
      this.asked = "";
      this.hosts.agreement.textContent = wordsOf(error);
      this.hosts.ranking.replaceChildren();
    }
    this.isAsking = false;
    if (this.isStale) void this.update();
  }

  /** @param {Opinion} before @param {Opinion} now @param {string} words */
  draw(before, now, words) {
    this.hosts.agreement.replaceChildren(...this.agreementWords(before, now, words));
    const ranks = [before, now].map(({ scores }) => ranking(scores));
    const listed = Object.keys(now.scores).sort((a, b) => ranks[1][a] - ranks[1][b] || ranks[0][a] - ranks[0][b]);
    const list = make("ol", "opinions");
    list.append(
      ...listed.slice(0, MOST_MOVES).map((move) => {
        const [was, is] = [ranks[0][move], ranks[1][move]];
        const entry = make("li", was === is ? "" : is < was ? "up" : "down");
        entry.dataset.move = move;
        const [from, to] = [before.scores[move], now.scores[move]].map(short);
        entry.append(make("b", "", move), make("span", "", from === to ? to : `${from} → ${to}`));
        if (was !== is) entry.append(make("small", "", `${is < was ? "▲" : "▼"} from ${ordinal(was)} to ${ordinal(is)}`));
        return entry;
      }),
    );
    const rest = listed.length - MOST_MOVES;
    this.hosts.ranking.replaceChildren(list, ...(rest > 0 ? [make("p", "", `and ${rest} more moves`)] : []));
  }

  /** @param {Opinion} before @param {Opinion} now @param {string} words */
  agreementWords(before, now, words) {
    const unsolved = now.unsolved || before.unsolved;
    if (unsolved) return [`No agreement with perfect play: ${unsolved}.`];
    if (now.agreement === null || before.agreement === null) {
      this.timer = window.setTimeout(() => void this.update(), AGAIN_MS);
      return ["Agreement with perfect play: solving positions to compare with …"];
    }
    const [from, to] = [before.agreement, now.agreement].map((share) => `${Math.round(100 * share)} %`);
    const tone = now.agreement > before.agreement ? "good" : now.agreement < before.agreement ? "bad" : "";
    const value = make("b", tone, from === to && !tone ? to : `${from} → ${to}`);
    return ["Agreement with perfect play ", value, words, make("small", "", ` of ${now.positions} solved positions: there its favourite move keeps the result.`)];
  }
}

/** All but the name, which changes nothing. @param {Asked} asked */
function unnamed({ evaluator, version }) {
  return JSON.stringify(typeof evaluator === "string" ? [evaluator, version] : { ...evaluator, name: "" });
}

/** Each move's rank, the best first; equal ones share theirs. @param {Record<string, number>} scores @returns {Record<string, number>} */
function ranking(scores) {
  const values = Object.values(scores);
  return Object.fromEntries(Object.entries(scores).map(([move, score]) => [move, 1 + values.filter((other) => other > score).length]));
}

/** @param {number} rank */
function ordinal(rank) {
  const teen = rank % 100 >= 11 && rank % 100 <= 13;
  return `${rank}${teen ? "th" : ["th", "st", "nd", "rd"][rank % 10] ?? "th"}`;
}
