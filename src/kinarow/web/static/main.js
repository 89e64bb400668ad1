// The page put together: what people do to it, and what is drawn when a position is shown.

import { told } from "./address.js";
import { drawAhead } from "./ahead.js";
import { get } from "./api.js";
import { Board } from "./board.js";
import { clearChanges } from "./changes.js";
import { brain, chooseGame, chooseUsualEvaluators, evaluator, gameText, isYours, nameChoices, offerChoices, opponent, you } from "./choices.js";
import { allowSteps, listenToControls } from "./controls.js";
import { Cursor } from "./cursor.js";
import { byId, wordsOf } from "./dom.js";
import { drawEnding } from "./ending.js";
import { EvaluatorList, IN_HAND } from "./evaluator_list.js";
import { Evaluators } from "./evaluators.js";
import { Foreseen } from "./foreseen.js";
import { drawGraph } from "./graph.js";
import { listenToTools } from "./help.js";
import { hint } from "./hint.js";
import { keep, recall } from "./kept.js";
import { MoveList } from "./movelist.js";
import { extended, tokens } from "./moves.js";
import { OwnEvaluators } from "./own_evaluators.js";
import { OwnFiles } from "./own_files.js";
import { listenToTabs, showOnly } from "./pages.js";
import { Paste } from "./paste.js";
import { Pointing, moveAt } from "./pointing.js";
import { Reasons } from "./reasons.js";
import { Report } from "./report.js";
import { Review } from "./review.js";
import { Scores } from "./scores.js";
import { Sizes } from "./sizes.js";
import { describe, drawBar } from "./standing.js";
import { state } from "./state.js";
import { Swap2 } from "./swap2.js";
import { Table } from "./table.js";
import { Tournaments } from "./tournament.js";
import { Tree } from "./tree.js";
import { Uses } from "./uses.js";
import { View } from "./view.js";
import { Why } from "./why.js";

/** @typedef {import("./answers.js").Position} Position */
/** @typedef {import("./answers.js").Catalogue} Catalogue */

const SETTINGS = "kinarow-settings";

const layer = /** @type {HTMLSelectElement} */ (byId("layer"));
const numbers = /** @type {HTMLInputElement} */ (byId("numbers"));
const light = (/** @type {string[][]} */ lines, /** @type {string} */ tone) => board.show(lines, tone);

const board = new Board(byId("board"), { play: playCell, look: (cell) => pointing.atCell(cell), aim: (cell) => moveAt(cell) && say(`Tap ${cell} again to play there.`, "") });
const why = new Why(byId("contributions"), light);
const pointing = new Pointing({ board, why, scores: () => scores, foreseen: () => foreseen });
const view = new View(byId("board"), () => scores.draw());
const list = new EvaluatorList();
const table = new Table({
  draw,
  say,
  evaluator: evaluatorInUse,
  brain: () => list.find(brain.value),
  showPage,
  offerAnswer,
  isOpening: () => swap2.isOpen,
  played: followGame,
  watch: (id) => void tournaments.watch(id),
});
const review = new Review({ go: (text) => void table.go(text), back: () => void table.take(state.lines.main, tokens(state.lines.main).length), evaluator: evaluatorInUse, changed: drawGame });
const moveList = new MoveList({ go: (text) => void table.go(text, { keep: true }), take: (line, ply) => void table.take(line, ply) }, review);
new Paste((moves) => table.go(moves, { fresh: true }));
const scores = new Scores(byId("scores"), board, {
  look: (move) => pointing.atMove(move),
  play: playMove,
  // Under the board only where each column is as wide as a value.
  inColumns: () => state.position !== null && state.position.diagram.column_numbers && view.zoom === 1,
  isShown: showsValues,
  conceals: () => review.conceals(),
  tell: () => review.tell(),
  foresee: (line) => foreseen.show(line, state.position?.mover ?? 1),
  judged: drawStanding,
});
const foreseen = new Foreseen(board);
new Reasons(light);
const cursor = new Cursor(byId("board"), board, view, { play: playCell, look: (cell) => pointing.atCellAloud(cell) });
const evaluators = new Evaluators(list, {
  changed: () => evaluator.value === IN_HAND && lookAgain(),
  game: gameText,
  moves: () => state.heading,
  isShown: () => state.page === "evaluators",
  use: (how, key) => uses.use(how, key),
});
const report = new Report(() => ({ game: gameText(), moves: state.moves }));
byId("write-report").addEventListener("click", () => evaluators.current && void report.write(evaluators.current));
const tournaments = new Tournaments({
  game: gameText,
  open: (text, record, names) => {
    chooseGame(text);
    chooseUsualEvaluators();
    you.value = "12";
    showPage("play");
    state.opened = { record, names };
    void table.go(record, { fresh: true }).then(() => review.begin());
  },
  remember: (id) => {
    state.tournament = id;
    table.keepAddress(true);
  },
});
const uses = new Uses(list, tournaments, turnTo);
const tree = new Tree({
  game: gameText, moves: () => state.heading, evaluator: evaluatorInUse, isShown: () => state.page === "tree", show: (stones) => drawAhead(board, stones),
});
const ownFiles = new OwnFiles((files) => {
  const judge = files.find(({ name }) => name === evaluator.value);
  if (judge && ownFiles.standing(judge).in_use !== state.position?.evaluator_version) lookAgain();
  ownEvaluators.follow();
});
const ownEvaluators = new OwnEvaluators({
  files: ownFiles,
  game: gameText,
  moves: () => state.heading,
  isShown: () => state.page === "evaluators",
  use: (how, key) => uses.use(how, key),
  report: (key) => void report.write(key),
});
const swap2 = new Swap2({
  question: () => ({ game: gameText(), moves: state.heading, player: opponent.value, evaluator: list.find(brain.value) }),
  go: (text, how) => void table.go(text, how),
});
const sizes = new Sizes((text) => {
  chooseGame(text);
  beginAnotherGame();
});

