// A game that is pasted, in whatever hand it is written: the server reads it.

import { ask } from "./api.js";
import { gameText } from "./choices.js";
import { byId, wordsOf } from "./dom.js";

export class Paste {
  /** @param {(moves: string) => Promise<string>} open says in words why a game cannot be opened */
  constructor(open) {
    this.open = open;
    this.field = /** @type {HTMLTextAreaElement} */ (byId("import"));
    byId("open-pasted").addEventListener("click", () => void this.read());
    this.field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey) return;
      event.preventDefault();
      void this.read();
    });
  }

  async read() {
    const said = byId("import-words");
    const text = this.field.value.trim();
    said.textContent = "";
    said.className = "";
    if (!text) return;
    try {
      const { moves } = await ask("game", { game: gameText(), text });
      const wrong = await this.open(moves);
      if (wrong) throw new Error(wrong);
      this.field.value = "";
    } catch (error) {
      said.textContent = wordsOf(error);
      said.className = "error";
    }
  }
}
