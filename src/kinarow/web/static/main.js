// The page's state and what people do to it. The address holds the game, so a link shares it.

import { USUAL, readAddress, writeAddress } from "./address.js";
import { ask, get } from "./api.js";
import { Board } from "./board.js";
import { drawChanges } from "./changes.js";
import {
  brain, chooseGame, choosePlace, evaluator, game, gameText, isYours, offerChoices, opponent, opponentName, ownGame, showBrain, showOwnGame, you,
} from "./choices.js";
import { Cursor } from "./cursor.js";
import { MARKS, byId, signed, wordsOf } from "./dom.js";
import { EvaluatorList, IN_HAND } from "./evaluator_list.js";
import { Evaluators } from "./evaluators.js";
import { listenToKeys } from "./keys.js";
import { Learn } from "./learn.js";
import { extended, prefix, tokens } from "./moves.js";
import { OwnFiles } from "./own_files.js";
import { hasPage, listenToTabs, showOnly } from "./pages.js";
import { Report } from "./report.js";
import { Review } from "./review.js";
import { Scores } from "./scores.js";
import { Swap2 } from "./swap2.js";
import { describe, drawBar } from "./standing.js";
import { Tournaments } from "./tournament.js";
import { Tree } from "./tree.js";
import { View } from "./view.js";
import { Why } from "./why.js";

/** @typedef {import("./api.js").Position} Position */
/** @typedef {import("./api.js").Catalogue} Catalogue */

const PAUSE_MS = 350;

const layer = /** @type {HTMLSelectElement} */ (byId("layer"));
const status = byId("status");
const letMove = byId("let-move");

/** @type {Position | null} */
let position = null;
let moves = "";
// Where the page is going; the same as `moves` once it is there.
let heading = "";
let page = "play";
/** Whether the page knows what there is to choose from. */
let begun = false;
let watched = "";
let flipped = false;
// Answers to a question that is no longer asked are dropped.
let asked = 0;
/** Players that the lab was started with. @type {string[]} */
let ownPlayers = [];
/** Whether the opponent's move is waited for. */
let isThinking = false;

const board = new Board(byId("board"), { play: playCell, look: (cell) => lookAt(cell) });
const why = new Why(byId("contributions"), (cells, tone) => board.show(cells, tone));
const view = new View(byId("board"), () => scores.draw());
const scores = new Scores(byId("scores"), board, {
  look: lookAtMove,
  play: playMove,
  // Under the board only where each column is as wide as a number.
  inColumns: () => position !== null && position.diagram.column_numbers && view.zoom === 1,
  flipped: () => flipped,
  conceals: () => page === "review" && review.conceals(),
  tell: () => review.tell(),
});
const cursor = new Cursor(byId("board"), board, view, { play: playCell, look: lookAtAndSay });
const list = new EvaluatorList();
for (const select of [evaluator, brain]) list.attach(select);
const evaluators = new Evaluators(list, {
  changed: () => evaluator.value === IN_HAND && void go(heading, { keep: true }),
  game: gameText,
  moves: () => heading,
  isShown: () => page === "evaluators",
  use: useEvaluator,
});
const review = new Review({
  go: (text) => void go(text),
  game: gameText,
  moves: () => heading,
  evaluator: evaluatorInUse,
  prefix,
  prefixLength: () => tokens(moves).length,
  concealed: () => scores.draw(),
});
new Report(() => ({ game: gameText(), moves, evaluator: evaluators.current ?? evaluatorInUse() }));
const tournaments = new Tournaments({
  game: gameText,
  open: (text, record) => {
    chooseGame(text);
    you.value = "12";
    showPage("review");
    void go(record);
  },
  remember: (id) => {
    watched = id;
    keepAddress(true);
  },
});
const tree = new Tree({
  game: gameText, moves: () => heading, evaluator: evaluatorInUse, isShown: () => page === "tree", show: showLine,
});

