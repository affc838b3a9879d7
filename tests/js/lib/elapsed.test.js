import assert from "node:assert/strict";
import test from "node:test";

import { elapsed } from "../../../static/js/lib/elapsed.js";

const SECOND = 1_000;
const HOUR = 3_600_000;

test("elapsed time is given in the largest unit that fits", () => {
  assert.deepEqual(elapsed(-5 * SECOND), { unit: "minute", count: 1 });
  assert.deepEqual(elapsed(59 * SECOND), { unit: "minute", count: 1 });
  assert.deepEqual(elapsed(HOUR - SECOND), { unit: "minute", count: 59 });
  assert.deepEqual(elapsed(HOUR), { unit: "hour", count: 1 });
  assert.deepEqual(elapsed(47 * HOUR), { unit: "day", count: 1 });
  assert.equal(elapsed(7 * 24 * HOUR), null);
});
