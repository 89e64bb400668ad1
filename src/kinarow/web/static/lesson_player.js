// Steps through one lesson, or through two side by side: buttons, sentences, counters, and "guess the cut".

import { LessonPicture, NumberLine, pathTo, seenAt } from "./lesson_picture.js";

/** @typedef {import("./lesson_picture.js").Lesson} Lesson */
/** @typedef {{title: string, lesson: Lesson}} Told */
/** @typedef {{told: Told, picture: LessonPicture, line: NumberLine | null, words: HTMLElement, counters: HTMLElement}} Pane */

/** Milliseconds a step. */
const SPEEDS = { slow: 2500, normal: 1200, fast: 300 };

/** @param {string} name @param {string} [className] @param {string} [text] */
function make(name, className = "", text = "") {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}

/** @param {string} text @param {string} words @param {() => void} act */
function button(text, words, act) {
  const made = /** @type {HTMLButtonElement} */ (make("button", "", text));
  made.type = "button";
  made.title = words;
  made.setAttribute("aria-label", words);
  made.addEventListener("click", act);
  return made;
}

export class LessonPlayer {
  /**
   * @param {HTMLElement} host
   * @param {Told[]} told
   * @param {(stones: {cell: string, side: 1 | 2}[]) => void} [follow] told the stones that lead to where the search is
   */
  constructor(host, told, follow = () => {}) {
    this.follow = follow;
    this.last = Math.max(...told.map(({ lesson }) => lesson.steps.length)) - 1;
    this.step = 0;
    this.timer = 0;
    /** Guesses of cuts: none asked for, or how many were right of how many. @type {{right: number, of: number} | null} */
    this.guesses = null;
    /** The step whose guess was made. */
    this.guessed = -1;
    this.verdict = "";
    const body = make("div", "lesson");
    body.append(this.controls(told), (this.question = make("p", "guess")));
    this.question.setAttribute("role", "status");
    const panes = make("div", told.length > 1 ? "lesson-panes two" : "lesson-panes");
    this.panes = told.map((one) => this.pane(one, panes, told.length > 1));
    body.append(panes);
    // Wherever the focus is, and before the page hears of it: what is shown is what the keys are for.
    const hear = (/** @type {KeyboardEvent} */ event) => {
      if (!body.isConnected) document.removeEventListener("keydown", hear, true);
      else if (body.getClientRects().length) this.press(event);
    };
    document.addEventListener("keydown", hear, true);
    host.replaceChildren(body);
    this.show();
  }

  /** @param {Told[]} told */
  controls(told) {
    const bar = make("div", "controls lesson-controls");
    this.playing = button("▶ play", "Play", () => this.toggle());
    this.next = button("step ▶", "Next step", () => this.go(this.step + 1, true));
    this.speed = /** @type {HTMLSelectElement} */ (make("select"));
    this.speed.setAttribute("aria-label", "Speed");
    this.speed.append(...Object.keys(SPEEDS).map((name) => new Option(name, name, name === "normal", name === "normal")));
    this.range = /** @type {HTMLInputElement} */ (make("input", "lesson-range"));
    this.range.type = "range";
    this.range.max = String(this.last);
    this.range.setAttribute("aria-label", "Step");
    this.range.addEventListener("input", () => this.go(Number(this.range?.value)));
    bar.append(
      button("|◀", "First step", () => this.go(0)),
      button("◀", "Step back", () => this.go(this.step - 1)),
      this.next,
      button("▶|", "Last step", () => this.go(this.last)),
      this.playing,
      this.speed,
      this.range,
    );
    if (told.length === 1 && told[0].lesson.algorithm === "alphabeta") {
      this.guessing = button("guess the cut", "Guess the cut: say before each step whether the rest is left out", () => this.toggleGuessing());
      this.guessing.setAttribute("aria-pressed", "false");
      bar.append(this.guessing);
    }
    return bar;
  }

  /** @param {Told} told @param {HTMLElement} host @param {boolean} isTitled @returns {Pane} */
  pane(told, host, isTitled) {
    const pane = make("section", "lesson-pane");
    const [words, counters, line, tree] = [make("p", "lesson-words"), make("p", "counters"), make("div", "line-place"), make("div", "tree-place")];
    words.setAttribute("role", "status");
    tree.tabIndex = 0;
    tree.setAttribute("role", "group");
    tree.setAttribute("aria-label", `The tree${isTitled ? `: ${told.title}` : ""}`);
    if (isTitled) pane.append(make("h3", "", told.title));
    const window = told.lesson.algorithm === "alphabeta" ? new NumberLine(line, told.lesson) : null;
    pane.append(counters, words, ...(window ? [line] : []), tree);
    host.append(pane);
    return { told, picture: new LessonPicture(tree, told.lesson), line: window, words, counters };
  }

