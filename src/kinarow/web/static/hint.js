// A move to try: exact, or somebody's guess, and how the game is expected to go on.

import { wordsOf } from "./dom.js";
import { state } from "./state.js";

/**
 * @param {{
 *   foreseen: import("./foreseen.js").Foreseen,
 *   scores: import("./scores.js").Scores,
 *   table: import("./table.js").Table,
 *   say: (words: string, manner: string) => void,
 * }} page
 */
export async function hint({ foreseen, scores, table, say }) {
  const { position } = state;
  if (!position || position.over) return;
  const question = table.question;
  say("Looking for a hint …", "thinking");
  try {
    const found = await scores.hint();
    if (question !== table.question || !found) return;
    foreseen.hint(found.line.length > 1 ? found.line : [found.cell], position.mover);
    say(found.words, "");
  } catch (error) {
    if (question === table.question) say(wordsOf(error), "error");
  }
}
