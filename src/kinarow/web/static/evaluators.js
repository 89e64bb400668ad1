// An evaluator under one's hands: sliders for all weights, terms to add and remove, its formula, and
// a match against the original.

import { ask, get } from "./api.js";
import { button, byId, make, save, wordsOf } from "./dom.js";
import { keep, recall } from "./kept.js";
import { duelWords } from "./tournament.js";

/** @typedef {import("./api.js").Definition} Definition */
/** @typedef {import("./api.js").Catalogue} Catalogue */
/** @typedef {import("./api.js").Weight} Weight */

const STORED = "kinarow-evaluator";
/** The one in hand, so that a reload does not lose it. */
const IN_HAND = "kinarow-evaluator-in-hand";
/** What an evaluator must look like, the server knows: throw what it has against this one. @param {unknown} definition */
async function check(definition) {
  if (typeof definition === "string") throw new Error("an evaluator is a JSON object with terms, not a name");
  await ask("formula", { evaluator: definition });
}

/** @param {unknown} definition */
async function isEvaluator(definition) {
  // Where nothing is kept there is nothing to ask.
  if (!definition || !Object.keys(definition).length) return false;
  return check(definition).then(() => true, () => false);
}

export class Evaluators {
  /** @param {{changed: () => void, game: () => string}} page */
  constructor(page) {
    this.page = page;
    /** The evaluator as it is now; null while the catalogue's own is used. @type {Definition | null} */
    this.current = null;
    /** @type {Definition | null} */
    this.original = null;
    this.timer = 0;
    this.watching = 0;
    this.duels = 0;
    this.formulas = 0;
    this.drawings = 0;
    /** The game for which the weights on the page are written out. */
    this.drawnFor = "";
    this.template = /** @type {HTMLSelectElement} */ (byId("template"));
    this.template.addEventListener("change", () => this.begin(this.template.value));
    byId("reset-weights").addEventListener("click", () => this.begin(this.template.value));
    byId("duel").addEventListener("click", () => void this.duel());
    byId("export-json").addEventListener("click", () => void this.export("json"));
    byId("export-python").addEventListener("click", () => void this.export("py"));
    byId("save-evaluator").addEventListener("click", () => this.save());
    byId("load-evaluator").addEventListener("click", () => byId("evaluator-file").click());
    byId("evaluator-file").addEventListener("change", (event) => void this.load(event));
  }

  /** @param {Record<string, Definition>} terms one of each kind */
  offerTerms(terms) {
    const add = /** @type {HTMLSelectElement} */ (byId("add-term"));
    add.replaceChildren(new Option("a term …", ""), ...Object.keys(terms).map((name) => new Option(name, name)));
    add.addEventListener("change", () => {
      if (add.value && this.current) this.current.terms.push(structuredClone(terms[add.value]));
      add.value = "";
      void this.draw();
      this.changed();
    });
  }

  /** @param {Catalogue} catalogue */
  async offer(catalogue) {
    this.offerTerms(catalogue.terms);
    this.definitions = new Map(catalogue.evaluators.flatMap(({ name, definition }) => (definition ? [[name, definition]] : [])));
    this.template.replaceChildren(...[...this.definitions.keys()].map((name) => new Option(name, name)));
    const saved = recall(STORED);
    if (await isEvaluator(saved)) this.add("saved", saved);
    if (await this.restore()) return;
    this.template.value = "center-window";
    this.take("center-window");
  }

  keep() {
    keep(IN_HAND, { template: this.template.value, original: this.original, current: this.current });
  }

  /** Take up what was in hand before a reload; false if there is nothing, or nothing that can be read. */
  async restore() {
    const { template, original, current } = recall(IN_HAND);
    if (typeof template !== "string" || !(await isEvaluator(original)) || !(await isEvaluator(current))) return false;
    if (!this.definitions?.has(template)) this.add(template, original);
    this.template.value = template;
    this.original = original;
    this.current = current;
    return true;
  }

  /** One more to begin with. @param {string} name @param {Definition} definition */
  add(name, definition) {
    if (!this.definitions?.has(name)) this.template.append(new Option(name, name));
    this.definitions?.set(name, definition);
  }

  /** Begin with an evaluator of the catalogue. @param {string} name */
  begin(name) {
    this.take(name);
    byId("duel-result").textContent = "";
    void this.draw();
    this.changed();
  }

  /** @param {string} name */
  take(name) {
    const definition = this.definitions?.get(name);
    if (!definition) return;
    this.original = structuredClone(definition);
    this.current = { ...structuredClone(definition), name: `my ${definition.name}` };
  }

  /** The board shows a game: on another one weights may be others. */
  follow() {
    if (this.drawnFor !== this.page.game()) void this.draw();
  }

