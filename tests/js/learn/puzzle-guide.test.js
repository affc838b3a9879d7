import assert from "node:assert/strict";
import { test } from "node:test";
import { phaseOf, ratingText, titleOf } from "../../../static/js/learn/puzzle-guide.js";

test("a puzzle is open, tried wrongly, solved or shown", () => {
  const phases = [
    [{ over: false, strayed: false }, false],
    [{ over: false, strayed: true }, false],
    [{ over: true, strayed: false }, false],
    [{ over: true, strayed: false }, true],
  ].map((how) => phaseOf(...how));
  assert.deepEqual(phases, ["asked", "wrong", "solved", "shown"]);
  assert.deepEqual(phases.map(titleOf), ["Your task", "Not quite", "Solved", "The solution"]);
});

test("a wrong move after the solution was shown is still wrong", () => {
  assert.equal(phaseOf({ over: false, strayed: true }, true), "wrong");
  assert.equal(phaseOf({ over: false, strayed: false }, true), "asked");
});

test("a rating comes with its change: up, down or none", () => {
  assert.equal(ratingText({ before: 1500, after: 957, plays: 2 }), "Your rating appears after three puzzles.");
  assert.equal(ratingText({ before: 1500, after: 1523, plays: 3 }), "Your rating: 1500 → 1523 (+23)");
  assert.equal(ratingText({ before: 1500, after: 1480, plays: 9 }), "Your rating: 1500 → 1480 (−20)");
  assert.equal(ratingText({ before: 1500, after: 1500, plays: 9 }), "Your rating: 1500 → 1500 (±0)");
});
