// 200 games of an evaluator against what it began with: a bar, and a verdict in words.

import { ask, get } from "./api.js";
import { byId, make, wordsOf } from "./dom.js";

/** @typedef {import("./api.js").Definition} Definition */
/** @typedef {import("./answers.js").Encounter} Encounter */

const PLAYER = "alphabeta:depth=4";
const ROUNDS = 100;
const EVERY_MS = 700;

export class Duel {
  /** @param {() => {game: string, current: Definition | null, original: Definition | null}} subject */
  constructor(subject) {
    this.subject = subject;
    this.timer = 0;
    this.number = 0;
    byId("duel").addEventListener("click", () => void this.begin());
  }

  forget() {
    clearTimeout(this.timer);
    this.number++;
    byId("duel-result").replaceChildren();
  }

  async begin() {
    this.forget();
    const number = this.number;
    const said = byId("duel-result");
    const { game, current, original } = this.subject();
    if (JSON.stringify(current?.terms) === JSON.stringify(original?.terms)) {
      said.textContent = "Nothing is changed yet: move a weight first, or both would be the same player.";
      return;
    }
    said.textContent = "The first games are being played …";
    try {
      const players = [current, original].map((evaluator) => ({ player: PLAYER, evaluator }));
      const { id } = await ask("tournaments", { game, players, rounds: ROUNDS });
      const watch = async () => {
        const now = await get(`tournaments/${id}`);
        if (number !== this.number) return;
        if (now.failure) said.textContent = now.failure;
        else if (now.encounters[0]) this.draw(said, now.encounters[0], now.games, now.scheduled);
        if (now.state === "running") this.timer = window.setTimeout(() => void watch(), EVERY_MS);
      };
      await watch();
    } catch (error) {
      if (number === this.number) said.textContent = wordsOf(error);
    }
  }

  /** @param {HTMLElement} host @param {Encounter} encounter @param {number} games @param {number} scheduled */
  draw(host, encounter, games, scheduled) {
    const bar = make("div", "duel-bar");
    const { wins, ties, losses } = encounter;
    bar.setAttribute("role", "img");
    bar.setAttribute("aria-label", `${wins} won, ${ties} tied, ${losses} lost`);
    for (const [tone, count] of /** @type {[string, number][]} */ ([["won", wins], ["tied", ties], ["lost", losses]])) {
      const part = make("span", tone, count ? String(count) : "");
      part.style.setProperty("flex-grow", String(count));
      bar.append(part);
    }
    host.replaceChildren(make("p", "", `${games} of ${scheduled} games: ${wins} won, ${ties} tied, ${losses} lost.`), bar, make("p", "verdict", verdict(encounter, games === scheduled)));
  }
}

/** Who is stronger, as far as these games say. @param {Encounter} encounter @param {boolean} isOver */
export function verdict({ games, points, elo }, isOver) {
  const share = `${Math.round((100 * points) / Math.max(1, games))} % of the points`;
  const sure = `Elo ${Math.round(elo.low)} to ${Math.round(elo.high)}`.replaceAll("-", "−");
  if (elo.low > 0) return `Your weights are stronger: ${share} (${sure}).`;
  if (elo.high < 0) return `Your weights are weaker: ${share} (${sure}).`;
  return isOver ? `No difference can be seen in so many games: ${share} (${sure}).` : `Too early to say: ${share} (${sure}).`;
}
