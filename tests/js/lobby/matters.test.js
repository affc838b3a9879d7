import assert from "node:assert/strict";
import test from "node:test";

import { meaningless } from "../../../static/js/lobby/matters.js";

const usual = { audience: "all", limit: "", teams: "0", house_seats: "0" };
const missing = (chosen) => new Set(meaningless({ ...usual, ...chosen }));

test("an open duel of two has no teams, no seats for the house, nobody to name", () => {
  for (const limit of ["", "2"]) {
    const left = missing({ limit });
    for (const name of ["named", "teams", "team", "house_seats", "house_level", "authoritarian", "per_user"])
      assert(left.has(name), name);
    assert(!left.has("lowest"));
  }
});

test("who names those whom he challenges bars nobody", () => {
  const left = missing({ audience: "mage" });
  for (const name of ["excluded", "lowest", "highest", "per_user"]) assert(left.has(name), name);
  assert(!left.has("named"));
  assert(!left.has("teams")); // several may be named
});

test("a melee has all but what hangs on what is not chosen", () => {
  assert.deepEqual(missing({ limit: "4" }), new Set(["team", "house_level"]));
  assert.deepEqual(missing({ limit: "none", teams: "2", house_seats: "1" }), new Set());
});
