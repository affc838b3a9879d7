import "../../templates.js";
import assert from "node:assert/strict";
import { test } from "node:test";

const { bothHandsText, progressOf, progressText, trailsOf } = await import(
  "../../../../static/js/pages/puzzle/gestures.js"
);

const round = (number, left, right) => ({
  number,
  gestures: { White: { left, right }, Black: { left, right } },
  events: [],
});
const view = {
  viewer: "White",
  wizards: [{ name: "White" }, { name: "Black" }],
  rounds: [round(1, "S", "D"), round(2, "P", "S"), round(3, "F", "W")],
};

test("the pattern with the most gestures of the other wizard's hands is found", () => {
  const trails = trailsOf(view);
  assert.deepEqual(progressOf(["SPFP"], trails), { pattern: "SPFP", hand: "left", made: 3 });
  assert.deepEqual(progressOf(["PFSSDD", "SWD"], trails), { pattern: "PFSSDD", hand: "left", made: 2 });
});

test("small letters among the gestures are explained once each", () => {
  assert.equal(bothHandsText(["DSFFFc", "WFPSFW", "cw"]), "c, w: both hands");
  assert.equal(bothHandsText(["SD"]), "");
});

test("the progress of a hand is a count or “not begun”", () => {
  assert.equal(progressText("right", 3, 4), "right 3 of 4");
  assert.equal(progressText("left", 0, 4), "not begun");
});
