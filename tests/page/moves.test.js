// Games as text, the cells of a board, and the lines of a game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cellName, place } from "../../src/kinarow/web/static/cells.js";
import { Lines, common } from "../../src/kinarow/web/static/lines.js";
import { extended, prefix, tokens } from "../../src/kinarow/web/static/moves.js";

test("a game is columns, or cells with spaces between", () => {
  assert.deepEqual(tokens("4453"), ["4", "4", "5", "3"]);
  assert.deepEqual(tokens(" 44 53 "), ["4", "4", "5", "3"]);
  assert.deepEqual(tokens("h8  i9\nj10"), ["h8", "i9", "j10"]);
  assert.deepEqual(tokens(""), []);
});

test("a move more, and the first few", () => {
  assert.equal(extended("44", "5"), "445");
  assert.equal(extended("h8", "i9"), "h8 i9");
  assert.equal(extended("", "h8"), "h8");
  assert.equal(prefix("4453", 2), "44");
  assert.equal(prefix("h8 i9 j10", 2), "h8 i9");
  assert.equal(prefix("44", 5), "44");
});

test("a cell's name says where it lies, past z, too", () => {
  for (const [name, column, row] of [["a1", 0, 0], ["d4", 3, 3], ["z10", 25, 9], ["aa1", 26, 0], ["ab2", 27, 1]]) {
    assert.equal(cellName(column, row), name);
    assert.deepEqual(place(name), { column, row });
  }
});

test("lines have so many moves in common", () => {
  assert.equal(common("4453", "4463"), 2);
  assert.equal(common("44", "4453"), 2);
  assert.equal(common("h8 i9", "h8 i10"), 1);
  assert.equal(common("", "4"), 0);
});

test("a line that is left for another one is kept until it is part of the one on the page", () => {
  const lines = new Lines();
  lines.follow("44", "445", false);
  assert.deepEqual([lines.main, lines.others], ["", []]);
  lines.follow("4453", "446", false);
  assert.deepEqual([lines.main, lines.others], ["4453", ["4453"]]);
  lines.follow("446", "4467", false);
  assert.deepEqual(lines.others, ["4453"]);
  lines.follow("4467", "4453", false);
  assert.deepEqual([lines.main, lines.others], ["4453", ["4467"]]);
  lines.follow("4453", "44", true);
  assert.deepEqual([lines.main, lines.others], ["44", ["4467"]]);
  lines.clear();
  assert.deepEqual([lines.main, lines.others], ["", []]);
});

test("of many lines the last eight are kept", () => {
  const lines = new Lines();
  for (let i = 1; i <= 12; i++) lines.follow(`a${i}`, `a${i + 1}`, false);
  assert.deepEqual(lines.others, [5, 6, 7, 8, 9, 10, 11, 12].map((i) => `a${i}`));
  assert.equal(lines.main, "a1");
});