const ownFiles = new OwnFiles((files) => files.some(({ name }) => name === evaluator.value) && void go(heading, { keep: true }));

new Learn();

const swap2 = new Swap2({
  question: () => ({ game: gameText(), moves: heading, player: opponent.value, evaluator: list.find(brain.value) }),
  go: (text, how) => void go(text, how),
});

/** Who judges. */
function evaluatorInUse() {
  return list.find(evaluator.value);
}

/** @param {string} how @param {string} key of an evaluator */
function useEvaluator(how, key) {
  if (how === "judge") evaluator.value = key;
  if (how === "play") [opponent.value, brain.value] = [USUAL.opponent, key];
  showBrain();
  if (how === "enter") offerEntrants([key]);
  turnTo(how === "enter" ? "tournament" : "play");
}

/** @param {string[]} keys of evaluators that are chosen */
function offerEntrants(keys) {
  const others = [...ownPlayers, "random", "mcts:playouts=1000"].map((name) => ({ label: name, entry: name }));
  const entrants = list.entrants();
  tournaments.offer([...entrants, ...others], entrants.filter(({ key }) => keys.includes(key)).map(({ label }) => label));
}

/**
 * Go to a position. The opponent answers only what a person did on the page of playing: looking at a position, by a
 * link, a reload or going back, leaves it as it is.
 * @param {string} next
 * @param {{keep?: boolean, answer?: boolean}} [how] keep: no step of its own in the history
 * @returns {Promise<string>} why it cannot be gone to, in words
 */
async function go(next, { keep = false, answer = false } = {}) {
  const question = ++asked;
  heading = next;
  isThinking = false;
  try {
    const found = /** @type {Position} */ (
      await ask("position", { game: gameText(), moves: next, evaluator: evaluatorInUse(), for: "first" })
    );
    if (question !== asked) return "";
    const isNew = found.line !== moves || position?.game !== found.game;
    moves = heading = found.line;
    position = found;
    keepAddress(keep || !isNew);
    draw(found);
    if (isNew) showLastStone(found);
    review.follow(found.line);
    evaluators.follow();
    tree.follow();
    scores.ask(found, evaluatorInUse());
    swap2.follow(found);
    if (answer && isOpponents(found)) await letOpponentPlay(question);
    return "";
  } catch (error) {
    if (question !== asked) return "";
    heading = moves;
    isThinking = false;
    if (position) offerAnswer(position);
    say(wordsOf(error), "error");
    return wordsOf(error);
  }
}

/** Elsewhere than on the page of playing both sides are moved by hand. @param {Position} shown */
function isOpponents(shown) {
  return page === "play" && !shown.over && !isYours(shown.mover) && !swap2.isOpen;
}

/** A move that nobody waits for can be asked for. @param {Position} shown */
function offerAnswer(shown) {
  letMove.hidden = isThinking || !isOpponents(shown);
}

/** @param {number} question */
async function letOpponentPlay(question) {
  isThinking = true;
  letMove.hidden = true;
  say(`${opponentName()} is thinking …`, "thinking");
  const begun = performance.now();
  const choice = await ask("move", { game: gameText(), moves, player: opponent.value, evaluator: list.find(brain.value) });
  // Two players against each other are followed with the eyes.
  const rest = you.value === "0" ? PAUSE_MS - (performance.now() - begun) : 0;
  if (rest > 0) await new Promise((done) => setTimeout(done, rest));
  // The answer is not a step of its own: going back leads to your own move.
  if (question === asked) await go(extended(moves, choice.move), { keep: you.value !== "0", answer: true });
}

