// What is known of each move, and how that is said.

import assert from "node:assert/strict";
import { test } from "node:test";
import { guessedHint, inLetters, inSentence, judge, onScale, provenHint } from "../../src/kinarow/web/static/judgement.js";

const VALUES = { win: 10, draw: 0, loss: -10 };

/** Moves as they are judged: columns with what is proven of them. */
function solved(outcomes, moves = 9) {
  return Object.entries(outcomes).map(([move, outcome]) => {
    const truth = outcome && { outcome, exact: VALUES[outcome], moves: outcome === "draw" ? null : moves, stone: null };
    return { move, cell: `c${move}`, change: 0, ahead: Number(move), truth, isFavourite: false, isWrong: false, isBest: false };
  });
}

test("an exact value in letters and as a sentence", () => {
  assert.equal(inLetters(undefined), "…");
  assert.equal(inLetters({ outcome: "win", moves: 9 }), "W9");
  assert.equal(inLetters({ outcome: "draw", moves: null }), "=");
  assert.equal(inLetters({ outcome: null }), "–");
  assert.equal(inSentence({ outcome: "loss", moves: 1, stone: null }, 1), "loses by force, within 1 move");
  assert.equal(inSentence({ outcome: "loss", moves: 4, stone: 16 }, 1), "loses: second's stone number 16 decides, if both play perfectly");
  assert.equal(inSentence({ outcome: null }, 1), "not solved in time");
});

test("a hint is given as soon as a win is known, and else when all is", () => {
  assert.equal(provenHint(solved({ 3: "draw", 4: null })), null);
  assert.equal(provenHint(solved({ 3: "win", 4: null })).words, "Hint: 3 wins in 9 (exact).");
  assert.equal(provenHint(solved({ 3: "draw", 4: "loss" })).words, "Hint: 3 draws (exact).");
  assert.equal(provenHint(solved({ 3: "draw", 4: "draw" })).words, "Hint: every move draws (exact).");
  assert.equal(provenHint(solved({ 3: "loss", 4: "loss" })).words, "Hint: every move loses (exact).");
});

test("of equal moves the evaluator's favourite is shown", () => {
  const hint = provenHint(solved({ 2: "win", 5: "win", 6: "loss" }));
  assert.equal(hint.words, "Hint: 2 or 5 wins in 9 (exact).");
  assert.equal(hint.cell, "c5");
});

test("a guess is called one, and never a move that is known to lose", () => {
  const choice = { move: "4", score: 1.5, depth: 6, line: ["d1"] };
  const open = guessedHint(solved({ 3: null, 4: null }), "centre", choice, 1);
  assert.equal(open.words, "Hint: 4, a guess of centre 6 plies ahead: +1.5.");
  assert.deepEqual(open.line, ["d1"]);
  const lost = guessedHint(solved({ 3: null, 4: "loss" }), "centre", choice, 1);
  assert.equal(lost.words, "Hint: 3, a guess of centre 1 ply ahead: +3.");
  assert.deepEqual(lost.line, []);
  assert.equal(guessedHint(solved({ 3: "draw", 4: "loss" }), "centre", choice, 1).words, "Hint: 3 draws (exact); not every move is solved.");
});

test("a favourite that throws the result away is wrong", () => {
  const position = { mover: 2, explanation: { score: 4 }, moves: [{ move: "3", cell: "c3" }, { move: "4", cell: "d3" }], changes: { 3: { after: 1 } } };
  const exact = new Map([["3", { outcome: "loss", exact: -2 }], ["4", { outcome: "win", exact: 3 }]]);
  const [third, fourth] = judge(position, { scores: { 4: -2 } }, { scores: { 3: 5, 4: 1 } }, exact);
  assert.deepEqual([third.isFavourite, third.isWrong, third.isBest, third.change], [true, true, false, 3]);
  assert.deepEqual([fourth.isFavourite, fourth.isWrong, fourth.isBest, fourth.change], [false, false, true, 2]);
});

test("scores lie on a scale from minus one to one", () => {
  assert.equal(onScale(0, 5), 0);
  assert.ok(onScale(5, 5) > 0.7 && onScale(5, 5) < 0.8);
  assert.ok(Math.abs(onScale(-1e9, 5) + 1) < 1e-9);
});
