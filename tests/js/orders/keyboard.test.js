import assert from "node:assert/strict";
import test from "node:test";
import { cleared, nextPlace, typed } from "../../../static/js/orders/keyboard.js";
import { noPicks } from "../../../static/js/orders/orders.js";
import { free, held, request } from "../frames.js";

const LEFT = { pair: "", hand: "left" };
const RIGHT = { pair: "", hand: "right" };

/** Return the hands after these letters, and the place of the next one. */
function after(letters, asked = request(), options = {}) {
  let at = null;
  let picks = noPicks();
  for (const letter of letters) ({ picks, at } = typed(asked, picks, at, letter, options) ?? { picks, at });
  return { hands: [picks.left, picks.right], at: nextPlace(asked, picks, at), picks };
}

test("letters go to the left hand, then to the right, then to the left again", () => {
  assert.deepEqual(after("S"), { ...after("S"), hands: ["S", null], at: RIGHT });
  assert.deepEqual([after("SD").hands, after("SD").at], [["S", "D"], LEFT]);
  assert.deepEqual(after("SDF").hands, ["F", "D"]);
});

test("a forced hand is skipped, and an impossible gesture changes nothing", () => {
  const bound = request({ hands: { left: held("F"), right: free() } });
  assert.deepEqual(after("D", bound).hands, [null, "D"]);
  const afraid = { gestures: ["P", "W", ">", "-"], default: "-", forced: "fear" };
  assert.deepEqual(after("SW", request({ hands: { left: afraid, right: free() } })).hands, ["W", null]);
  assert.equal(typed(request({ hands: { left: held("F"), right: held("F") } }), noPicks(), null, "D"), null);
});

test("one key can fill both hands of a pair", () => {
  assert.deepEqual(after("C", request(), { both: true }).hands, ["C", "C"]);
  const bound = request({ hands: { left: free(), right: held("F") } });
  assert.deepEqual(after("C", bound, { both: true }).hands, ["C", null]);
});

test("a second pair follows the first", () => {
  const second = {
    hands: { left: free(), right: free() },
    completes: { left: {}, right: {}, both: {} },
    paths: { left: {}, right: {} },
  };
  const { picks } = after("SDFW", request({ second }));
  assert.deepEqual([picks.left, picks.right, picks.second.left, picks.second.right], ["S", "D", "F", "W"]);
});

test("hands are cleared one by one, the last filled first", () => {
  const { picks, at } = after("SD");
  const once = cleared(request(), picks, at);
  assert.deepEqual([once.picks.left, once.picks.right, once.at], ["S", null, RIGHT]);
  const twice = cleared(request(), once.picks, once.at);
  assert.deepEqual([twice.picks.left, twice.picks.right], [null, null]);
  assert.equal(cleared(request(), twice.picks, twice.at), null);
});
