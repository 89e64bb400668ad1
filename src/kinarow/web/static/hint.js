// A move to try: exact, or somebody's guess, and how the game is expected to go on.

import { wordsOf } from "./dom.js";
import { state } from "./state.js";

/**
 * @param {{
 *   board: import("./board.js").Board,
 *   foreseen: import("./foreseen.js").Foreseen,
 *   scores: import("./scores.js").Scores,
 *   table: import("./table.js").Table,
 *   say: (words: string, manner: string) => void,
 * }} page
 */
export async function hint({ board, foreseen, scores, table, say }) {
  const { position } = state;
  if (!position || position.over) return;
  const question = table.question;
  say("Looking for a hint …", "thinking");
  try {
    const found = await scores.hint();
    if (question !== table.question || !found) return;
    const isLine = found.line.length > 1;
    foreseen.show(isLine ? found.line : [], position.mover);
    if (!isLine) board.preview(found.cell, position.mover);
    say(found.words, "");
  } catch (error) {
    if (question === table.question) say(wordsOf(error), "error");
  }
}
