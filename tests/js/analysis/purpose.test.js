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

/** Rounds in which White has made these gestures. */
const made = (left, right) =>
  [...left].map((letter, at) => ({
    number: at + 1,
    gestures: { White: { left: letter, right: right[at] } },
    events: [],
  }));

const purpose = (orders, left = "", right = "", leads = []) =>
  purposeOf({ orders, leads }, "White", made(left, right), FACTS);

test("a hand casts what takes the most gestures, unless the orders say something else", () => {
  const orders = { left: "P", right: "-" };
  assert.deepEqual(purpose(orders, "WP", "--").casts, [{ hand: "left", spell: "counter_spell", target: null }]);
  assert.deepEqual(purpose({ ...orders, cast: { left: "shield" }, target: { left: "Black" } }, "WP", "--").casts, [
    { hand: "left", spell: "shield", target: "Black" },
  ]);
});

test("what is cast at oneself has no target", () => {
  assert.equal(purpose({ left: "P", right: "-", target: { left: "White" } }).casts[0].target, null);
});

test("a spell that takes both hands is told once", () => {
  assert.deepEqual(purpose({ left: "W", right: "W" }, "C", "C").casts, [
    { hand: "both", spell: "magic_mirror", target: null },
  ]);
});

test("two shields are two", () => {
  const told = purpose({ left: "P", right: "P" }).casts;
  assert.deepEqual(
    told.map(({ hand, spell }) => [hand, spell]),
    [
      ["left", "shield"],
      ["right", "shield"],
    ],
  );
});

test("only a hand that casts nothing leads on", () => {
  const leads = ["left", "right"].map((hand) => ({ hand, spell: "fireball", missing: "DD" }));
  assert.deepEqual(purpose({ left: "S", right: "P" }, "FS", "FS", leads).leads, [leads[0]]);
  assert.deepEqual(purpose({ left: "W", right: "W" }, "C", "C", leads).leads, []);
});

test("a stab is told, with whom it meets if that is said", () => {
  assert.equal(purpose({ left: ">", right: "-" }).stabs, "");
  assert.equal(purpose({ left: "-", right: ">", target: { right: "Goblin" } }).stabs, "Goblin");
  assert.equal(purpose({ left: "-", right: "-" }).stabs, null);
});