  changed() {
    byId("evaluator-words").textContent = "";
    this.keep();
    this.page.changed();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.drawFormula(), 60);
  }

  /** What the weights are on this board, the server says: powers of ten are written out for its target. */
  async draw() {
    if (!this.current) return;
    const number = ++this.drawings;
    this.drawnFor = this.page.game();
    const host = byId("weights");
    for (const old of host.querySelectorAll("fieldset")) old.disabled = true; // they are about to be replaced
    void this.drawFormula();
    try {
      const { evaluator, terms } = /** @type {import("./api.js").Weights} */ (await ask("weights", { game: this.drawnFor, evaluator: this.current }));
      if (number !== this.drawings) return;
      host.replaceChildren(...terms.map(({ name, weights }, i) => this.term(evaluator.terms[i], i, name, weights)));
    } catch (error) {
      if (number === this.drawings) host.replaceChildren(make("p", "", wordsOf(error)));
    }
  }

  /** @param {Definition} term as it is written out @param {number} number @param {string} name @param {Weight[]} weights */
  term(term, number, name, weights) {
    const box = make("fieldset", "term");
    const remove = button("×", () => {
      this.current?.terms.splice(number, 1);
      void this.draw();
      this.changed();
    });
    remove.setAttribute("aria-label", `Remove ${name}`);
    remove.disabled = this.current?.terms.length === 1;
    const legend = make("legend", "", name);
    // A term stays as it was defined, for every board, until one of its weights is moved.
    const moved = () => {
      if (this.current) this.current.terms[number] = term;
      this.changed();
    };
    box.append(legend, remove, ...weights.map((weight) => this.slider(term, name, weight, moved)));
    return box;
  }

  /** @param {Definition} term @param {string} of its name @param {Weight} weight @param {() => void} moved */
  slider(term, of, { at, name, value, low, high, step }, moved) {
    const last = at[at.length - 1];
    const holder = at.slice(0, -1).reduce((inner, key) => inner[key], term);
    const label = make("label", "weight");
    const range = document.createElement("input");
    const field = document.createElement("input");
    for (const input of [range, field]) {
      input.type = input === range ? "range" : "number";
      input.step = String(step);
      if (input === range) {
        input.min = String(low);
        input.max = String(high);
      }
      input.value = String(value);
      input.dataset.weight = name;
      input.setAttribute("aria-label", `${of} ${name}`);
    }
    const set = (/** @type {string} */ text) => {
      const number = Number(text);
      if (text === "" || !Number.isFinite(number)) return;
      holder[last] = number;
      range.value = field.value = text;
      moved();
    };
    range.addEventListener("input", () => set(range.value));
    field.addEventListener("input", () => set(field.value));
    label.append(make("span", "", name), range, field);
    return label;
  }

  async drawFormula() {
    if (!this.current) return;
    const number = ++this.formulas;
    try {
      const { mathml } = await ask("formula", { evaluator: this.current });
      if (number !== this.formulas) return;
      byId("formula").innerHTML = mathml;
    } catch (error) {
      byId("evaluator-words").textContent = wordsOf(error);
    }
  }

  /** 200 games against what it began with, told as they end. */
  async duel() {
    clearTimeout(this.watching);
    const said = byId("duel-result");
    try {
      const players = [
        { player: "alphabeta:depth=4", evaluator: this.current },
        { player: "alphabeta:depth=4", evaluator: this.original },
      ];
      const begun = await ask("tournaments", { game: this.page.game(), players, rounds: 100 });
      const number = ++this.duels;
      const watch = async () => {
        const now = /** @type {import("./api.js").Tournament} */ (await get(`tournaments/${begun.id}`));
        if (number !== this.duels) return;
        const encounter = now.encounters[0];
        said.textContent = `${now.games} of ${now.scheduled} games${encounter ? `: ${duelWords(encounter)}` : " …"}`;
        if (now.state === "running") this.watching = window.setTimeout(() => void watch(), 700);
      };
      await watch();
    } catch (error) {
      said.textContent = wordsOf(error);
    }
  }

  save() {
    byId("evaluator-words").textContent = keep(STORED, this.current)
      ? "Saved in this browser; begin with “saved” to have it back."
      : "This browser keeps nothing: export it as JSON instead.";
    if (this.current) this.add("saved", structuredClone(this.current));
  }

  /** @param {Event} event */
  async load(event) {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const [file] = field.files ?? [];
    if (!file) return;
    try {
      const definition = JSON.parse(await file.text());
      await check(definition);
      this.add(definition.name, definition);
      this.template.value = definition.name;
      this.begin(definition.name);
    } catch (error) {
      byId("evaluator-words").textContent = `${file.name}: ${wordsOf(error)}`;
    }
    field.value = ""; // the same file, once mended, is another choice
  }

  /** @param {"json" | "py"} kind */
  async export(kind) {
    try {
      const text = kind === "json" ? JSON.stringify(this.current, null, 2) : (await ask("python", { evaluator: this.current })).python;
      save(text, `evaluator.${kind}`);
    } catch (error) {
      byId("evaluator-words").textContent = wordsOf(error);
    }
  }
}
