import assert from "node:assert/strict";
import { test } from "node:test";
import { nextOf } from "../../../static/js/learn/progress.js";

test("the next lesson is the first that is not completed", () => {
  assert.equal(nextOf(["gestures", "spell", "shield"], []), 0);
  assert.equal(nextOf(["gestures", "spell", "shield"], ["puzzle", "shield", "gestures"]), 1);
  assert.equal(nextOf(["gestures"], ["gestures"]), -1);
});
