// Games of one's own in which a review found mistakes: the browser keeps them, to be tried again as puzzles.

import { listen } from "./api.js";
import { keep, recall } from "./kept.js";

/** With the sides that one played. @typedef {{game: string, moves: string, sides: number[]}} OwnGame */
/** @typedef {import("./answers.js").OwnPuzzle} OwnPuzzle */

const KEPT = "kinarow-mistakes";
const MOST_GAMES = 20;

/** The latest first. @returns {OwnGame[]} */
export function ownGames() {
  const { games } = recall(KEPT);
  const isGame = (/** @type {any} */ one) => typeof one?.game === "string" && typeof one.moves === "string" && Array.isArray(one.sides);
  return Array.isArray(games) ? games.filter(isGame) : [];
}

/** A game that went on is kept once. @param {OwnGame} played */
export function keepGame(played) {
  const others = ownGames().filter(({ game, moves }) => game !== played.game || !played.moves.startsWith(moves));
  keep(KEPT, { games: [played, ...others].slice(0, MOST_GAMES) });
}

/**
 * What went wrong in these games, one after the other; a game in which nothing can be proven has nothing.
 * @param {string} game only of this one, or of all
 * @param {AbortSignal} signal
 * @param {(found: OwnPuzzle[]) => void} hear
 */
export async function findMistakes(game, signal, hear) {
  for (const played of ownGames()) {
    if (signal.aborted) return;
    if (game && played.game !== game) continue;
    const question = { game: played.game, moves: played.moves };
    const own = (/** @type {{puzzles: OwnPuzzle[]}} */ { puzzles }) => hear(puzzles.filter(({ mover }) => played.sides.includes(mover)));
    await listen("mistakes", question, signal, own).catch(() => {});
  }
}

/** What an answer is worth, as the server says it of other puzzles. @param {OwnPuzzle} puzzle @param {string} move */
export function judge({ answers, aim, only, played, moves }, move) {
  const right = answers.some((answer) => answer.move === move);
  const named = answers.map((answer) => answer.move).join(" or ");
  const keeps = `${only ? "only " : ""}${named} ${answers.length > 1 ? "keep" : "keeps"} the ${aim}`;
  const before = played ? ` In your game you played ${played}.` : "";
  const { cell } = moves.find((one) => one.move === move) ?? answers[0];
  return { right, move, cell, answers, reason: null, allowed: null, words: [right ? `Right: ${move}.${before}` : `No: ${keeps}.${before}`] };
}
