// What is said of a move that was played.

import assert from "node:assert/strict";
import { test } from "node:test";
import { answerWords, isMistake, isWorthTrying, keptWords, markOf, moveNumber, turningPoint, verdictWords } from "../../src/kinarow/web/static/verdicts.js";

const WIN = { outcome: "win", moves: 5 };
const DRAW = { outcome: "draw", moves: null };
const LOSS = { outcome: "loss", moves: 8 };

/** A move of the first side that is as good as any, but for what is named. */
function played(named) {
  return { mover: 1, verdict: "best", words: "best", worth: WIN, left: WIN, better: [], threatened: [], only: false, ...named };
}

test("a mark tells what a move did", () => {
  assert.equal(markOf(played({})), "");
  assert.equal(markOf(played({ only: true })), "✓");
  assert.equal(markOf(played({ verdict: "slower" })), "?");
  assert.equal(markOf(played({ verdict: "sooner" })), "?");
  assert.equal(markOf(played({ verdict: "blunder" })), "??");
  assert.equal(markOf(played({ verdict: "mistake" })), "??");
});

test("a result that was thrown away is named, with what it is now", () => {
  assert.equal(verdictWords(played({ verdict: "blunder", left: DRAW })), "throws the win away: it is a draw now");
  assert.equal(verdictWords(played({ verdict: "blunder", worth: DRAW, left: LOSS })), "throws the draw away: it loses now");
});

test("who lets a threat stand is told so, and not how much longer it could have lasted", () => {
  const move = played({ verdict: "sooner", worth: LOSS, left: { outcome: "loss", moves: 1 }, threatened: ["d1"], better: ["4"] });
  assert.equal(verdictWords(move), "lets second win at once");
  assert.equal(isWorthTrying(move), true);
  assert.equal(isMistake(move), false);
  assert.equal(answerWords(move, true), "had to block in column 4");
  assert.equal(answerWords(move, false), "had to block at 4");
});

test("the only move, and the win itself", () => {
  assert.equal(verdictWords(played({ only: true })), "is the only move that keeps the win");
  assert.equal(verdictWords(played({ left: { outcome: "win", moves: 1 } })), "wins at once");
  assert.equal(verdictWords(played({})), "is as good as any");
});

test("what had to be played, and what it keeps", () => {
  assert.equal(answerWords(played({ better: ["3", "5"] }), true), "had to play 3 or 5");
  assert.equal(answerWords(played({}), true), "nothing better was found");
  assert.equal(keptWords(played({ worth: LOSS })), "the longest defence");
  assert.equal(keptWords(played({ worth: DRAW })), "the draw");
  assert.equal(keptWords(played({ worth: { outcome: null } })), "what there is to keep");
});

test("the turning point is the last mistake of those who could complain", () => {
  const moves = [played({ verdict: "blunder" }), played({ mover: 2, verdict: "mistake" }), played({}), played({ mover: 2 })];
  assert.equal(turningPoint(moves, [1, 2]), moves[1]);
  assert.equal(turningPoint(moves, [1]), moves[0]);
  assert.equal(turningPoint([played({})], [1]), null);
  assert.deepEqual([1, 2, 3, 4].map(moveNumber), [1, 1, 2, 2]);
});
