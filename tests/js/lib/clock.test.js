import assert from "node:assert/strict";
import test from "node:test";

import { clockOf, lowText, reserveText, timeLeft, whoseClock } from "../../../static/js/lib/clock.js";
import { initial, reduce } from "../../../static/js/orders/duel-state.js";
import { duelFrame, view } from "../frames.js";

test("times are formatted as briefly as possible", () => {
  assert.equal(timeLeft(0), "0:00");
  assert.equal(timeLeft(4_100), "0:05");
  assert.equal(timeLeft(65_000), "1:05");
  assert.equal(timeLeft(3 * 3_600_000 + 20 * 60_000), "3 h 20 min");
  assert.equal(timeLeft(2 * 86_400_000 + 4 * 3_600_000), "2 d 4 h");
});

// The server's clock shows 10 s when the local one shows 500 s; the time of the round ends at 70 s.
const SKEW = 490_000;
const begun = (changes) => reduce(initial, duelFrame({ now: 10_000, deadline: 70_000, ...changes }), 10_000 + SKEW);
const clockAt = (moment, name, changes) => clockOf(begun(changes), name, moment + SKEW);

test("the clock follows the server's time, not the local one", () => {
  assert.deepEqual(clockAt(10_000, "Black"), { own: 60_000, reserve: 0, runs: "own" });
  assert.deepEqual(clockAt(40_000, "Black"), { own: 30_000, reserve: 0, runs: "own" });
  assert.deepEqual(clockAt(410_000, "Black"), { own: 0, reserve: 0, runs: "reserve" });
});

test("a finished duel, or one without a known clock, shows no time", () => {
  assert.equal(clockAt(0, "Black", { deadline: null }), null);
  assert.equal(clockAt(0, "Black", { view: view({ result: { outcome: "draw" } }) }), null);
});

test("the reserve runs after the round's time, only for wizards who are to move", () => {
  const changes = { reserves: { Black: 300, White: 120 }, waiting: ["Black"] };
  assert.deepEqual(clockAt(70_000, "Black", changes), { own: 0, reserve: 300_000, runs: "reserve" });
  assert.deepEqual(clockAt(100_000, "Black", changes), { own: 0, reserve: 270_000, runs: "reserve" });
  assert.deepEqual(clockAt(100_000, "White", changes), { own: 0, reserve: 120_000, runs: null });
  assert.deepEqual(clockAt(500_000, "Black", changes), { own: 0, reserve: 0, runs: "reserve" });
});

test("a vacation stops the clock, which then continues", () => {
  const changes = { vacations: { Black: { began: 20_000, until: 120_000, later: 100_000 } } };
  assert.deepEqual(clockAt(10_000, "Black", changes), { own: 60_000, reserve: 0, runs: "own" });
  assert.deepEqual(clockAt(20_000, "Black", changes), { own: 50_000, reserve: 0, runs: null });
  assert.deepEqual(clockAt(119_000, "Black", changes), { own: 50_000, reserve: 0, runs: null });
  assert.deepEqual(clockAt(130_000, "Black", changes), { own: 40_000, reserve: 0, runs: "own" });
});

test("the clock shown is the player's, or else that with the least time", () => {
  const reserves = { Black: 300, White: 120, Grey: 60 };
  assert.equal(whoseClock(begun({ reserves, waiting: ["Black", "White"] }), SKEW), "Black");
  assert.equal(whoseClock(begun({ reserves, waiting: ["White", "Grey"] }), SKEW), "Grey");
  assert.equal(
    whoseClock(
      begun({ reserves, waiting: ["White", "Grey"], vacations: { Grey: { began: 0, until: 500_000, later: 0 } } }),
      SKEW,
    ),
    "White",
  );
  assert.equal(whoseClock(begun({ waiting: [] }), SKEW), undefined);
});

test("only the player concerned hears that the reserve is running", () => {
  const reserves = { Black: 300, White: 300 };
  assert.equal(reserveText(begun({ reserves }), 60_000 + SKEW), null);
  assert.match(reserveText(begun({ reserves }), 71_000 + SKEW), /Your reserve is running: 4:59 left/);
  assert.equal(reserveText(begun({ reserves, waiting: ["White"] }), 71_000 + SKEW), null);
  assert.equal(reserveText(begun(), 71_000 + SKEW), null);
});

test("a player who is to move hears when 15 seconds are left, reserve included", () => {
  const told = (moment, changes) => lowText(begun(changes), moment + SKEW);
  assert.equal(told(54_000), null);
  assert.equal(told(55_000), "15 seconds left.");
  assert.equal(told(69_000), "1 second left.");
  assert.equal(told(70_000), null);
  assert.equal(told(60_000, { waiting: ["White"] }), null);
  assert.equal(told(60_000, { view: view({ viewer: null }) }), null);
  assert.equal(told(60_000, { deadline: null }), null);
  const reserves = { Black: 300, White: 120 };
  assert.equal(told(60_000, { reserves }), null);
  assert.equal(told(360_000, { reserves }), "10 seconds left.");
});