/** Who judges. */
function evaluatorInUse() {
  return list.find(evaluator.value);
}

/** The same position, by an evaluator that has changed. */
function lookAgain() {
  table.again();
}

/** Values are shown to whoever asks for them, and of games that are over; never while they would be the answer. */
function showsValues() {
  return !review.conceals() && (state.page !== "play" || state.coach === "always" || review.covers);
}

/** @param {Position} shown @param {boolean} isNew */
function draw(shown, isNew) {
  nameChoices(shown);
  document.body.dataset.pieces = shown.look.pieces;
  const words = describe(shown);
  const order = state.hasMoveNumbers ? shown.order : [];
  board.draw(shown.diagram, `${shown.diagram.columns} by ${shown.diagram.rows} board. ${words}`, { pieces: shown.look.pieces, flipped: state.flipped, order });
  view.begin(shown.diagram, shown.gravity);
  cursor.draw();
  why.draw(shown.explanation, shown.evaluator_error?.text ?? "");
  if (layer.value === "threats") board.threaten(shown.threats);
  if (layer.value === "heat") board.warm(shown.diagram.heat);
  clearChanges(byId("changes"));
  byId("changes").hidden = shown.over;
  byId("board").classList.toggle("yours", !shown.over && !table.isOpponents(shown));
  offerAnswer(shown);
  say(words, shown.over ? "over" : "");
  scores.follow(shown, evaluatorInUse());
  if (isNew) showLastStone(shown);
  review.follow(shown.line);
  evaluators.follow();
  ownEvaluators.follow();
  tree.follow();
  swap2.follow(shown);
  drawStanding();
}

/** The game around the position: moves with their marks, the graph, what the end leads on to. */
function drawGame() {
  if (!state.position) return;
  moveList.draw();
  drawGraph(review.conceals() ? [] : review.moves(), (text) => void table.go(text, { keep: true }));
  drawEnding(state.position, review, { rematch: newGame, look: () => review.look(table) });
  allowSteps();
  byId("ask-why").hidden = review.conceals();
  scores.draw();
}

function drawStanding() {
  if (!state.position) return;
  byId("bar").classList.toggle("quiet", state.page === "play" && state.coach === "off" && !showsValues());
  drawBar(state.position, showsValues() ? scores.judged() : []);
}

