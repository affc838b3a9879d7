import assert from "node:assert/strict";
import test from "node:test";

import { clockOf, reserveText, timeLeft, whoseClock } from "../../../static/js/lib/clock.js";
import { initial, reduce } from "../../../static/js/orders/duel-state.js";
import { duelFrame, view } from "../frames.js";

test("time is as short as it can be read", () => {
  assert.equal(timeLeft(0), "0:00");
  assert.equal(timeLeft(4_100), "0:05");
  assert.equal(timeLeft(65_000), "1:05");
  assert.equal(timeLeft(3 * 3_600_000 + 20 * 60_000), "3 h 20 min");
  assert.equal(timeLeft(2 * 86_400_000 + 4 * 3_600_000), "2 d 4 h");
});

// The server's clock says 10 s when ours says 500 s; the round's own time is up at 70 s.
const SKEW = 490_000;
const begun = (changes) => reduce(initial, duelFrame({ now: 10_000, deadline: 70_000, ...changes }), 10_000 + SKEW);
const clockAt = (moment, name, changes) => clockOf(begun(changes), name, moment + SKEW);

test("the clock runs by the server's time, not by ours", () => {
  assert.deepEqual(clockAt(10_000, "Black"), { own: 60_000, reserve: 0, runs: "own" });
  assert.deepEqual(clockAt(40_000, "Black"), { own: 30_000, reserve: 0, runs: "own" });
  assert.deepEqual(clockAt(410_000, "Black"), { own: 0, reserve: 0, runs: "reserve" });
});

test("a duel without clock has no time left to show, nor one that is over, nor one whose clock is secret", () => {
  assert.equal(clockAt(0, "Black", { deadline: null }), null);
  assert.equal(clockAt(0, "Black", { view: view({ result: { outcome: "draw" } }) }), null);
});

test("the reserve runs when the round's own time is up, and only for those awaited", () => {
  const changes = { reserves: { Black: 300, White: 120 }, waiting: ["Black"] };
  assert.deepEqual(clockAt(70_000, "Black", changes), { own: 0, reserve: 300_000, runs: "reserve" });
  assert.deepEqual(clockAt(100_000, "Black", changes), { own: 0, reserve: 270_000, runs: "reserve" });
  assert.deepEqual(clockAt(100_000, "White", changes), { own: 0, reserve: 120_000, runs: null });
  assert.deepEqual(clockAt(500_000, "Black", changes), { own: 0, reserve: 0, runs: "reserve" });
});

test("on vacation a clock stands still, and goes on afterwards with what was left", () => {
  const changes = { vacations: { Black: { began: 20_000, until: 120_000, later: 100_000 } } };
  assert.deepEqual(clockAt(10_000, "Black", changes), { own: 60_000, reserve: 0, runs: "own" });
  assert.deepEqual(clockAt(20_000, "Black", changes), { own: 50_000, reserve: 0, runs: null });
  assert.deepEqual(clockAt(119_000, "Black", changes), { own: 50_000, reserve: 0, runs: null });
  assert.deepEqual(clockAt(130_000, "Black", changes), { own: 40_000, reserve: 0, runs: "own" });
});

test("a player's own clock matters to him while he is awaited, else that of who has least time", () => {
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

test("a player is told when his reserve begins to run, and nobody else", () => {
  const reserves = { Black: 300, White: 300 };
  assert.equal(reserveText(begun({ reserves }), 60_000 + SKEW), null);
  assert.match(reserveText(begun({ reserves }), 71_000 + SKEW), /your reserve runs, 4:59 is left/);
  assert.equal(reserveText(begun({ reserves, waiting: ["White"] }), 71_000 + SKEW), null);
  assert.equal(reserveText(begun(), 71_000 + SKEW), null);
});
