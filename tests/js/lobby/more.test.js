import assert from "node:assert/strict";
import test from "node:test";

import { moreInWords } from "../../../static/js/lobby/more.js";

const usual = { audience: "all", lowest: "", highest: "", bots: "", friendly: "True" };
const told = (chosen) => moreInWords({ ...usual, ...chosen });

test("the usual terms fit in one line", () => {
  assert.equal(told({}), "any rating · bots allowed");
  assert.equal(told({ friendly: "False" }), "any rating · no bots");
  assert.equal(told({ lowest: "1400", bots: "False" }), "rating 1400 or more · no bots");
  assert.equal(told({ lowest: "1400", highest: "1600" }), "rating 1400 to 1600 · bots allowed");
});

test("a challenge to named players has no restrictions", () => {
  assert.equal(told({ audience: "mage", highest: "1600" }), "by invitation only");
});
