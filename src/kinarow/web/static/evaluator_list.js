// One list of evaluators for the whole page: the lab's own, one's files, the one in hand, and saved ones. Each can judge, play and be
// entered in a tournament.

import { keep, recall } from "./kept.js";

/** @typedef {import("./api.js").Definition} Definition */
/** @typedef {import("./api.js").EvaluatorOrName} EvaluatorOrName */

/** The key of the one under one's hands. */
export const IN_HAND = "in-hand";
const SAVED = "saved:";
const STORED = "kinarow-evaluator";
const MOST_SAVED = 20;

export class EvaluatorList {
  constructor() {
    /** @type {import("./answers.js").Catalogue["evaluators"]} */
    this.known = [];
    /** @type {Map<string, Definition>} */
    this.saved = new Map();
    /** @type {Definition | null} */
    this.inHand = null;
    /** What that was called when it was last listed. @type {string | undefined} */
    this.named = undefined;
    /** @type {HTMLSelectElement[]} */
    this.selects = [];
    /** @type {(() => void)[]} */
    this.listeners = [];
  }

  /** @param {import("./answers.js").Catalogue["evaluators"]} known @param {(definition: unknown) => Promise<boolean>} isEvaluator */
  async offer(known, isEvaluator) {
    this.known = known;
    const kept = recall(STORED);
    // Earlier there was but one.
    const all = "terms" in kept ? { [kept.name]: kept } : kept;
    for (const [name, definition] of Object.entries(all).slice(0, MOST_SAVED)) {
      if (definition?.name === name && (await isEvaluator(definition))) this.saved.set(name, definition);
    }
    this.changed();
  }

  /** A select that offers all of them from now on. @param {HTMLSelectElement} select */
  attach(select) {
    this.selects.push(select);
    this.fill(select);
  }

  /** By what they are: keys and how they are called. @returns {[string, [string, string][]][]} */
  groups() {
    const named = (/** @type {boolean} */ own) => this.known.filter((entry) => entry.own === own).map(({ name }) => /** @type {[string, string]} */ ([name, name]));
    /** @type {[string, [string, string][]][]} */
    const groups = [
      ["your files", named(true)],
      ["in hand", this.inHand ? [[IN_HAND, String(this.inHand.name)]] : []],
      ["saved", [...this.saved.keys()].map((name) => [SAVED + name, name])],
      ["built in", named(false)],
    ];
    return groups.filter(([, entries]) => entries.length);
  }

  /** @param {HTMLSelectElement} select */
  fill(select) {
    const { value } = select;
    const groups = this.groups().map(([label, entries]) => {
      const group = document.createElement("optgroup");
      group.label = label;
      group.append(...entries.map(([key, name]) => new Option(name, key, key === value, key === value)));
      return group;
    });
    select.replaceChildren(...groups);
  }

  /** @param {string} key */
  has(key) {
    return this.groups().some(([, entries]) => entries.some(([other]) => other === key));
  }

  /** What the server is asked with. @param {string} key @returns {EvaluatorOrName} */
  find(key) {
    if (key === IN_HAND && this.inHand) return this.inHand;
    return this.saved.get(key.slice(SAVED.length)) ?? key;
  }

  /** The terms of one, if it has terms. @param {string} key @returns {Definition | undefined} */
  definition(key) {
    const found = this.find(key);
    return typeof found === "string" ? this.known.find(({ name }) => name === key)?.definition : found;
  }

  /** @param {Definition | null} definition */
  hold(definition) {
    const isOther = this.inHand !== definition || this.named !== definition?.name;
    this.inHand = definition;
    this.named = definition?.name;
    if (isOther) this.changed();
  }

  /** Keep one under its name. @param {Definition} definition @returns {{key: string, isKept: boolean}} isKept: in the browser, too */
  save(definition) {
    const name = String(definition.name);
    this.saved.delete(name);
    this.saved.set(name, structuredClone(definition));
    if (this.saved.size > MOST_SAVED) this.saved.delete(/** @type {string} */ (this.saved.keys().next().value));
    const isKept = keep(STORED, Object.fromEntries(this.saved));
    this.changed();
    return { key: SAVED + name, isKept };
  }

  changed() {
    for (const select of this.selects) this.fill(select);
    for (const listener of this.listeners) listener();
  }

  /** All of them as entrants of a tournament. @returns {{key: string, label: string, entry: string | {player: string, evaluator: Definition}}[]} */
  entrants() {
    return this.groups().flatMap(([group, entries]) =>
      entries.map(([key, name]) => {
        const found = this.find(key);
        const entry = typeof found === "string" ? `alphabeta:eval=${found},depth=4` : { player: "alphabeta:depth=4", evaluator: found };
        return { key, label: group === "built in" ? `${name} (4)` : `${name} (4), ${group}`, entry };
      }),
    );
  }
}
