// The address holds the game, so a link shares it, and going back takes back.

/**
 * @typedef {object} Place
 * @property {string} moves
 * @property {string} game
 * @property {string} page
 * @property {string} tournament the one that is watched
 * @property {boolean} flipped
 */

const USUAL_GAME = "connect4";
const FIRST_PAGE = "play";

/** @returns {Place} */
export function readAddress() {
  const fields = new URLSearchParams(location.hash.slice(1));
  return {
    moves: fields.get("moves") ?? "",
    game: fields.get("game") ?? USUAL_GAME,
    page: fields.get("page") ?? FIRST_PAGE,
    tournament: fields.get("tournament") ?? "",
    flipped: fields.get("flip") === "1",
  };
}

/** A step of its own in the history unless it replaces the last one. @param {Place} place @param {boolean} replace */
export function writeAddress({ moves, game, page, tournament, flipped }, replace) {
  const fields = new URLSearchParams();
  if (moves) fields.set("moves", moves);
  if (game !== USUAL_GAME) fields.set("game", game);
  if (page !== FIRST_PAGE) fields.set("page", page);
  if (tournament) fields.set("tournament", tournament);
  if (flipped) fields.set("flip", "1");
  if (`#${fields}` === location.hash) return;
  const address = fields.size ? `#${fields}` : location.pathname;
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
}
