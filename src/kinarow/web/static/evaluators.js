// An evaluator under one's hands: sliders for all weights, terms to add and remove, its formula, and what becomes of every move.

import { ask } from "./api.js";
import { Comparison } from "./comparison.js";
import { button, byId, make, save, wordsOf } from "./dom.js";
import { Duel } from "./duel.js";
import { IN_HAND } from "./evaluator_list.js";
import { keep, recall } from "./kept.js";

/** @typedef {import("./api.js").Definition} Definition */
/** @typedef {import("./answers.js").Catalogue} Catalogue */
/** @typedef {import("./answers.js").Weight} Weight */

/** The one in hand, so that a reload does not lose it. */
const STORED = "kinarow-evaluator-in-hand";
const USUAL = "center-window";
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
  /**
   * @param {import("./evaluator_list.js").EvaluatorList} list
   * @param {{changed: () => void, game: () => string, moves: () => string, isShown: () => boolean, use: (how: string, key: string) => void}} page
   */
  constructor(list, page) {
    this.list = list;
    this.page = page;
    /** The evaluator as it is now. @type {Definition | null} */
    this.current = null;
    /** @type {Definition | null} */
    this.original = null;
    this.timer = 0;
    this.formulas = 0;
    this.drawings = 0;
    /** The game for which the weights on the page are written out. */
    this.drawnFor = "";
    this.comparison = new Comparison({ agreement: byId("agreement"), ranking: byId("ranking") }, () => {
      const { original, current } = this;
      const asked = { game: page.game(), moves: page.moves() };
      return original && current && page.isShown() ? { ...asked, before: { evaluator: original }, after: { evaluator: current } } : null;
    });
    this.duel = new Duel(() => ({ game: page.game(), current: this.current, original: this.original }));
    this.template = /** @type {HTMLSelectElement} */ (byId("template"));
    this.named = /** @type {HTMLInputElement} */ (byId("evaluator-name"));
    list.attach(this.template);
    this.template.addEventListener("change", () => this.begin(this.template.value));
    this.named.addEventListener("change", () => this.rename());
    byId("reset-weights").addEventListener("click", () => this.reset());
    byId("export-json").addEventListener("click", () => void this.export("json"));
    byId("export-python").addEventListener("click", () => void this.export("py"));
    byId("save-evaluator").addEventListener("click", () => this.save());
    byId("load-evaluator").addEventListener("click", () => byId("evaluator-file").click());
    byId("evaluator-file").addEventListener("change", (event) => void this.load(event));
    for (const how of ["judge", "play", "enter"]) byId(`${how}-it`).addEventListener("click", () => page.use(how, IN_HAND));
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
    await this.list.offer(catalogue.evaluators, isEvaluator);
    const own = catalogue.evaluators.find(({ name, own: isOwn, definition }) => name === catalogue.usual.drop && isOwn && definition);
    if (!(await this.restore())) this.take(own?.name ?? USUAL);
    this.hold();
  }

  /** The list has it, and the browser keeps it. */
  hold() {
    this.list.hold(this.current);
    this.template.value = IN_HAND;
    this.named.value = String(this.current?.name ?? "");
    byId("write-report").textContent = `Report on ${this.named.value}`;
    keep(STORED, { original: this.original, current: this.current });
  }

  /** Take up what was in hand before a reload; false if there is nothing, or nothing that can be read. */
  async restore() {
    const { original, current } = recall(STORED);
    if (!(await isEvaluator(original)) || !(await isEvaluator(current))) return false;
    this.original = original;
    this.current = current;
    return true;
  }

  /** Begin with one of the list. @param {string} key */
  begin(key) {
    if (key === IN_HAND) return;
    const said = byId("evaluator-words");
    if (!this.list.definition(key)) {
      const own = this.list.known.find(({ name }) => name === key)?.own;
      said.textContent = own
        ? `${key} is a function: it has no weights to move, but edit its file, and the page follows.`
        : `${key} has tables, which are learned and not moved by hand.`;
      this.template.value = IN_HAND;
      return;
    }
    this.take(key);
    this.beginAnew();
  }

  beginAnew() {
    this.duel.forget();
    void this.draw();
    this.changed();
  }

  /** @param {string} key */
  take(key) {
    const definition = this.list.definition(key);
    if (!definition) return;
    this.original = structuredClone(definition);
    const isMine = key.startsWith("saved:") || String(definition.name).startsWith("my ");
    this.current = { ...structuredClone(definition), name: isMine ? definition.name : `my ${definition.name}` };
  }

  /** As it was to begin with, under the name that it has now. */
  reset() {
    if (!this.original || !this.current) return;
    this.current = { ...structuredClone(this.original), name: this.current.name };
    this.beginAnew();
  }

  rename() {
    const name = this.named.value.trim();
    if (this.current && name) this.current.name = name;
    this.hold();
    this.page.changed();
  }

  /** The board shows a game: on another one weights may be others. */
  follow() {
    if (this.drawnFor !== this.page.game()) void this.draw();
    void this.comparison.update();
  }

  changed() {
    byId("evaluator-words").textContent = "";
    this.hold();
    this.page.changed();
    void this.comparison.update();
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
      const { evaluator, terms } = await ask("weights", { game: this.drawnFor, evaluator: this.current });
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
  slider(term, of, { at, name, words, value, low, high, step }, moved) {
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
      input.setAttribute("aria-label", `${of}: ${words}`);
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
    label.title = name;
    label.append(make("span", "", words), range, field);
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

  save() {
    if (!this.current) return;
    const { isKept } = this.list.save(this.current);
    byId("evaluator-words").textContent = isKept
      ? `Saved in this browser as “${this.current.name}”: it can judge, play and be entered.`
      : "This browser keeps nothing: export it as JSON instead.";
  }

  /** @param {Event} event */
  async load(event) {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const [file] = field.files ?? [];
    if (!file) return;
    try {
      const definition = JSON.parse(await file.text());
      await check(definition);
      this.original = structuredClone(definition);
      this.current = definition;
      this.beginAnew();
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
