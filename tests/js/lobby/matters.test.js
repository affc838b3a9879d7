import assert from "node:assert/strict";
import test from "node:test";

import { meaningless } from "../../../static/js/lobby/matters.js";

const usual = { audience: "all", limit: "", teams: "0", house_seats: "0" };
const missing = (chosen) => new Set(meaningless({ ...usual, ...chosen }));

test("an open two-wizard duel has no teams, house seats or names", () => {
  for (const limit of ["", "2"]) {
    const left = missing({ limit });
    for (const name of ["named", "teams", "team", "house_seats", "house_level", "authoritarian", "per_user"])
      assert(left.has(name), name);
    assert(!left.has("lowest"));
  }
});

test("a challenge to named mages excludes nobody", () => {
  const left = missing({ audience: "mage" });
  for (const name of ["excluded", "lowest", "highest", "per_user"]) assert(left.has(name), name);
  assert(!left.has("named"));
  assert(!left.has("teams")); // several may be named
});

test("a melee has all fields except those of other choices", () => {
  assert.deepEqual(missing({ limit: "4" }), new Set(["club", "team", "house_level"]));
  assert.deepEqual(missing({ limit: "none", teams: "2", house_seats: "1" }), new Set(["club"]));
});

test("a challenge to a club names it, and does not invite everyone", () => {
  const left = missing({ audience: "club" });
  assert(!left.has("club"));
  assert(left.has("everybody"));
});
