import assert from "node:assert/strict";
import test from "node:test";

import { moreInWords } from "../../../static/js/lobby/more.js";

const usual = { audience: "all", limit: "", lowest: "", highest: "", bots: "", friendly: "True" };
const told = (chosen) => moreInWords({ ...usual, ...chosen });

test("the usual terms fit in one line", () => {
  assert.equal(told({}), "2 players · any rating · bots allowed");
  assert.equal(told({ friendly: "False" }), "2 players · any rating · no bots");
  assert.equal(told({ limit: "none", lowest: "1400", bots: "False" }), "no limit · rating 1400 or more · no bots");
  assert.equal(told({ limit: "4", lowest: "1400", highest: "1600" }), "4 players · rating 1400 to 1600 · bots allowed");
});

test("a challenge to named players has no restrictions", () => {
  assert.equal(told({ audience: "mage", highest: "1600" }), "everyone invited");
  assert.equal(told({ audience: "mage", limit: "4" }), "4 players");
});
