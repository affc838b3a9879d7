import assert from "node:assert/strict";
import test from "node:test";

import { linesOf, marksOf, movesOf, percent, rowsOf } from "../../../static/js/analysis/curve.js";

const steps = [0, 1, 2, 3, 4].map((number) => ({ number }));
const move = (round, wizard, cost, more = {}) => ({ round, wizard, cost, is_mistake: cost > 0.2, ...more });
const result = (changes = {}) => ({
  wizards: ["Black", "White"],
  chances: [0.5, 0.75, 0.5, 0.25, 1],
  moves: [],
  ...changes,
});

test("each wizard has a line, which mirrors the other", () => {
  const [black, white] = linesOf(result(), steps);
  assert.deepEqual(black, [
    [0, 0.5],
    [1, 0.25],
    [2, 0.5],
    [3, 0.75],
    [4, 0],
  ]);
  assert.ok(black.every(([x, y], at) => white[at][0] === x && white[at][1] === 1 - y));
});

test("a viewer has one point for each round they have seen", () => {
  const seen = [0, 1, 4].map((number) => ({ number }));
  assert.deepEqual(linesOf(result(), seen)[0], [
    [0, 0.5],
    [1, 0.25],
    [2, 0],
  ]);
  assert.deepEqual(marksOf(result({ moves: [move(2, "Black", 0.3)] }), seen), []);
});

test("a mistake has one mark on its wizard's line, a serious one two", () => {
  const moves = [move(1, "White", 0.3), move(2, "Black", 0.5), move(3, "Black", 0.1)];
  const [one, other, ...rest] = marksOf(result({ moves }), steps);
  assert.deepEqual(rest, []);
  assert.deepEqual([one.round, one.seat, one.sign, one.left, one.top], [1, 1, "?", 25, 75]);
  assert.deepEqual([other.round, other.seat, other.sign, other.left, other.top], [2, 0, "??", 50, 50]);
});

test("marks stay off the edges", () => {
  const moves = [move(4, "Black", 0.3), move(4, "White", 0.3)];
  const [black, white] = marksOf(result({ moves }), steps);
  assert.ok(black.top > 0 && white.top < 100);
  assert.ok(black.top < white.top);
});

test("the table has the chances in percent and the mistakes", () => {
  const rows = rowsOf(result({ moves: [move(1, "White", 0.3), move(1, "Black", 0.1)] }));
  assert.deepEqual(rows[1], { round: 1, chances: [75, 25], mistakes: ["White"] });
  assert.equal(rows.length, 5);
  const won = rowsOf(result({ chances: [0.5, 0.999, 1] }));
  assert.deepEqual(
    won.map(({ chances }) => chances),
    [
      [50, 50],
      [99, 1],
      [100, 0],
    ],
  );
  assert.equal(percent(0.666), 67);
});

test("the moves of a round are in the order of the wizards", () => {
  const moves = [move(1, "White", 0.3), move(1, "Black", 0.1), move(2, "Black", 0)];
  assert.deepEqual(
    movesOf(result({ moves }), 1).map(({ wizard }) => wizard),
    ["Black", "White"],
  );
});
