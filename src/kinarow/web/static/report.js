// A report about an evaluator, written by the server and handed over as a file.

import { listen } from "./api.js";
import { byId, save, wordsOf } from "./dom.js";

/** @typedef {import("./api.js").EvaluatorOrName} EvaluatorOrName */

export class Report {
  /** @param {() => {game: string, moves: string}} place what its example is */
  constructor(place) {
    this.place = place;
    this.writing = new AbortController();
  }

  /** Asked once more, it begins anew. @param {EvaluatorOrName} evaluator */
  async write(evaluator) {
    const name = typeof evaluator === "string" ? evaluator : String(evaluator.name);
    this.writing.abort();
    const { signal } = (this.writing = new AbortController());
    const said = byId("report-result");
    said.textContent = `Writing about ${name} …`;
    said.scrollIntoView({ block: "nearest" });
    try {
      await listen("report", { ...this.place(), evaluator }, signal, ({ share, words, html }) => {
        said.textContent = `${name}, ${Math.round(100 * share)} %: ${words}`;
        if (!html) return;
        save(html, "report.html", "text/html");
        said.textContent = `Written: report.html, on ${name}, is among your downloads.`;
      });
    } catch (error) {
      said.textContent = wordsOf(error);
    }
  }
}
