// What the browser keeps for the page. It may be damaged, by another version, or not allowed at all.

/** @param {string} key @param {object | null} value @returns {boolean} whether it is kept now */
export function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** The object that was kept, whatever is in it; an empty one where it cannot be read. @param {string} key @returns {Record<string, any>} */
export function recall(key) {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "{}");
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
}
