// Sorts the table and shows games; all that is shown comes with the page.
"use strict";

/** @typedef {{title: string, result: string, cells: number[], opening: number, lines: number[][]}} Game */
/** @type {{columns: number, rows: number, games: Game[][]}} */
const data = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("data")).textContent || "");
const SVG = "http://www.w3.org/2000/svg";
const CELL = 60;

/** @param {string} name @param {Record<string, string | number>} attributes */
function drawn(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** The centre of a cell. @param {number} column @param {number} row */
function centre(column, row) {
  return [(column + 0.5) * CELL, (data.rows - row - 0.5) * CELL];
}

/** @param {Game} game @param {number} plies */
function board(game, plies) {
  const width = data.columns * CELL;
  const height = data.rows * CELL;
  const words = `${game.title}, ${plies} stones`;
  const svg = drawn("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": words });
  svg.append(drawn("rect", { class: "frame", width, height, rx: 12 }));
  for (let row = 0; row < data.rows; row++) {
    for (let column = 0; column < data.columns; column++) {
      const [cx, cy] = centre(column, row);
      svg.append(drawn("circle", { class: "hole", cx, cy, r: 24 }));
    }
  }
  for (let ply = 0; ply < plies; ply++) {
    const [cx, cy] = centre(game.cells[2 * ply], game.cells[2 * ply + 1]);
    const disc = drawn("g", { class: `side-${1 + (ply % 2)}${ply === plies - 1 ? " last" : ""}` });
    disc.append(drawn("circle", { class: "body", cx, cy, r: 22 }), drawn("circle", { class: "dot", cx, cy, r: 9 }));
    svg.append(disc);
  }
  if (plies === game.cells.length / 2) {
    for (const [c1, r1, c2, r2] of game.lines) {
      const [x1, y1] = centre(c1, r1);
      const [x2, y2] = centre(c2, r2);
      svg.append(drawn("line", { class: "winning", x1, y1, x2, y2 }));
    }
  }
  return svg;
}

/** @param {string} text @param {() => void} act @param {string} [label] */
function button(text, act, label) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  if (label) made.setAttribute("aria-label", label);
  made.addEventListener("click", act);
  return made;
}

/** A board, its steps and the list of games. @param {HTMLElement} host @param {Game[]} games */
function viewer(host, games) {
  let game = games[0];
  let plies = game.cells.length / 2;
  const picture = document.createElement("div");
  const where = document.createElement("span");
  where.className = "quiet";
  const show = () => {
    picture.replaceChildren(board(game, plies));
    where.textContent = `${plies} of ${game.cells.length / 2}${plies <= game.opening ? ", opening" : ""}`;
  };
  /** @param {number} to */
  const go = (to) => {
    plies = Math.max(0, Math.min(game.cells.length / 2, to));
    show();
  };
  const controls = document.createElement("div");
  controls.className = "controls";
  controls.append(
    button("|◀", () => go(0), "first position"),
    button("◀", () => go(plies - 1), "one move back"),
    button("▶", () => go(plies + 1), "one move on"),
    button("▶|", () => go(Infinity), "last position"),
    where,
  );
  const list = document.createElement("div");
  list.className = "games";
  for (const one of games) {
    const entry = button("", () => {
      game = one;
      for (const other of list.children) other.setAttribute("aria-pressed", String(other === entry));
      go(Infinity);
    });
    const result = document.createElement("span");
    result.className = one.result;
    result.textContent = one.result;
    entry.append(result, one.title);
    entry.setAttribute("aria-pressed", String(one === game));
    list.append(entry);
  }
  const left = document.createElement("div");
  left.append(picture, controls);
  host.append(left, list);
  host.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[/** @type {KeyboardEvent} */ (event).key];
    if (step) go(plies + step);
  });
  show();
}

for (const host of document.querySelectorAll(".viewer")) {
  const games = data.games[Number(/** @type {HTMLElement} */ (host).dataset.student)];
  const details = host.closest("details");
  const open = () => {
    if (!host.children.length && games.length) viewer(/** @type {HTMLElement} */ (host), games);
  };
  if (!details || details.open) open();
  details?.addEventListener("toggle", open);
}

/** @param {HTMLTableCellElement} cell */
function key(cell) {
  const given = cell.dataset.key ?? cell.textContent ?? "";
  const number = Number(given);
  return given.trim() !== "" && !Number.isNaN(number) ? number : given;
}

for (const head of /** @type {NodeListOf<HTMLTableCellElement>} */ (document.querySelectorAll("th[data-sorted]"))) {
  head.querySelector("button")?.addEventListener("click", () => {
    const body = /** @type {HTMLTableElement} */ (head.closest("table")).tBodies[0];
    const falling = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
    for (const other of head.parentElement?.children ?? []) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", falling === 1 ? "ascending" : "descending");
    const rows = [...body.rows].sort((one, two) => {
      const [a, b] = [one, two].map((row) => key(row.cells[head.cellIndex]));
      if (typeof a === "number" && typeof b === "number") return falling * (a - b);
      return falling * String(a).localeCompare(String(b));
    });
    body.append(...rows);
  });
}

/** What the address points to is opened. */
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
}
window.addEventListener("hashchange", openTarget);
openTarget();
