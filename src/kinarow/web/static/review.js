// A played game compared with perfect play: a graph, mistakes to jump to, and another try at each.

import { listen } from "./api.js";
import { MARKS, button, byId, drawn, make, signed, wordsOf } from "./dom.js";
import { tokens } from "./moves.js";

/** @typedef {import("./api.js").Reviewed} Reviewed */
/** @typedef {import("./api.js").EvaluatorOrName} EvaluatorOrName */

const WIDTH = 460;
const HEIGHT = 150;
/** How verdicts are summed up: that of one move, of several. @type {[Reviewed["verdict"], string, string][]} */
const SUMS = [
  ["blunder", "gives the outcome away", "give the outcome away"],
  ["slower", "wins later than needed", "win later than needed"],
  ["sooner", "loses sooner than needed", "lose sooner than needed"],
  ["mistake", "overlooks what the next stone decides", "overlook what the next stone decides"],
  ["unknown", "not solved", "not solved"],
];

export class Review {
  /** @param {{go: (moves: string) => void, game: () => string, moves: () => string, evaluator: () => EvaluatorOrName, prefix: (text: string, length: number) => string, prefixLength: () => number, concealed: () => void}} page */
  constructor(page) {
    this.page = page;
    this.waiting = new AbortController();
    /** Whether all was said that there is to say. */
    this.isDone = true;
    /** @type {Reviewed[]} */
    this.moves = [];
    /** What is reviewed. */
    this.game = this.text = "";
    /** The mistake that is tried again, if one is. @type {Reviewed | null} */
    this.trying = null;
    /** Whether the answer is told nevertheless. */
    this.isTold = false;
    byId("begin-review").addEventListener("click", () => this.begin());
    byId("cancel-review").addEventListener("click", () => this.cancel());
    byId("next-mistake").addEventListener("click", () => this.jump(1));
    byId("last-mistake").addEventListener("click", () => this.jump(-1));
    const field = /** @type {HTMLInputElement} */ (byId("import"));
    field.addEventListener("change", () => {
      if (field.value.trim()) page.go(field.value.trim());
    });
  }

  begin() {
    this.waiting.abort();
    this.waiting = new AbortController();
    this.moves = [];
    this.try(null);
    this.game = this.page.game();
    this.text = this.page.moves();
    this.isDone = !this.text;
    if (this.text) this.summary();
    else this.say("Play a game first, or paste one.");
    this.draw();
    if (!this.text) return;
    const question = { game: this.page.game(), moves: this.text, evaluator: this.page.evaluator() };
    const { signal } = this.waiting;
    /** @param {() => void} tell */
    const end = (tell) => {
      if (signal.aborted) return;
      this.isDone = true;
      this.draw();
      tell();
    };
    const hear = (/** @type {Reviewed} */ move) => {
      this.moves.push(move);
      this.draw();
      this.summary();
    };
    listen("review", question, signal, hear).then(() => end(() => this.summary()), (error) => end(() => this.say(wordsOf(error))));
  }

  /** What was found stays; the server stops as soon as nobody listens. */
  cancel() {
    this.waiting.abort();
    this.draw();
    this.summary();
  }

  get isRunning() {
    return !this.isDone && !this.waiting.signal.aborted;
  }

  /** The board shows another position: a try at the one before is over, and so is the review with another game. @param {string} line */
  follow(line) {
    if (this.text && this.page.game() !== this.game) {
      this.waiting.abort();
      this.moves = [];
      this.text = "";
      this.try(null);
      this.say("");
      this.draw();
    } else if (this.trying && line !== this.page.prefix(this.text, this.trying.ply - 1)) {
      this.try(null);
      this.summary();
    }
  }

  /** How far it is, and what it has come to; what is said to a try stands. */
  summary() {
    if (this.trying) return;
    const done = `${this.moves.length} of ${tokens(this.text).length} moves`;
    if (this.isRunning) {
      this.say(`${done} looked at …`);
      return;
    }
    const counts = SUMS.flatMap(([verdict, one, several]) => {
      const count = this.moves.filter((move) => move.verdict === verdict).length;
      return count ? [`${count} ${count === 1 ? one : several}`] : [];
    });
    const found = counts.join(", ") || "no mistakes";
    this.say(this.isDone ? `${this.moves.length} moves: ${found}.` : `Cancelled after ${done}${this.moves.length ? `: ${found}` : ""}.`);
  }

  mistakes() {
    return this.moves.filter(isMistake);
  }

  /** To just before the next mistake, or the last one; after the end comes the beginning. @param {1 | -1} step */
  jump(step) {
    const ply = this.page.prefixLength();
    const mistakes = step > 0 ? this.mistakes() : this.mistakes().reverse();
    const chosen = mistakes.find((move) => step * (move.ply - 1 - ply) > 0) ?? mistakes[0];
    if (chosen) this.tryAgain(chosen);
  }

  /** @param {Reviewed} move */
  tryAgain(move) {
    this.try(move);
    this.page.go(this.page.prefix(this.text, move.ply - 1));
    const what = move.verdict === "blunder" ? " and gave the outcome away" : `: ${move.words}`;
    this.say(`${MARKS[move.mover]} played ${move.move} here${what}. Try a better move on the board.`);
  }