/** A move was played: the coach looks at it, and at the whole game when that is over. @param {Position} shown */
function followGame(shown) {
  if (state.page !== "play") return;
  const isByHand = isYours(shown.mover === 1 ? 2 : 1);
  if (shown.over) review.begin();
  else if (shown.plies && (state.coach === "always" || (state.coach === "after" && isByHand))) void review.judgeLast(shown.line);
}

/** A move that nobody waits for can be asked for. @param {Position} shown */
function offerAnswer(shown) {
  byId("let-move").hidden = state.isThinking || !table.isOpponents(shown);
}

/** @param {Position} shown */
function showLastStone({ diagram }) {
  // Its place, since the stone itself may still be falling.
  const place = diagram.last && byId("board").querySelector(`[data-cell="${diagram.last}"]`);
  if (place) view.bringIntoSight(place);
}

/** @param {string} words @param {string} manner */
function say(words, manner) {
  byId("status").textContent = words;
  byId("status").className = manner;
}

/** @param {string} cell */
function playCell(cell) {
  const chosen = moveAt(cell);
  if (chosen) playMove(chosen.move);
  else if (state.position && !state.position.over) say(state.position.gravity ? `Column ${cell.replace(/\d+$/, "")} is full.` : `${cell} is taken.`, "error");
}

/** @param {string} move */
function playMove(move) {
  const { position } = state;
  if (!position || position.over || table.isBeginning) return;
  if (!position.moves.some((legal) => legal.move === move)) {
    if (Number(move) <= position.diagram.columns) say(`Column ${move} is full.`, "error");
    return;
  }
  const isTry = review.trying !== null;
  if (review.refuses(move)) return;
  if (!isTry && table.isOpponents(position)) return;
  // What was tried and found can be looked at before the game goes on from there.
  void table.go(extended(state.moves, move), { answer: !isTry });
}

/** A setting of how the board is looked at. @param {"flipped" | "hasMoveNumbers"} name @param {string} id */
function toggle(name, id) {
  state[name] = !state[name];
  table.keepAddress(true);
  byId(id).setAttribute("aria-pressed", String(state[name]));
  redraw();
}

/** @param {string} name */
function turnTo(name) {
  showPage(name);
  if (!state.hasBegun) return;
  table.keepAddress(false);
  void table.go(state.heading, { keep: true });
}

/** @param {string} name */
function showPage(name) {
  state.page = name;
  showOnly(name);
}

function beginAnotherGame() {
  chooseUsualEvaluators();
  // Until the new board is here, a click on the old one means nothing.
  state.position = null;
  say("Loading …", "thinking");
  newGame();
}

function newGame() {
  swap2.close();
  void table.go("", { answer: true, fresh: true });
}

/** Something about the page was chosen that no answer is needed for. */
function redraw() {
  if (state.position) draw(state.position, false);
}

function keepSettings() {
  state.hasNumbers = numbers.checked;
  keep(SETTINGS, { numbers: numbers.checked });
  scores.draw();
}

listenToControls({ table, view, sizes, newGame, beginAnotherGame, hide: () => foreseen.hide(), hint: () => void hint({ foreseen, scores, table, say }), toggle, playMove, redraw, keepSettings });
listenToTools();
listenToTabs(turnTo);
window.addEventListener("popstate", () => void table.followAddress());

async function begin() {
  state.hasNumbers = numbers.checked = recall(SETTINGS).numbers === true;
  const catalogue = await get("catalogue");
  told.evaluators = catalogue.usual;
  told.games = catalogue.games;
  ownFiles.offer(catalogue.files);
  ownEvaluators.offer();
  await evaluators.offer(catalogue);
  uses.offer(catalogue);
  await tournaments.list();
  // Not earlier: what is chosen from then on counts, and the address no longer.
  for (const select of [evaluator, brain]) list.attach(select);
  offerChoices(catalogue);
  sizes.mostCells = catalogue.most_cells;
  const turnedTo = state.page; // by an early click, which counts more than the address
  state.hasBegun = true;
  void table.followAddress().then(() => byId("flip").setAttribute("aria-pressed", String(state.flipped)));
  if (turnedTo !== "play") turnTo(turnedTo);
}

begin().catch((error) => say(wordsOf(error), "error"));
