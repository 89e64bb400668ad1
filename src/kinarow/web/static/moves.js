// Games as text: columns such as 4453, or cells such as d4 e5.

/** The moves of a game one by one. @param {string} text */
export function tokens(text) {
  return /[a-z]/i.test(text) ? text.split(/\s+/).filter(Boolean) : [...text.replace(/\s+/g, "")];
}

/** @param {string} text @param {number} length */
export function prefix(text, length) {
  return tokens(text).slice(0, length).join(/[a-z]/i.test(text) ? " " : "");
}

/** @param {string} text @param {string} move */
export function extended(text, move) {
  return /[a-z]/i.test(move) && text ? `${text} ${move}` : text + move;
}
