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

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} name @param {Record<string, string | number>} [attributes] */
export function drawn(name, attributes = {}) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** Pointing at an element with the mouse or by keyboard begins something, turning away ends it. @param {HTMLElement} element @param {() => void} begin @param {() => void} end */
export function whilePointedAt(element, begin, end) {
  for (const event of ["mouseenter", "focus"]) element.addEventListener(event, begin);
  for (const event of ["mouseleave", "blur"]) element.addEventListener(event, end);
}

/** Hand a text over as a file. @param {string} text @param {string} name @param {string} [type] */
export function save(text, name, type = "text/plain") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
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

/** The same where there is little room: four characters and a sign at most. @param {number} score */
export function short(score) {
  if (Math.abs(score) > HEURISTIC_LIMIT) return worth(score);
  const size = Math.abs(score);
  const sign = score > 0 ? "+" : score < 0 ? "−" : "";
  if (size < 1000) return sign + String(size < 100 && !Number.isInteger(size) ? Math.round(size * 10) / 10 : Math.round(size));
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(size) / 3));
  const number = size / 1000 ** power;
  return `${sign}${number < 10 ? Math.round(number * 10) / 10 : Math.round(number)}${UNITS[power]}`;
}

const UNITS = ["", "k", "M", "G", "T"];

/** Scores beyond this are proven. */
const HEURISTIC_LIMIT = 1e14;

/** A piece of a side among words; what it looks like is the game's affair. @param {1 | 2} side @param {string} name */
export function pieceMark(side, name) {
  const mark = make("span", `piece side-${side}`);
  mark.setAttribute("role", "img");
  mark.setAttribute("aria-label", name);
  return mark;
}

/** Words that begin as sentences do. @param {string} words */
export function sentence(words) {
  return words && words[0].toUpperCase() + words.slice(1);
}

/** The number of something, with its word. @param {number} number @param {string} one @param {string} [several] */
export function counted(number, one, several = `${one}s`) {
  return `${number} ${number === 1 ? one : several}`;
}

/** @param {unknown} error */
export function wordsOf(error) {
  return error instanceof Error ? error.message : String(error);
}
