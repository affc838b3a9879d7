import assert from "node:assert/strict";
import test from "node:test";

import { numeral, signed } from "../../../static/js/lib/words.js";

test("numbers and changes have signs as one reads them", () => {
  assert.deepEqual([-3, 0, 3].map(numeral), ["−3", "0", "3"]);
  assert.deepEqual([-3, 0, 3].map(signed), ["−3", "0", "+3"]);
});
