// Which of the pages beside the board is shown.

/** @param {string} name */
export function hasPage(name) {
  return document.querySelector(`section.page[data-page="${CSS.escape(name)}"]`) !== null;
}

/** @param {string} name */
export function showOnly(name) {
  for (const section of document.querySelectorAll("section.page")) {
    /** @type {HTMLElement} */ (section).hidden = /** @type {HTMLElement} */ (section).dataset.page !== name;
  }
  for (const tab of document.querySelectorAll("nav button")) {
    tab.toggleAttribute("aria-current", /** @type {HTMLElement} */ (tab).dataset.page === name);
    if (tab.hasAttribute("aria-current")) tab.setAttribute("aria-current", "page");
  }
}

/** @param {(name: string) => void} turnTo */
export function listenToTabs(turnTo) {
  for (const tab of document.querySelectorAll("nav button")) {
    tab.addEventListener("click", () => turnTo(/** @type {HTMLElement} */ (tab).dataset.page ?? ""));
  }
}
