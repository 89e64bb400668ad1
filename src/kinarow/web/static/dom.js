// Small helpers for the page's elements.

/** @template {HTMLElement} T @param {string} id @returns {T} */
export function byId(id) {
  return /** @type {T} */ (document.getElementById(id));
}

/**
 * @param {string} name
 * @param {string} [className]
 * @param {string} [text]
 */
export function make(name, className = "", text = "") {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}

/** @param {string} text @param {() => void} act */
export function button(text, act) {
  const made = /** @type {HTMLButtonElement} */ (make("button", "", text));
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

/** A number with its sign, at most two decimals. @param {number} points */
export function signed(points) {
  const size = String(Math.round(Math.abs(points) * 100) / 100);
  return points > 0 ? `+${size}` : points < 0 ? `−${size}` : "0";
}

/** What a move is worth: points, or that the game is decided. @param {number} score */
export function worth(score) {
  if (Math.abs(score) <= HEURISTIC_LIMIT) return signed(score);
  return score > 0 ? "wins" : "loses";
}

/** Scores beyond this are proven. */
const HEURISTIC_LIMIT = 1e14;

/** The marks of the two sides. @type {Record<number, string>} */
export const MARKS = { 1: "●", 2: "○" };

/** @param {unknown} error */
export function wordsOf(error) {
  return error instanceof Error ? error.message : String(error);
}
