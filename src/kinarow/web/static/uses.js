// What an evaluator can be used for: to judge, to play by, to be entered in a tournament.

import { brain, evaluator, opponent, showBrain } from "./choices.js";

/** @typedef {import("./answers.js").Catalogue} Catalogue */

const PLAYS_BY_EVALUATOR = "alphabeta:depth=4";
const OTHERS = ["best:nodes=100000", "random", "mcts:playouts=1000"];

export class Uses {
  /**
   * @param {import("./evaluator_list.js").EvaluatorList} list
   * @param {import("./tournament.js").Tournaments} tournaments
   * @param {(page: string) => void} turnTo
   */
  constructor(list, tournaments, turnTo) {
    this.list = list;
    this.tournaments = tournaments;
    this.turnTo = turnTo;
    /** Players that the lab was started with. @type {string[]} */
    this.ownPlayers = [];
  }

  /** @param {Catalogue} catalogue */
  offer(catalogue) {
    this.ownPlayers = catalogue.own_players;
    this.offerEntrants(catalogue.evaluators.slice(0, 2).map(({ name }) => name));
    this.list.listeners.push(() => this.offerEntrants([]));
  }

  /** @param {string} how @param {string} key of an evaluator */
  use(how, key) {
    if (how === "judge") evaluator.value = key;
    if (how === "play") [opponent.value, brain.value] = [PLAYS_BY_EVALUATOR, key];
    showBrain();
    if (how === "enter") this.offerEntrants([key]);
    this.turnTo(how === "enter" ? "tournament" : "play");
  }

  /** @param {string[]} keys of evaluators that are chosen */
  offerEntrants(keys) {
    const others = [...this.ownPlayers, ...OTHERS].map((name) => ({ label: name, entry: name }));
    const entrants = this.list.entrants();
    this.tournaments.offer([...entrants, ...others], entrants.filter(({ key }) => keys.includes(key)).map(({ label }) => label));
  }
}
