// Files that the lab was started with: which version is in use, and what is wrong with one that was just saved.

import { byId, make } from "./dom.js";
import { smallBoard } from "./small_board.js";
import { sideName, state, whenShown } from "./state.js";

/** @typedef {import("./answers.js").Diagram} Diagram */
/** @typedef {import("./answers.js").Failure} Failure */
/** @typedef {import("./answers.js").FileStanding} Standing */
/** @typedef {import("./answers.js").OwnFile} OwnFile */

export class OwnFiles {
  /** @param {(files: OwnFile[]) => void} changed hears of all files when anything about one is new */
  constructor(changed) {
    this.changed = changed;
    /** Who judges in the place of one that does not work. @param {boolean} gravity */
    this.standIn = (gravity) => (gravity ? "open-lines" : "threats");
    /** What the warning was drawn for. */
    this.drawn = "";
    /** @type {OwnFile[]} */
    this.files = [];
    /** @type {EventSource | null} */
    this.source = null;
    // A page that nobody looks at does without: browsers allow few connections to one server.
    document.addEventListener("visibilitychange", () => this.listen());
    whenShown(() => this.draw());
  }

  /** @param {OwnFile[]} files as the page begins with them */
  offer(files) {
    this.files = files;
    this.draw();
    this.listen();
  }

  listen() {
    const wanted = this.files.length > 0 && !document.hidden;
    if (wanted === (this.source !== null)) return;
    this.source?.close();
    this.source = wanted ? new EventSource("api/v1/events") : null;
    this.source?.addEventListener("message", ({ data }) => this.hear(JSON.parse(data)));
  }

  /** @param {OwnFile[]} files */
  hear(files) {
    this.files = files;
    this.draw();
    this.changed(files);
  }

  /** How a file does in the game that is shown. @param {OwnFile} file @returns {Standing} */
  standing(file) {
    return file.games[state.position?.game ?? ""] ?? file;
  }

  draw() {
    byId("files").hidden = !this.files.length;
    const lines = this.files.map((file) => this.line(file)).filter(({ textContent }) => textContent);
    byId("file-state").replaceChildren(...lines);
    const broken = this.files.filter((file) => this.standing(file).error);
    const warning = byId("file-warning");
    warning.hidden = !broken.length;
    // What is said already is not said again with every move.
    const drawn = JSON.stringify([broken.map((file) => [file, this.standing(file)]), state.position?.look]);
    if (drawn !== this.drawn) warning.replaceChildren(...broken.map((file) => this.trouble(file)));
    this.drawn = drawn;
  }

  /** @param {OwnFile} file */
  line(file) {
    const { in_use: used, error } = this.standing(file);
    const isPlayer = file.kind === "player";
    const saved = used === file.number ? time(file) : "";
    const words = used !== null ? `version ${used} in use${saved}` : error ? "" : isPlayer ? `version ${file.number} has yet to move` : "being tried out";
    // Players by an evaluator have the same file as that.
    const name = isPlayer && !file.name.endsWith(file.file) ? file.name : file.file;
    const line = make("span", "file", words && `${name}: ${words}`);
    line.dataset.file = file.name;
    return line;
  }

  /** @param {OwnFile} file */
  trouble(file) {
    const { error } = this.standing(file);
    const words = make("div", "trouble-words");
    const { text, snippet, board } = /** @type {Failure} */ (error);
    words.append(make("p", "", `${text}${board ? ", on this board" : ""}.`), ...(snippet ? [make("pre", "", snippet)] : []), make("p", "", this.consequence(file)));
    const trouble = make("div", "trouble");
    trouble.append(words);
    if (board) trouble.append(smallBoard(board, state.position?.look.pieces ?? "discs", boardWords(board)));
    return trouble;
  }

  /** What is done about it. @param {OwnFile} file */
  consequence(file) {
    const { in_use: used } = this.standing(file);
    const { kind, number, saved } = file;
    const now = saved === null ? "" : `this is version ${number}${time(file)}`;
    const and = now && `; ${now}`;
    if (kind === "player") return used === null ? `${file.name} cannot move${and}.` : `Version ${used} plays on${and}.`;
    if (used !== null) return `Version ${used}, the last that worked, is in use${and}.`;
    return `${file.name} fails: ${this.standIn(state.position?.gravity ?? true)} judges instead${and}.`;
  }
}

/** When it was saved, to follow something else. @param {OwnFile} file */
function time({ saved }) {
  return saved === null ? "" : `, saved ${new Date(1000 * saved).toLocaleTimeString()}`;
}

/** @param {Diagram} board */
function boardWords({ stones }) {
  const held = ([1, 2]).map((side) => {
    const cells = Object.keys(stones).filter((cell) => stones[cell] === side);
    return `${sideName(/** @type {1 | 2} */ (side))}: ${cells.join(" ") || "none"}`;
  });
  return `The board it happened on. ${held.join("; ")}`;
}
