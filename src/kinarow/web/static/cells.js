// Names of cells and where they lie: `d4` is column 3, row 3; columns past z go on with aa.

/** @param {string} name */
export function place(name) {
  const [, letters, digits] = /** @type {RegExpMatchArray} */ (name.match(/^([a-z]+)(\d+)$/));
  let column = 0;
  for (const letter of letters) column = 26 * column + letter.charCodeAt(0) - 96;
  return { column: column - 1, row: Number(digits) - 1 };
}

/** @param {number} column @param {number} row */
export function cellName(column, row) {
  const tens = Math.floor(column / 26);
  const letters = (tens ? String.fromCharCode(96 + tens) : "") + String.fromCharCode(97 + (column % 26));
  return `${letters}${row + 1}`;
}
