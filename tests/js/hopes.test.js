import assert from "node:assert/strict";
import test from "node:test";

import { begun, bySecondPair } from "../../static/js/hopes.js";

const hopes = (left, right = {}) => ({ whole: true, left: [{}, left], right: [{}, right], stops: [] });

test("what any hand may do that has begun nothing is not told of one", () => {
  const every = { SD: ["magic_missile"] };
  const ahead = { wizards: { Black: hopes(every, every), White: hopes({ ...every, PP: ["counter_spell"] }, every) } };
  assert.deepEqual(begun(ahead.wizards.White.left[1], ahead, 1), ["Counter-spell (P P)"]);
  assert.deepEqual(begun(ahead.wizards.White.right[1], ahead, 1), []);
});

test("of a duel of which nothing is known ahead nothing is told", () => {
  assert.deepEqual(begun(undefined, { wizards: { White: { left: [], right: [] } } }, 1), []);
});

test("what a hasted wizard completes with his second pair comes in this round", () => {
  const hands = { left: [{ P: ["shield"], SD: ["magic_missile"] }], right: [{}] };
  const ahead = { wizards: { White: hands, Black: { left: [{ FW: ["summon_goblin"] }], right: [{}] } } };
  const missile = { by: "White", hand: "left", spell: "magic_missile", name: "Magic Missile", gesture: "S D" };
  assert.deepEqual(bySecondPair(ahead, "Black"), [missile]);
  assert.deepEqual(bySecondPair(undefined, "Black"), []);
});
