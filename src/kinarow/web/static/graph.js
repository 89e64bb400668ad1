// The course of a game: who wins under perfect play as bands, and what the evaluator makes of it as a line.

import { byId, drawn, make } from "./dom.js";
import { onScale } from "./judgement.js";
import { prefix, tokens } from "./moves.js";
import { sideName, state } from "./state.js";
import { isCostly, verdictWords } from "./verdicts.js";

/** @typedef {import("./answers.js").Reviewed} Reviewed */

const WIDTH = 460;
const BAND = 34;
const HEIGHT = 3 * BAND;
const STEPS = { win: 0, draw: 1, loss: 2 };

/** @param {Reviewed[]} moves of the game on the page @param {(moves: string) => void} go */
export function drawGraph(moves, go) {
  const host = byId("graph");
  if (moves.length < 2) {
    host.replaceChildren();
    return;
  }
  const length = tokens(state.record).length;
  const x = (/** @type {number} */ ply) => ((ply - 0.5) * WIDTH) / length;
  const svg = drawn("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": graphWords(moves) });
  svg.append(
    ...[0, 1, 2].map((band) => drawn("rect", { class: `band band-${band}`, x: 0, y: band * BAND, width: WIDTH, height: BAND })),
    drawn("path", { class: "heuristic", d: through(moves.map((move) => [x(move.ply), HEIGHT / 2 - onScale(move.heuristic, state.position?.scale ?? 1) * (HEIGHT / 2 - 4)])) }),
    drawn("path", { class: "exact", d: steps(moves, x, WIDTH / length) }),
    drawn("path", { class: "now", d: `M${x(tokens(state.moves).length)} 0V${HEIGHT}` }),
    ...moves.filter(isCostly).map((move) => drawn("circle", { class: "spot blunder", cx: x(move.ply), cy: height(move) ?? HEIGHT / 2, r: 6 })),
  );
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const ply = Math.ceil((((/** @type {MouseEvent} */ (event)).clientX - box.left) / box.width) * length);
    go(prefix(state.record, ply));
  });
  const legend = make("p", "graph-legend", `Above: ${sideName(1)} wins, middle: a draw, below: ${sideName(2)} wins.`);
  legend.append(make("span", "line-exact", "perfect play"), make("span", "line-heuristic", "evaluator"));
  host.replaceChildren(svg, legend);
}

/** The middle of the band that a position lies in. @param {Reviewed} move */
function height({ mover, left }) {
  if (!left.outcome) return null;
  const band = STEPS[left.outcome];
  return ((mover === 1 ? band : 2 - band) + 0.5) * BAND;
}

/** @param {Reviewed[]} moves @param {(ply: number) => number} x @param {number} width */
function steps(moves, x, width) {
  let d = "";
  moves.forEach((move) => {
    const y = height(move);
    if (y === null) return;
    const [from, to] = [x(move.ply) - width / 2, x(move.ply) + width / 2];
    d += `${d ? "L" : "M"}${from.toFixed(1)} ${y}L${to.toFixed(1)} ${y}`;
  });
  return d;
}

/** @param {number[][]} points */
function through(points) {
  return points.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

/** The same for whoever does not see it. @param {Reviewed[]} moves */
function graphWords(moves) {
  const turns = moves.filter(isCostly).map((move) => `${sideName(move.mover)} ${move.move} ${verdictWords(move)}`);
  return `The course of the game. ${turns.join(". ") || "No result was thrown away."}`;
}
