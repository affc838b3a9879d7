import assert from "node:assert/strict";
import test from "node:test";

import { timeLeft } from "../../static/js/clock.js";

test("time is as short as it can be read", () => {
  assert.equal(timeLeft(0), "0:00");
  assert.equal(timeLeft(4_100), "0:05");
  assert.equal(timeLeft(65_000), "1:05");
  assert.equal(timeLeft(3 * 3_600_000 + 20 * 60_000), "3 h 20 min");
  assert.equal(timeLeft(2 * 86_400_000 + 4 * 3_600_000), "2 d 4 h");
});