  show() {
    for (const { told, picture, line, words, counters } of this.panes) {
      const { lesson } = told;
      const step = Math.min(this.step, lesson.steps.length - 1);
      const seen = picture.show(step);
      line?.show(step);
      words.textContent = lesson.steps[step].words;
      words.className = `lesson-words ${lesson.steps[step].kind}`;
      const cut = lesson.algorithm === "alphabeta" ? `, ${seen.cut.size} of ${lesson.cut_off} branches cut off` : "";
      counters.textContent = `Step ${step + 1} of ${lesson.steps.length}: ${seen.looked} of ${lesson.looked_at} nodes looked at${cut}.`;
    }
    if (this.range) this.range.value = String(this.step);
    if (this.next) this.next.disabled = this.step === this.last;
    this.showQuestion();
    const { lesson } = this.panes[0].told;
    const at = seenAt(lesson, Math.min(this.step, lesson.steps.length - 1)).at;
    const stones = pathTo(lesson, at).map((node) => lesson.nodes[node]).flatMap(({ cell, side }) => (cell && side ? [{ cell, side }] : []));
    this.follow(stones);
  }

  /** @param {number} step @param {boolean} [asks] whether a guess may come first */
  go(step, asks = false) {
    if (asks && this.mayAsk()) {
      this.pause();
      return this.showQuestion();
    }
    this.verdict = "";
    this.step = Math.min(this.last, Math.max(0, step));
    if (this.step === this.last) this.pause();
    this.show();
  }

  /** Whether the next step is one that can be guessed: a better value comes up, and something is left to cut. */
  mayAsk() {
    const { lesson } = this.panes[0].told;
    const next = lesson.steps[this.step + 1];
    if (!this.guesses || this.guessed === this.step || next?.kind !== "update" || !next.improves) return false;
    const siblings = lesson.nodes.flatMap(({ parent }, number) => (parent === next.node ? [number] : []));
    const other = lesson.nodes[next.node].node === "max" ? next.high : next.low;
    return siblings[siblings.length - 1] !== next.child && other !== undefined;
  }

  showQuestion() {
    const score = this.guesses ? ` ${this.guesses.right} of ${this.guesses.of} right.` : "";
    if (!this.mayAsk()) {
      this.question.replaceChildren(this.guesses ? `${this.verdict || "Step on: where a cut is possible, you are asked."}${score}` : "");
      return;
    }
    const { lesson } = this.panes[0].told;
    const next = lesson.steps[this.step + 1];
    const { node } = lesson.nodes[next.node];
    const [who, other, has] = node === "max" ? ["MAX", "MIN", next.high_label] : ["MIN", "MAX", next.low_label];
    const words = `${who} can get ${next.child_label} here; ${other} has ${has} elsewhere. Is the rest cut off? `;
    const yes = button("✂ cut", "It is cut off", () => this.guess(true));
    this.question.replaceChildren(words, yes, " ", button("look on", "It is looked at", () => this.guess(false)), score);
    yes.focus({ preventScroll: true });
  }

  /** @param {boolean} isCut */
  guess(isCut) {
    if (!this.guesses) return;
    const { steps } = this.panes[0].told.lesson;
    const truth = steps[this.step + 2]?.kind === "cut";
    this.guessed = this.step;
    this.guesses.of++;
    if (truth === isCut) this.guesses.right++;
    const verdict = `${truth === isCut ? "Right" : "No"}: ${truth ? "the rest is cut off" : "the rest has to be looked at"}.`;
    this.step = Math.min(this.last, this.step + (truth ? 2 : 1));
    this.verdict = verdict;
    this.show();
    this.next?.focus({ preventScroll: true });
  }

  toggleGuessing() {
    this.guesses = this.guesses ? null : { right: 0, of: 0 };
    this.verdict = "";
    this.guessing?.setAttribute("aria-pressed", String(this.guesses !== null));
    this.showQuestion();
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.step === this.last) this.go(0);
    if (this.playing) this.playing.textContent = "‖ pause";
    const play = () => {
      this.timer = window.setTimeout(play, SPEEDS[/** @type {keyof typeof SPEEDS} */ (this.speed?.value ?? "normal")]);
      this.go(this.step + 1, true);
    };
    this.timer = window.setTimeout(play, 0);
  }

  pause() {
    window.clearTimeout(this.timer);
    this.timer = 0;
    if (this.playing) this.playing.textContent = "▶ play";
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const [on, back] = [this.step + 1, this.step - 1];
    // Presenters turn pages.
    const steps = /** @type {Record<string, number>} */ ({ ArrowRight: on, PageDown: on, " ": on, ArrowLeft: back, PageUp: back, Home: 0, End: this.last });
    if (this.isTaken(event) || event.ctrlKey || event.metaKey || event.altKey || !(event.key in steps)) return;
    event.preventDefault();
    this.go(steps[event.key], steps[event.key] === on);
  }

  /** Whether what has the focus needs the key itself: where one types or chooses, a button that is pressed, a board that is walked over. @param {KeyboardEvent} event */
  isTaken({ target, key }) {
    if (document.querySelector("dialog[open]") || !(target instanceof Element)) return true;
    if (target.matches("input, select, textarea")) return true;
    if (key === " " && target.matches("button, a, summary")) return true;
    return target.matches('[role="application"]:focus-visible');
  }

  /** Before it is thrown away. */
  end() {
    this.pause();
  }
}
