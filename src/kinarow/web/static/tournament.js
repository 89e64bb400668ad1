// Tournaments: choose players, watch them, open their games.

import { ask, forget, get } from "./api.js";
import { gameTitle } from "./choices.js";
import { button, byId, make, signed, wordsOf } from "./dom.js";

/** @typedef {import("./answers.js").Tournament} Tournament */
/** @typedef {import("./answers.js").Encounter} Encounter */
/** @typedef {import("./answers.js").Estimate} Estimate */
/** @typedef {{label: string, entry: string | {player: string, evaluator: import("./api.js").Definition}}} Entrant */

const EVERY_MS = 1000;
/** While it is paused another tab may resume it; while the server cannot be reached it may come back. */
const SELDOM_MS = 5000;

/** A player's name as people read it. @param {string} name */
export function shortName(name) {
  return name.replace(/^alphabeta:eval=/, "").replace(/,depth=(\d+)/, " ($1)").replace(/,nodes=\d+$/, "");
}

export class Tournaments {
  /** @param {{game: () => string, open: (game: string, moves: string, names: [string, string]) => void, remember: (id: string) => void}} page */
  constructor(page) {
    this.page = page;
    this.id = "";
    this.timer = 0;
    /** @type {Tournament | null} */
    this.shown = null;
    /** @type {Map<string, Entrant["entry"]>} */
    this.entrants = new Map();
    byId("begin-tournament").addEventListener("click", () => void this.begin());
    byId("pause-tournament").addEventListener("click", () => void this.toggle());
    byId("delete-tournament").addEventListener("click", () => void this.delete());
    this.earlier = /** @type {HTMLSelectElement} */ (byId("earlier"));
    this.earlier.addEventListener("change", () => this.earlier.value && void this.watch(this.earlier.value));
  }

  /** Players to choose from; who was chosen by name before stays so. @param {Entrant[]} entrants @param {string[]} chosen labels */
  offer(entrants, chosen) {
    const host = byId("entrants");
    const checked = new Set([...host.querySelectorAll("input:checked")].map((box) => /** @type {HTMLInputElement} */ (box).value));
    const legend = host.querySelector("legend");
    this.entrants = new Map(entrants.map(({ label, entry }) => [label, entry]));
    const choices = [...this.entrants.keys()].map((name) => {
      const label = make("label", "choice");
      const box = document.createElement("input");
      box.type = "checkbox";
      box.value = name;
      box.checked = checked.has(name) || chosen.includes(name);
      label.append(box, make("span", "", name));
      return label;
    });
    host.replaceChildren(...(legend ? [legend] : []), ...choices);
  }

  /** Those that were begun before, the newest first; also before the lab was started anew. */
  async list() {
    const { tournaments } = await get("tournaments").catch(() => ({ tournaments: [] }));
    const options = tournaments.reverse().map(({ id, state, game, players, games, scheduled }) => {
      const names = players.map(shortName).join(", ");
      return new Option(`${gameTitle(game)}, ${games} of ${scheduled} games, ${state}: ${names}`, id, id === this.id, id === this.id);
    });
    this.earlier.replaceChildren(new Option(options.length ? "choose …" : "none", ""), ...options);
  }

  async begin() {
    const boxes = /** @type {HTMLInputElement[]} */ ([...byId("entrants").querySelectorAll("input:checked")]);
    const players = boxes.flatMap(({ value }) => this.entrants.get(value) ?? []);
    const rounds = Number(/** @type {HTMLInputElement} */ (byId("rounds")).value);
    try {
      this.show(await ask("tournaments", { game: this.page.game(), players, rounds }));
    } catch (error) {
      byId("tournament-words").textContent = wordsOf(error);
    }
  }

  async toggle() {
    const state = this.shown?.state === "running" ? "paused" : "running";
    try {
      this.show(await ask(`tournaments/${this.shown?.id}`, { state }));
    } catch (error) {
      byId("tournament-words").textContent = wordsOf(error);
    }
  }

  /** One's own, with its games. */
  async delete() {
    const { id } = this.shown ?? {};
    if (!id || !confirm("Delete this tournament and its games?")) return;
    try {
      await forget(`tournaments/${encodeURIComponent(id)}`);
      this.clear();
      byId("tournament-words").textContent = "Deleted.";
    } catch (error) {
      byId("tournament-words").textContent = wordsOf(error);
    }
    await this.list();
  }

  /** Watch none. */
  clear() {
    clearTimeout(this.timer);
    this.id = "";
    this.shown = null;
    this.page.remember("");
    for (const id of ["standings", "records"]) byId(id).replaceChildren();
    for (const id of ["pause-tournament", "delete-tournament"]) /** @type {HTMLButtonElement} */ (byId(id)).disabled = true;
  }

