import assert from "node:assert/strict";
import { test } from "node:test";
import { leftText, nextStep } from "../../../../static/js/pages/puzzle/clock.js";

test("the time left is rounded up to whole seconds and never negative", () => {
  assert.deepEqual([180_000, 125_001, 9_001, 1, 0, -500].map(leftText), [
    "3:00",
    "2:06",
    "0:10",
    "0:01",
    "0:00",
    "0:00",
  ]);
});

test("only the end of a streak is explained before the result", () => {
  const open = { over: false, strayed: false, says: "You are Black." };
  assert.equal(nextStep(open), "here");
  assert.equal(nextStep({ ...open, over: true, run: { goes_on: true } }), "next");
  assert.equal(nextStep({ ...open, over: true, run: { goes_on: false } }), "next");
  assert.equal(nextStep({ ...open, strayed: true, run: { goes_on: true } }), "next");
  assert.equal(nextStep({ ...open, strayed: true, run: { goes_on: false } }), "over");
});
