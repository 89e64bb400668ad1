// What the server says. The types here are the page's side of the JSON API.

/**
 * @typedef {object} Diagram
 * @property {number} columns
 * @property {number} rows
 * @property {Record<string, 1 | 2>} stones by cell name
 * @property {string[][]} lines the winning lines
 * @property {string | null} last
 * @property {boolean} column_numbers whether moves are written as column numbers
 */

/**
 * @typedef {object} Contribution
 * @property {string} term
 * @property {string} step
 * @property {string[]} cells
 * @property {string} holds
 * @property {number} points
 * @property {number} total
 */

/**
 * @typedef {object} Explanation
 * @property {number} score
 * @property {1 | 2} for
 * @property {string} evaluator
 * @property {Contribution[]} contributions
 * @property {{title: string, points: number, note: string}[]} steps
 */

/**
 * @typedef {object} Position
 * @property {string} game
 * @property {string} line the moves so far, as this game writes them
 * @property {1 | 2} mover
 * @property {number} plies
 * @property {boolean} over
 * @property {1 | 2 | null} winner
 * @property {boolean} gravity
 * @property {{move: string, cell: string}[]} moves
 * @property {Diagram} diagram
 * @property {Explanation} explanation
 */

/**
 * @typedef {object} Choice
 * @property {string} move
 * @property {string} cell
 * @property {number | null} score
 * @property {string} reason
 */

/**
 * Ask the server; a refusal becomes an Error with the server's words.
 * @param {string} path
 * @param {Record<string, string>} question
 * @returns {Promise<any>}
 */
async function ask(path, question) {
  const response = await fetch(`api/v1/${path}?${new URLSearchParams(question)}`);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

/** @returns {Promise<{evaluators: {name: string, source: string}[]}>} */
export function askEvaluators() {
  return ask("evaluators", {});
}

/** @param {{game: string, moves: string, eval: string, for: string}} question @returns {Promise<Position>} */
export function askPosition(question) {
  return ask("position", question);
}

/** @param {{game: string, moves: string, player: string}} question @returns {Promise<Choice>} */
export function askMove(question) {
  return ask("move", question);
}
