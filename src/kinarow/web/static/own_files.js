// Files that the lab was started with: which version is in use, and what is wrong with one that was just saved.

import { byId, make } from "./dom.js";

/**
 * @typedef {object} OwnFile
 * @property {string} name of the evaluator or the player in it
 * @property {"evaluator" | "player"} kind
 * @property {string} file
 * @property {number} number of the version that was saved last
 * @property {number} in_use number of the version that is in use
 * @property {number} saved seconds since 1970
 * @property {string | null} error
 * @property {string} snippet the line that is wrong
 */

export class OwnFiles {
  /** @param {(changed: OwnFile[]) => void} changed told which have another version in use */
  constructor(changed) {
    this.changed = changed;
    /** @type {OwnFile[]} */
    this.files = [];
    /** @type {EventSource | null} */
    this.source = null;
    // A page that nobody looks at does without: browsers allow few connections to one server.
    document.addEventListener("visibilitychange", () => this.listen());
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
    const before = new Map(this.files.map(({ name, in_use: number }) => [name, number]));
    this.files = files;
    this.draw();
    const fresh = files.filter(({ name, in_use: number }) => before.get(name) !== number);
    if (fresh.length) this.changed(fresh);
  }

  draw() {
    const state = byId("file-state");
    state.replaceChildren(
      ...this.files.map(({ name, file, number, in_use: used, saved }) => {
        const time = new Date(1000 * saved).toLocaleTimeString();
        const line = make("span", "file", `${file}: version ${used} in use${used === number ? `, saved ${time}` : ""}`);
        line.dataset.file = name;
        return line;
      }),
    );
    state.hidden = !this.files.length;
    const broken = this.files.filter(({ error }) => error);
    const warning = byId("file-warning");
    warning.replaceChildren(...broken.flatMap((file) => this.trouble(file)));
    warning.hidden = !broken.length;
  }

  /** @param {OwnFile} file */
  trouble({ error, snippet, number, in_use: used, saved }) {
    const time = new Date(1000 * saved).toLocaleTimeString();
    const words = make("p", "", `${error}; the last version that worked is in use (${used}; this is ${number}, saved ${time})`);
    return snippet ? [words, make("pre", "", snippet)] : [words];
  }
}
