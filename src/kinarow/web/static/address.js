// The address holds the game and who plays it, so a link shares them, and going back takes back.

/**
 * @typedef {object} Place
 * @property {string} moves the whole game
 * @property {number | null} at after how many of its moves the board is, if not at the end
 * @property {string} game
 * @property {string} you the sides that a person plays: 1, 2, 12, or 0 for none
 * @property {string} opponent
 * @property {string} evaluator who judges
 * @property {string} brain the evaluator that the opponent thinks with
 * @property {string} coach
 * @property {string} page
 * @property {string} tournament the one that is watched
 * @property {boolean} flipped
 */

/** What the address need not say. */
export const USUAL = { game: "connect4", you: "1", opponent: "level:n=3", coach: "off", page: "play" };

/** What the server says of games: those that have a name, and the evaluators to begin with by kind. */
export const told = { evaluators: { drop: "open-lines", place: "threats" }, games: /** @type {import("./answers.js").Catalogue["games"]} */ ([]) };

/** The evaluator to begin with, in a game that has a name or is written out. @param {string} game */
export function usualEvaluator(game) {
  const written = told.games.find(({ name }) => name === game)?.game ?? game;
  return written.startsWith("place:") ? told.evaluators.place : told.evaluators.drop;
}

/** The token has been shown once, and a cookie does for it: the address may be given to others. */
function hideToken() {
  const address = new URL(location.href);
  if (!address.searchParams.has("token")) return;
  address.searchParams.delete("token");
  history.replaceState(null, "", address);
}

/** @returns {Place} */
export function readAddress() {
  hideToken();
  const fields = new URLSearchParams(location.hash.slice(1));
  const game = fields.get("game") ?? USUAL.game;
  return {
    moves: fields.get("moves") ?? "",
    at: /^\d{1,3}$/.test(fields.get("at") ?? "") ? Number(fields.get("at")) : null,
    game,
    you: fields.get("you") ?? USUAL.you,
    opponent: fields.get("opponent") ?? USUAL.opponent,
    evaluator: fields.get("evaluator") ?? usualEvaluator(game),
    brain: fields.get("brain") ?? usualEvaluator(game),
    coach: fields.get("coach") ?? USUAL.coach,
    page: fields.get("page") ?? USUAL.page,
    tournament: fields.get("tournament") ?? "",
    flipped: fields.get("flip") === "1",
  };
}

/** A step of its own in the history unless it replaces the last one. @param {Place} place @param {boolean} replace */
export function writeAddress({ moves, at, tournament, flipped, ...chosen }, replace) {
  const fields = new URLSearchParams();
  if (moves) fields.set("moves", moves);
  if (at !== null) fields.set("at", String(at));
  const evaluator = usualEvaluator(chosen.game);
  for (const [name, usual] of Object.entries({ ...USUAL, evaluator, brain: evaluator })) {
    const value = chosen[/** @type {keyof typeof chosen} */ (name)];
    if (value !== usual) fields.set(name, value);
  }
  if (tournament) fields.set("tournament", tournament);
  if (flipped) fields.set("flip", "1");
  if (`#${fields}` === location.hash) return;
  const address = fields.size ? `#${fields}` : location.pathname;
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
}
