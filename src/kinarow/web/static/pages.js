// Which of the pages beside the board is shown, and on a small screen which part of the page of playing.

/** @param {string} name */
export function hasPage(name) {
  return document.querySelector(`section.page[data-page="${CSS.escape(name)}"]`) !== null;
}

/** What the page of puzzles alone needs comes with it. @type {Promise<unknown> | undefined} */
let learn;

/** @param {string} name */
export function showOnly(name) {
  if (name === "learn") learn ??= import("./learn.js").then(({ Learn }) => new Learn());
  document.body.dataset.page = name;
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
  for (const tab of document.querySelectorAll("nav button, .links a")) {
    tab.addEventListener("click", (event) => {
      event.preventDefault(); // the game goes along
      turnTo(/** @type {HTMLElement} */ (tab).dataset.page ?? "");
    });
  }
  for (const part of document.querySelectorAll(".tabs button")) {
    part.addEventListener("click", () => showPart(/** @type {HTMLElement} */ (part).dataset.part ?? ""));
  }
  showPart("moves");
}

/** On a small screen one part at a time; a large one has room for all. @param {string} name */
function showPart(name) {
  for (const tab of document.querySelectorAll(".tabs button")) {
    tab.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (tab).dataset.part === name));
  }
  for (const part of document.querySelectorAll(".part")) {
    part.classList.toggle("chosen", /** @type {HTMLElement} */ (part).dataset.part === name);
  }
}
