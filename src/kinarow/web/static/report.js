// A report about the evaluator under one's hands, written by the server and handed over as a file.

import { listen } from "./api.js";
import { byId, save, wordsOf } from "./dom.js";

/** @typedef {import("./api.js").EvaluatorOrName} EvaluatorOrName */

export class Report {
  /** @param {() => {game: string, moves: string, evaluator: EvaluatorOrName}} question */
  constructor(question) {
    this.question = question;
    this.writing = new AbortController();
    byId("write-report").addEventListener("click", () => void this.write());
  }

  /** A second click begins anew. */
  async write() {
    this.writing.abort();
    const { signal } = (this.writing = new AbortController());
    const said = byId("report-result");
    said.textContent = "Writing …";
    try {
      await listen("report", this.question(), signal, ({ share, words, html }) => {
        said.textContent = `${Math.round(100 * share)} %: ${words}`;
        if (!html) return;
        save(html, "report.html", "text/html");
        said.textContent = "Written: report.html is among your downloads.";
      });
    } catch (error) {
      said.textContent = wordsOf(error);
    }
  }
}
