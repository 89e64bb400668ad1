// The page's state and what people do to it. The address holds the moves, so a link shares a game.

import { askEvaluators, askMove, askPosition } from "./api.js";
import { Board } from "./board.js";
import { Why, signed } from "./why.js";

/** @typedef {import("./api.js").Position} Position */

const GAME = "connect4";
const NAMES = { 1: "●", 2: "○" };

/** @template {HTMLElement} T @param {string} id @returns {T} */
function byId(id) {
  return /** @type {T} */ (document.getElementById(id));
}

/** @type {HTMLSelectElement} */
const you = byId("you");
/** @type {HTMLSelectElement} */
const depth = byId("depth");
/** @type {HTMLSelectElement} */
const evaluator = byId("evaluator");
const status = byId("status");

/** @type {Position | null} */
let position = null;
let moves = "";
// Answers to a question that is no longer asked are dropped.
let asked = 0;

const board = new Board(byId("board"), { play: playCell, look: (cell) => why.mark(cell) });
const why = new Why(byId("contributions"), (cells, tone) => board.show(cells, tone));

/** Go to a position, then let the opponent answer if it is its turn. @param {string} next */
async function go(next) {
  const question = ++asked;
  try {
    const found = await askPosition({ game: GAME, moves: next, eval: evaluator.value, for: "first" });
    if (question !== asked) return;
    moves = found.line;
    position = found;
    history.replaceState(null, "", moves ? `#moves=${moves}` : location.pathname);
    draw(found);
    if (!found.over && String(found.mover) !== you.value) await letOpponentPlay(question);
  } catch (error) {
    if (question === asked) say(error instanceof Error ? error.message : String(error), "error");
  }
}

/** @param {number} question */
async function letOpponentPlay(question) {
  say("Alpha-beta is thinking …", "thinking");
  const player = `alphabeta:eval=${evaluator.value},depth=${depth.value}`;
  const choice = await askMove({ game: GAME, moves, player });
  if (question === asked) await go(moves + choice.move);
}

/** @param {Position} shown */
function draw(shown) {
  const words = describe(shown);
  board.draw(shown.diagram, `${shown.diagram.columns} by ${shown.diagram.rows} board. ${words}`);
  why.draw(shown.explanation);
  byId("score").textContent = signed(shown.explanation.score);
  byId("why-for").textContent = `Points for ${NAMES[1]}, who moves first. Point at one to see where it is.`;
  byId("board").classList.toggle("yours", !shown.over && String(shown.mover) === you.value);
  say(words, shown.over ? "over" : "");
}

/** @param {Position} shown */
function describe(shown) {
  const last = shown.diagram.last ? `Last move ${shown.diagram.last}. ` : "";
  if (!shown.over) return `${last}${NAMES[shown.mover]} ${whose(shown.mover)} to move.`;
  if (shown.winner === null) return `${last}A draw: the board is full.`;
  return `${last}${NAMES[shown.winner]} ${whose(shown.winner)} won along ${shown.diagram.lines[0].join(" ")}.`;
}

/** @param {number} side */
function whose(side) {
  return String(side) === you.value ? "(you)" : "(alpha-beta)";
}

/** @param {string} words @param {string} manner */
function say(words, manner) {
  status.textContent = words;
  status.className = manner;
}

/** @param {string} cell */
function playCell(cell) {
  if (!position) return;
  const column = cell.replace(/\d+$/, "");
  const chosen = position.moves.find(
    (move) => move.cell === cell || (position?.gravity && move.cell.replace(/\d+$/, "") === column),
  );
  if (chosen) playMove(chosen.move);
}

/** @param {string} move */
function playMove(move) {
  if (!position || position.over || String(position.mover) !== you.value) return;
  if (position.moves.some((legal) => legal.move === move)) void go(moves + move);
}

function undo() {
  // Back to the last position in which it was your turn.
  const yours = Number(you.value) - 1;
  let length = moves.length - 1;
  while (length > 0 && length % 2 !== yours) length--;
  if (length >= yours) void go(moves.slice(0, length));
}

byId("new-game").addEventListener("click", () => void go(""));
byId("undo").addEventListener("click", undo);
you.addEventListener("change", () => void go(moves));
evaluator.addEventListener("change", () => void go(moves));
document.addEventListener("keydown", (event) => {
  if (event.target instanceof HTMLSelectElement || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^[1-9]$/.test(event.key)) playMove(event.key);
  if (event.key === "u") undo();
  if (event.key === "n") void go("");
});
window.addEventListener("hashchange", () => void go(movesInAddress()));

function movesInAddress() {
  return new URLSearchParams(location.hash.slice(1)).get("moves") ?? "";
}

/** Fill the list of evaluators; the page works without it. */
async function listEvaluators() {
  const { evaluators } = await askEvaluators();
  const options = evaluators.map(({ name, source }) => {
    const option = new Option(name, name, name === "open-lines", name === evaluator.value);
    option.title = source;
    return option;
  });
  evaluator.replaceChildren(...options);
}

void listEvaluators();
void go(movesInAddress());
