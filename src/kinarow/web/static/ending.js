// What the page says when a game is over, and where it leads on: the turning point, another try, a rematch.

import { isYours, whoPlayed, you } from "./choices.js";
import { button, byId, counted, make, sentence } from "./dom.js";
import { tokens } from "./moves.js";
import { playerName, sideTitle, state } from "./state.js";
import { answerWords, isWorthTrying, moveNumber, turningPoint, verdictWords } from "./verdicts.js";

/** @typedef {import("./answers.js").Position} Position */
/** @typedef {import("./answers.js").Reviewed} Reviewed */

/** @param {Position} position */
function result(position) {
  const isAlone = you.value === "1" || you.value === "2";
  if (position.winner === null) return "A draw.";
  const name = playerName(position.winner);
  if (name || !isAlone) return `${sideTitle(position.winner)}${name ? `, ${name},` : ""} won.`;
  return isYours(position.winner) ? "You won." : "You lost.";
}

/** Whose mistakes matter: those of the loser; in a draw, of you or of both. @param {Position} position @returns {(1 | 2)[]} */
function complaining(position) {
  if (position.winner) return [position.winner === 1 ? 2 : 1];
  const mine = /** @type {(1 | 2)[]} */ ([1, 2]).filter((side) => isYours(side));
  return mine.length ? mine : [1, 2];
}

/** @param {Reviewed} turn */
function turnWords(turn) {
  const who = whoPlayed(turn);
  return `Turning point: move ${moveNumber(turn.ply)}, ${who} played ${turn.move}: ${verdictWords(turn)}.`;
}

/**
 * @param {Position} position
 * @param {import("./review.js").Review} review
 * @param {{rematch: () => void, look: () => void}} page
 */
export function drawEnding(position, review, page) {
  const host = byId("ending");
  const isEnd = state.page === "play" && position.over && state.moves === state.record;
  host.hidden = !isEnd;
  if (!isEnd) return;
  const turn = review.isRunning ? null : turningPoint(review.moves(), complaining(position));
  const words = make("p", "ending-words");
  words.append(make("strong", "", result(position)), ` ${endingWords(turn, review)}`);
  const buttons = make("div", "controls");
  if (turn && isWorthTrying(turn) && (isYours(turn.mover) || you.value === "0")) {
    const retry = button("Try it", () => review.tryAgain(turn));
    retry.className = "action";
    retry.id = "try-turn";
    const answer = button("Show answer", () => {
      answer.replaceWith(make("span", "", sentence(`${whoPlayed(turn)} ${answerWords(turn, position.gravity)}.`)));
    });
    answer.id = "show-answer";
    buttons.append(retry, answer);
  }
  const look = button("Review", page.look);
  look.id = "look-at-game";
  const rematch = button("Rematch", page.rematch);
  rematch.id = "rematch";
  buttons.append(look, rematch);
  host.replaceChildren(words, buttons);
}

/** @param {Reviewed | null} turn @param {import("./review.js").Review} review */
function endingWords(turn, review) {
  if (review.isRunning) return `Looking for the turning point … ${review.moves().length} of ${counted(tokens(state.record).length, "move")}.`;
  if (turn) return turnWords(turn);
  if (!review.covers) return "";
  const unknown = review.moves().filter(({ verdict }) => verdict === "unknown").length;
  return unknown ? `No turning point was found; ${counted(unknown, "move")} could not be solved.` : "No result was thrown away.";
}