  /** Whether a move on the board is an answer to "try again", which then is not played. @param {string} move */
  answers(move) {
    const mistake = this.trying;
    if (!mistake) return false;
    if (mistake.better.includes(move)) {
      this.try(null);
      this.say(`Right: ${move} keeps ${outcome(mistake.before)}.`);
    } else {
      this.say(move === mistake.move ? `${move} is the move that was played. Look again.` : `${move} does not keep the best value. Look again.`);
    }
    return true;
  }

  /** From now on a mistake is tried again, or none. @param {Reviewed | null} move */
  try(move) {
    this.trying = move;
    this.isTold = false;
    this.hideAnswer();
    this.page.concealed();
  }

  /** Whether what is known of the moves must not be shown: it is the answer. */
  conceals() {
    return this.trying !== null && !this.isTold;
  }

  /** Tell the answer to whoever asks before finding it. */
  tell() {
    this.isTold = true;
    this.hideAnswer();
    this.page.concealed();
  }

  /** What is being tried is not told. */
  hideAnswer() {
    for (const answer of byId("review-moves").querySelectorAll("details")) answer.hidden = this.conceals() && answer.dataset.ply === String(this.trying?.ply);
  }

  /** @param {string} words */
  say(words) {
    byId("review-words").textContent = words;
  }

  draw() {
    const hasMistakes = this.mistakes().length > 0;
    for (const id of ["next-mistake", "last-mistake"]) /** @type {HTMLButtonElement} */ (byId(id)).disabled = !hasMistakes;
    byId("cancel-review").hidden = !this.isRunning;
    byId("review-moves").replaceChildren(...this.moves.map((move) => this.row(move)));
    this.hideAnswer();
    byId("graph").replaceChildren(...(this.moves.length ? [this.graph(), graphLegend()] : []));
  }

  /** @param {Reviewed} move */
  row(move) {
    const item = make("li", `reviewed ${move.verdict}`);
    const jump = button(`${MARKS[move.mover]} ${move.move}`, () => this.page.go(this.page.prefix(this.text, move.ply)));
    item.append(jump, make("span", "verdict", move.words));
    if (move.before !== null && move.after !== null) item.append(make("span", "values", `${signed(move.before)} → ${signed(move.after)}`));
    if (move.verdict === "unknown") item.append(make("span", "opinion", move.missed));
    if (isMistake(move)) {
      const answer = make("details", "answer");
      answer.dataset.ply = String(move.ply);
      answer.append(make("summary", "", "answer"), make("p", "", `${move.words}: better ${move.better.join(" or ")}. ${move.missed}`));
      item.append(button("try again", () => this.tryAgain(move)), answer);
    }
    return item;
  }

  /** Heuristic and exact value over the game, both for the first side. */
  graph() {
    const words = "Heuristic and exact value over the game, for the first side";
    const svg = drawn("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words });
    const exact = this.moves.map((move) => (move.after === null ? null : move.mover === 1 ? move.after : -move.after));
    const heuristic = this.moves.map((move) => move.heuristic);
    const heights = { heuristic: heightsOf(heuristic), exact: heightsOf(exact) };
    svg.append(
      drawn("path", { class: "zero", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
      path("heuristic", heights.heuristic),
      path("exact", heights.exact),
    );
    this.moves.forEach((move, i) => {
      const cx = ((i + 0.5) * WIDTH) / this.moves.length;
      const cy = heights.exact[i] ?? heights.heuristic[i] ?? HEIGHT / 2;
      const spot = drawn("circle", { class: `spot ${move.verdict}`, cx, cy, r: isMistake(move) ? 6 : 3.5 });
      spot.addEventListener("click", () => this.page.go(this.page.prefix(this.text, move.ply)));
      svg.append(spot);
    });
    return svg;
  }
}

/** Whether there is something to be tried again. @param {Reviewed} move */
function isMistake(move) {
  return move.verdict === "blunder" || move.verdict === "mistake";
}

/** What the lines and dots of the graph mean. */
function graphLegend() {
  const legend = make("p", "graph-legend");
  legend.append(
    make("span", "line-exact", "exact value"),
    make("span", "line-heuristic", "evaluator"),
    make("span", "dot-blunder", "blunder"),
    make("span", "dot-slower", "wins later, or loses sooner"),
    ` Up is good for ${MARKS[1]}; each line has a scale of its own.`,
  );
  return legend;
}

/** Where values are drawn, to a scale of their own. @param {(number | null)[]} values */
function heightsOf(values) {
  const scale = Math.max(1, ...values.map((value) => Math.abs(value ?? 0)));
  return values.map((value) => (value === null ? null : HEIGHT / 2 - (value / scale) * (HEIGHT / 2 - 8)));
}

/** @param {string} className @param {(number | null)[]} heights */
function path(className, heights) {
  let d = "";
  heights.forEach((y, i) => {
    if (y === null) return;
    const x = ((i + 0.5) * WIDTH) / heights.length;
    d += `${d ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return drawn("path", { class: className, d });
}

/** @param {number | null} value */
function outcome(value) {
  return value === null ? "the value" : value > 0 ? "the win" : value < 0 ? "the longest defence" : "the draw";
}
