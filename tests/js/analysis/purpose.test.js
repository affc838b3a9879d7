import assert from "node:assert/strict";
import test from "node:test";

import { purposeOf } from "../../../static/js/analysis/purpose.js";

const FACTS = {
  shield: { gestures: ["P"] },
  counter_spell: { gestures: ["WPP", "WWS"] },
  magic_mirror: { gestures: ["cw"] },
  missile: { gestures: ["SD"] },
  fireball: { gestures: ["FSSDD"] },
};

/** Return rounds in which White has made these gestures. */
const made = (left, right) =>
  [...left].map((letter, at) => ({
    number: at + 1,
    gestures: { White: { left: letter, right: right[at] } },
    events: [],
  }));

const purpose = (orders, left = "", right = "", leads = []) =>
  purposeOf({ orders, leads }, "White", made(left, right), FACTS);

test("a hand casts its longest spell unless the orders name another", () => {
  const orders = { left: "P", right: "-" };
  assert.deepEqual(purpose(orders, "WP", "--").casts, [{ hand: "left", spell: "counter_spell", target: null }]);
  assert.deepEqual(purpose({ ...orders, cast: { left: "shield" }, target: { left: "Black" } }, "WP", "--").casts, [
    { hand: "left", spell: "shield", target: "Black" },
  ]);
});

test("a spell cast at oneself has no target", () => {
  assert.equal(purpose({ left: "P", right: "-", target: { left: "White" } }).casts[0].target, null);
});

test("a spell that takes both hands is listed once", () => {
  assert.deepEqual(purpose({ left: "W", right: "W" }, "C", "C").casts, [
    { hand: "both", spell: "magic_mirror", target: null },
  ]);
});

test("two shields are listed twice", () => {
  const told = purpose({ left: "P", right: "P" }).casts;
  assert.deepEqual(
    told.map(({ hand, spell }) => [hand, spell]),
    [
      ["left", "shield"],
      ["right", "shield"],
    ],
  );
});

test("only a hand that casts nothing has a lead", () => {
  const leads = ["left", "right"].map((hand) => ({ hand, spell: "fireball", missing: "DD" }));
  assert.deepEqual(purpose({ left: "S", right: "P" }, "FS", "FS", leads).leads, [leads[0]]);
  assert.deepEqual(purpose({ left: "W", right: "W" }, "C", "C", leads).leads, []);
});

test("a stab is listed, with its target if there is one", () => {
  assert.equal(purpose({ left: ">", right: "-" }).stabs, "");
  assert.equal(purpose({ left: "-", right: ">", target: { right: "Goblin" } }).stabs, "Goblin");
  assert.equal(purpose({ left: "-", right: "-" }).stabs, null);
});