/** @param {Position} shown */
function draw(shown) {
  const words = describe(shown);
  board.draw(shown.diagram, `${shown.diagram.columns} by ${shown.diagram.rows} board. ${words}`, { gravity: shown.gravity, flipped });
  view.begin(shown.diagram, shown.gravity);
  cursor.draw();
  why.draw(shown.explanation);
  drawLayer(shown);
  drawBar(shown);
  byId("changes").replaceChildren();
  byId("score").textContent = signed(shown.explanation.score);
  byId("why-for").textContent = `Points for ${MARKS[1]}, who moves first. Point at one to see where it is.`;
  byId("board").classList.toggle("yours", !shown.over && !isOpponents(shown));
  offerAnswer(shown);
  say(words, shown.over ? "over" : "");
}

/** The position with more stones on it, as a search looks at it. @param {{cell: string, side: 1 | 2}[]} stones */
function showLine(stones) {
  if (!position) return;
  const { diagram, gravity } = position;
  const placed = Object.fromEntries(stones.map(({ cell, side }) => [cell, side]));
  const shown = { ...diagram, stones: { ...diagram.stones, ...placed }, last: stones[stones.length - 1]?.cell ?? diagram.last };
  board.draw(shown, `The search looks at ${stones.map(({ cell }) => cell).join(" ") || "the position"}`, { gravity, flipped });
}

/** @param {Position} shown */
function showLastStone({ diagram }) {
  // Its place, since the stone itself may still be falling.
  const place = diagram.last && byId("board").querySelector(`[data-cell="${diagram.last}"]`);
  if (place) view.bringIntoSight(place);
}

/** @param {Position} shown */
function drawLayer(shown) {
  if (layer.value === "threats") board.threaten(shown.threats);
  if (layer.value === "heat") board.warm(shown.diagram.heat);
}

/** @param {string} words @param {string} manner */
function say(words, manner) {
  status.textContent = words;
  status.className = manner;
}

/** The legal move that a cell stands for. @param {string | null} cell */
function moveAt(cell) {
  if (!position || !cell) return undefined;
  const column = cell.replace(/\d+$/, "");
  return position.moves.find((move) => move.cell === cell || (position?.gravity && move.cell.replace(/\d+$/, "") === column));
}

/** @param {string} cell */
function playCell(cell) {
  const chosen = moveAt(cell);
  if (chosen) playMove(chosen.move);
}

/** @param {string} move */
function playMove(move) {
  if (!position || position.over || !position.moves.some((legal) => legal.move === move)) return;
  if (page === "review" && review.answers(move)) return;
  if (isOpponents(position)) return;
  void go(extended(moves, move), { answer: true });
}

/** @param {string | null} cell */
function lookAt(cell) {
  why.mark(cell);
  lookAtMove(moveAt(cell)?.move ?? null);
}

/** The same, and say it for those who do not see it. @param {string | null} cell */
function lookAtAndSay(cell) {
  lookAt(cell);
  const legal = moveAt(cell);
  const stone = cell ? position?.diagram.stones[cell] : undefined;
  const held = stone ? MARKS[stone] : "empty";
  byId("cell-words").textContent = cell ? `${cell}, ${held}. ${legal && !stone ? scores.words(legal.move) : ""}` : "";
}

/** What a move would change, in words and on the board; nothing is asked. @param {string | null} move */
function lookAtMove(move) {
  if (!position) return;
  const legal = position.over ? undefined : position.moves.find((candidate) => candidate.move === move);
  board.preview(legal ? legal.cell : null, position.mover);
  scores.point(legal ? legal.move : null);
  if (legal) drawChanges(byId("changes"), legal.move, position.changes?.[legal.move], scores.words(legal.move));
  else byId("changes").replaceChildren();
}

function flip() {
  flipped = !flipped;
  keepAddress(true);
  showFlip();
  if (!position) return;
  draw(position);
  scores.draw();
}

function showFlip() {
  byId("flip").setAttribute("aria-pressed", String(flipped));
}

function undo() {
  // Back to the last position in which it was your turn.
  const played = tokens(moves);
  let length = played.length - 1;
  while (length > 0 && !isYours((length % 2) + 1) && you.value !== "0") length--;
  if (length >= 0) void go(prefix(moves, length));
}

