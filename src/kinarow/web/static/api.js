// What the server says. The types here are the page's side of the JSON API.

/**
 * @typedef {object} Diagram
 * @property {number} columns
 * @property {number} rows
 * @property {Record<string, 1 | 2>} stones by cell name
 * @property {string[][]} lines the winning lines
 * @property {string | null} last
 * @property {boolean} column_numbers whether moves are written as column numbers
 * @property {Record<string, number>} heat by cell name, from −1 (bad) to 1 (good)
 */

/** @typedef {"discs" | "stones" | "strokes"} Pieces */

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
 * @property {{kind: string, words: string}[]} remarks what must be said beside the score
 */

/**
 * @typedef {object} Changes what a move changes in the score
 * @property {number} before
 * @property {number} after
 * @property {{kind: string, term: string, cells: string[], before: string, after: string, points: number, words: string}[]} changes
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
 * @property {number} target
 * @property {boolean} exact whether a longer line does not win
 * @property {{pieces: Pieces, sides: string[]}} look what pieces look like, and what the sides are called
 * @property {boolean} solvable whether the exact solver knows the game
 * @property {{move: string, cell: string}[]} moves
 * @property {string[]} order the cells of the stones as they were played
 * @property {Diagram} diagram
 * @property {Explanation | null} explanation null if no evaluator had one
 * @property {import("./own_files.js").Failure | null} evaluator_error what is wrong with the evaluator that was asked for
 * @property {number | null} evaluator_version of its file, if it is in one and works
 * @property {number} scale how large the evaluator's scores usually are in this game
 * @property {{cell: string, side: 1 | 2, odd: boolean}[]} threats
 * @property {Record<string, Changes>} [changes]
 */

/**
 * @typedef {object} Choice
 * @property {string} move
 * @property {string} cell
 * @property {string[]} line the cells of the moves that it expects, its own first
 * @property {number | null} score
 * @property {string} reason
 * @property {number} depth
 */

/** @typedef {{stones: string[], takes: 1 | 2 | null, reason: string}} Swap2Answer stones, or the side that is taken */
/** @typedef {{depth: number, scores: Record<string, number>, note?: string}} Ahead what each move is worth */

/**
 * @typedef {object} Worth what a position is worth for the side to move under perfect play
 * @property {number | null} exact null: not solved in time
 * @property {"win" | "draw" | "loss" | null} outcome
 * @property {number | null} moves how many own moves are left until the game is decided
 * @property {number | null} stone the number of the winner's stone that decides it
 */

/** @typedef {Worth & {move: string, cell: string, line?: string[]}} Exact a move, and how it wins or loses if that is forced */

/** @typedef {{words: string[], reason: Reason | null, holds: Reason[], must_stop: string | null}} Whys */
/** @typedef {{side: 1 | 2, cells: string[], lines: string[][]}} Reason */

/**
 * @typedef {object} Reviewed
 * @property {number} ply
 * @property {1 | 2} mover
 * @property {string} move
 * @property {string} cell
 * @property {"best" | "slower" | "sooner" | "blunder" | "mistake" | "unknown"} verdict
 * @property {string} words the verdict, and how much later or sooner
 * @property {number | null} before
 * @property {number | null} after
 * @property {string | null} blunder
 * @property {string[]} better
 * @property {string} missed what the evaluator made of it
 * @property {number} heuristic
 * @property {Worth} worth before the move
 * @property {Worth} left after it, for the same side
 * @property {boolean} only whether no other move kept the result
 * @property {string[]} threatened where the other side would have won with its next stone
 */

/** @typedef {Record<string, any>} Definition an evaluator as kinarow's JSON files have it */
/** @typedef {string | Definition} EvaluatorOrName */

/**
 * @typedef {object} Catalogue
 * @property {{name: string, title: string, game: string}[]} games
 * @property {{name: string, source: string, own: boolean, definition?: Definition}[]} evaluators own: given when the lab was started
 * @property {{drop: string, place: string}} usual the evaluator to begin with, where stones fall and where they do not
 * @property {string[]} players
 * @property {string[]} own_players those given when the lab was started
 * @property {import("./own_files.js").OwnFile[]} files
 * @property {Record<string, Definition>} terms one of each kind, to be added
 * @property {number} most_cells of a board
 */

/**
 * @typedef {object} Weight of a term, as a slider shows it
 * @property {string[]} at the keys to it
 * @property {string} name as files write it
 * @property {string} words as players speak of it
 * @property {number} value
 * @property {number} low
 * @property {number} high
 * @property {number} step
 */

/**
 * @typedef {object} Weights
 * @property {Definition} evaluator with every weight written out for a game
 * @property {{name: string, weights: Weight[]}[]} terms
 */

/**
 * @typedef {object} Tournament
 * @property {string} id
 * @property {boolean} mine whether this browser may pause and delete it
 * @property {"running" | "paused" | "done" | "failed"} state
 * @property {string} failure
 * @property {string} game
 * @property {string[]} players
 * @property {number} scheduled how many games it has
 * @property {number} games how many of them are played
 * @property {{player: string, elo: Estimate, points: number, games: number}[]} standings
 * @property {Encounter[]} encounters
 * @property {number} first the number of the first of the records
 * @property {{first: string, second: string, moves: string, winner: 1 | 2 | null, reason: string}[]} records
 */

/** @typedef {{value: number, low: number, high: number}} Estimate a number with its interval */

/**
 * @typedef {object} Encounter all games of two players, seen from a
 * @property {string} a
 * @property {string} b
 * @property {number} games
 * @property {number} wins
 * @property {number} ties
 * @property {number} losses
 * @property {number} points
 * @property {Estimate} elo
 * @property {{llr: number, low: number, high: number, verdict: "H0" | "H1" | null}} sprt
 */

/**
 * @param {string} path
 * @param {object} question
 * @param {AbortSignal} [signal]
 */
async function post(path, question, signal) {
  const response = await fetch(`api/v1/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(question),
    signal,
  });
  if (!response.ok) throw new Error((await response.json()).error);
  return response;
}

/**
 * Ask the server; a refusal becomes an Error with the server's words.
 * @param {string} path
 * @param {object} question
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(path, question, signal) {
  return (await post(path, question, signal)).json();
}

/** @param {string} path @returns {Promise<any>} */
export async function get(path) {
  const response = await fetch(`api/v1/${path}`);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

/** Have the server delete something. @param {string} path */
export async function forget(path) {
  const response = await fetch(`api/v1/${path}`, { method: "DELETE" });
  if (!response.ok) throw new Error((await response.json()).error);
}

/**
 * Ask for what takes its time; each answer comes as soon as it is found. Aborting the signal tells
 * the server to stop.
 * @param {string} path
 * @param {object} question
 * @param {AbortSignal} signal
 * @param {(answer: any) => void} hear
 */
export async function listen(path, question, signal, hear) {
  try {
    const response = await post(path, question, signal);
    const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
    const decoder = new TextDecoder();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      const lines = rest.split("\n");
      rest = /** @type {string} */ (lines.pop());
      for (const line of lines) {
        const answer = JSON.parse(line);
        if (answer.error) throw new Error(answer.error);
        hear(answer);
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
