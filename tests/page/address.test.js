// The address holds the game and who plays it.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { readAddress, told, usualEvaluator, writeAddress } from "../../src/kinarow/web/static/address.js";

/** A browser's address and history, as far as the page uses them. */
function open(address) {
  const at = (text) => new URL(text, "http://lab/");
  globalThis.location = at(address);
  globalThis.history = {
    length: 1,
    replaceState: (_state, _title, to) => (globalThis.location = new URL(to, location)),
    pushState: (_state, _title, to) => {
      globalThis.location = new URL(to, location);
      history.length++;
    },
  };
}

beforeEach(() => open("/"));

test("an empty address is a usual game", () => {
  const place = readAddress();
  assert.deepEqual([place.game, place.you, place.opponent, place.moves, place.at], ["connect4", "1", "level:n=3", "", null]);
  assert.equal(place.evaluator, "open-lines");
});

test("without gravity another evaluator is usual, also for a game that has a name", () => {
  assert.equal(usualEvaluator("place:15x15:5"), "threats");
  told.games = [{ name: "gomoku", game: "place:15x15:5" }];
  assert.equal(usualEvaluator("gomoku"), "threats");
  assert.equal(usualEvaluator("connect4"), "open-lines");
});

test("what is written is read", () => {
  const place = { ...readAddress(), moves: "h8 i9", at: 1, game: "gomoku", you: "12", opponent: "alphabeta:eval=my eval.py,depth=4", page: "tree", flipped: true };
  writeAddress(place, false);
  assert.deepEqual(readAddress(), { ...place, evaluator: "open-lines", brain: "open-lines" });
});

test("the usual is not written, and the same is no step in the history", () => {
  writeAddress({ ...readAddress(), moves: "44" }, false);
  assert.equal(location.hash, "#moves=44");
  assert.equal(history.length, 2);
  writeAddress(readAddress(), false);
  assert.equal(history.length, 2);
  writeAddress({ ...readAddress(), moves: "445" }, true);
  assert.equal(history.length, 2);
});

test("nonsense in an address is not taken for a number of moves", () => {
  for (const at of ["", "x", "-1", "1e3", "12345"]) {
    open(`/#moves=44&at=${at}`);
    assert.equal(readAddress().at, null);
  }
});

test("a token is shown once, and then is not in the address", () => {
  open("/?token=secret#moves=44");
  assert.equal(readAddress().moves, "44");
  assert.equal(location.search, "");
});