async function hint() {
  if (!position || position.over) return;
  const question = asked;
  say("Looking for a hint …", "thinking");
  try {
    const found = await scores.hint();
    if (question !== asked || !found) return;
    board.preview(found.cell, position.mover);
    say(found.words, "");
  } catch (error) {
    if (question === asked) say(wordsOf(error), "error");
  }
}

/** @param {string} name */
function turnTo(name) {
  showPage(name);
  if (!begun) return;
  keepAddress(false);
  void go(heading, { keep: true });
}

/** @param {string} name */
function showPage(name) {
  page = name;
  showOnly(name);
}

/** @param {boolean} replace whether it is no step of its own in the history */
function keepAddress(replace) {
  const chosen = { game: gameText(), you: you.value, opponent: opponent.value, evaluator: evaluator.value, brain: brain.value, page };
  writeAddress({ moves, tournament: watched, flipped, ...chosen }, replace);
}

function beginAnotherGame() {
  // Until the new board is here, a click on the old one means nothing.
  position = null;
  say("Loading …", "thinking");
  newGame();
}

function newGame() {
  swap2.close();
  void go("", { answer: true });
}

async function followAddress() {
  const place = readAddress();
  choosePlace(place);
  flipped = place.flipped;
  showFlip();
  moves = "";
  if (place.tournament && place.tournament !== watched) void tournaments.watch(place.tournament);
  if (hasPage(place.page)) showPage(place.page);
  const wrong = await go(place.moves, { keep: true });
  if (!wrong) return;
  // A link that leads nowhere, or to an evaluator that fails there, leaves a board to play on: the nearest that there is.
  const nearest = [
    { ...place, evaluator: USUAL.evaluator },
    { ...place, moves: "" },
    { ...place, moves: "", game: USUAL.game, evaluator: USUAL.evaluator },
  ];
  for (const near of nearest) {
    choosePlace(near);
    if (!(await go(near.moves, { keep: true }))) break;
  }
  say(wrong, "error");
}

byId("new-game").addEventListener("click", newGame);
letMove.addEventListener("click", () => void go(heading, { answer: true }));
byId("undo").addEventListener("click", undo);
byId("hint").addEventListener("click", () => void hint());
byId("flip").addEventListener("click", flip);
for (const select of [you, opponent, brain]) {
  select.addEventListener("change", () => {
    showBrain();
    void go(heading, { answer: true });
  });
}
evaluator.addEventListener("change", () => void go(heading, { answer: isThinking }));
layer.addEventListener("change", () => position && draw(position));
game.addEventListener("change", () => {
  showOwnGame();
  beginAnotherGame();
});
ownGame.addEventListener("change", beginAnotherGame);
listenToTabs(turnTo);
listenToKeys(
  {
    u: undo,
    n: newGame,
    h: () => void hint(),
    f: flip,
    "+": () => view.nearer(),
    "=": () => view.nearer(),
    "-": () => view.farther(),
    0: () => view.all(),
  },
  (digit) => position?.diagram.column_numbers && playMove(digit),
  () => position !== null && page !== "learn",
);
window.addEventListener("popstate", () => void followAddress());

async function begin() {
  const catalogue = /** @type {Catalogue} */ (await get("catalogue"));
  USUAL.evaluator = catalogue.usual;
  ownFiles.offer(catalogue.files);
  await evaluators.offer(catalogue);
  ownPlayers = catalogue.own_players;
  offerEntrants(catalogue.evaluators.slice(0, 2).map(({ name }) => name));
  list.listeners.push(() => offerEntrants([]));
  await tournaments.list();
  // Not earlier: what is chosen from then on counts, and the address no longer.
  offerChoices(catalogue);
  const turnedTo = page; // by an early click, which counts more than the address
  begun = true;
  void followAddress();
  if (turnedTo !== "play") turnTo(turnedTo);
}

begin().catch((error) => say(wordsOf(error), "error"));