  /** Watch a tournament by its name, as after a reload. @param {string} id */
  async watch(id) {
    this.id = id;
    try {
      const found = await get(`tournaments/${encodeURIComponent(id)}`);
      if (id === this.id) this.show(found);
    } catch (error) {
      if (id !== this.id) return;
      byId("tournament-words").textContent = wordsOf(error);
      this.watchAgain(id, SELDOM_MS);
    }
  }

  /** @param {string} id @param {number} after */
  watchAgain(id, after) {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.watch(id), after);
  }

  /** @param {Tournament} tournament */
  show(tournament) {
    clearTimeout(this.timer);
    const isOther = this.shown?.id !== tournament.id || this.shown.state !== tournament.state;
    if (this.shown?.id !== tournament.id || this.shown.games !== tournament.games) this.records(tournament);
    this.shown = tournament;
    this.id = tournament.id;
    this.page.remember(tournament.id);
    const pause = /** @type {HTMLButtonElement} */ (byId("pause-tournament"));
    pause.disabled = !tournament.mine || !["running", "paused"].includes(tournament.state);
    /** @type {HTMLButtonElement} */ (byId("delete-tournament")).disabled = !tournament.mine;
    pause.textContent = tournament.state === "paused" ? "Resume" : "Pause";
    byId("tournament-words").textContent = tournament.failure || `${tournament.games} of ${tournament.scheduled} games, ${tournament.state}`;
    byId("standings").replaceChildren(...(tournament.standings.length ? [this.table(tournament), this.duels(tournament)] : []));
    if (isOther) void this.list();
    if (tournament.state === "running") this.watchAgain(tournament.id, EVERY_MS);
    if (tournament.state === "paused") this.watchAgain(tournament.id, SELDOM_MS);
  }

  /** Everyone against everyone. @param {Tournament} tournament */
  table({ standings, encounters }) {
    const table = make("table", "crosstable");
    const head = make("tr");
    head.append(...["", "Elo", "points", ...standings.map((_, i) => String(i + 1))].map((text) => make("th", "", text)));
    table.append(head);
    standings.forEach(({ player, elo, points, games }, i) => {
      const row = make("tr");
      const name = make("th", "name", `${i + 1} ${shortName(player)}`);
      name.setAttribute("scope", "row");
      row.append(name, make("td", "", estimateWords(elo)), make("td", "", `${points}/${games}`));
      for (const other of standings) row.append(make("td", "", against(player, other.player, encounters)));
      table.append(row);
    });
    return table;
  }

  /** With two players, the state of the sequential test. @param {Tournament} tournament */
  duels({ encounters }) {
    const list = make("ul", "duels");
    if (encounters.length === 1) list.append(make("li", "", duelWords(encounters[0])));
    return list;
  }

  /** @param {Tournament} tournament */
  records({ id, first, records, game }) {
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.record : undefined;
    const shown = records.map((record, i) => ({ record, name: `${id} ${first + i}` }));
    const items = shown.reverse().map(({ record, name }) => {
      const item = make("li");
      const result = record.winner === null ? "½–½" : record.winner === 1 ? "1–0" : "0–1";
      const open = button(`${shortName(record.first)} – ${shortName(record.second)} ${result}`, () => this.page.open(game, record.moves, [shortName(record.first), shortName(record.second)]));
      open.dataset.record = name;
      item.append(open);
      return item;
    });
    byId("records").replaceChildren(...items);
    if (focused) /** @type {HTMLElement | null} */ (byId("records").querySelector(`[data-record="${focused}"]`))?.focus();
  }
}

/** @param {Estimate} elo */
function estimateWords({ value, low, high }) {
  return `${signed(Math.round(value))} ± ${Math.round((high - low) / 2)}`;
}

/** @param {Encounter} encounter */
export function duelWords({ wins, ties, losses, elo, sprt }) {
  const [llr, low, high] = [sprt.llr, sprt.low, sprt.high].map((number) => number.toFixed(2).replace("-", "−"));
  const verdict = sprt.verdict === "H1" ? " Stronger." : sprt.verdict === "H0" ? " Not stronger." : "";
  return `+${wins} =${ties} −${losses}, Elo ${estimateWords(elo)}, LLR ${llr} (${low}, ${high}).${verdict}`;
}

/** @param {string} player @param {string} other @param {Encounter[]} encounters */
function against(player, other, encounters) {
  for (const { a, b, games, points } of encounters) {
    if (a === player && b === other) return `${points}/${games}`;
    if (b === player && a === other) return `${games - points}/${games}`;
  }
  return "·";
}
