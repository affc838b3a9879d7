import assert from "node:assert/strict";
import test from "node:test";

import { outcomeOf } from "../../../static/js/board/outcome.js";

const damage = (subject, points) => ({ type: "damage", subject, points });

test("the viewer's wounds come first, one sum per being, then deaths", () => {
  const events = [
    damage("White", 3),
    damage("Black", 1),
    { type: "dies", wizard: "White" },
    damage("Black", 2),
    { type: "victory", wizard: "Black" },
  ];
  assert.deepEqual(outcomeOf({ events }, "Black"), ["−3 you", "−3 White", "White died"]);
});

test("stopped attacks, the spells that stopped them, and new monsters are listed", () => {
  const events = [
    { type: "cast", caster: "Black", spell: "shield" },
    { type: "attack", attacker: "Nib", victim: "Black", because: [{ spell: "shield", by: "Black" }] },
    { type: "attack", attacker: "Nob", victim: "Black" },
    { type: "appears", monster: "Borg", kind: "ogre", owner: "White" },
    { type: "begins", effect: "fear", subject: "White" },
    { type: "fails", spell: "summon_giant", caster: "White" },
  ];
  assert.deepEqual(outcomeOf({ events }, null), [
    "Shield stopped Nib",
    "Nob did no damage",
    "Borg appeared for White",
    "Fear on White",
    "Summon Giant failed",
  ]);
});

test("earlier effects stop attacks too", () => {
  const events = [
    { type: "attack", attacker: "Nib", victim: "Black", because: [{ effect: "resist_heat", on: "Black", since: 1 }] },
    { type: "stab", attacker: "White", victim: "Black", because: { effect: "blindness", on: "White", since: 1 } },
  ];
  assert.deepEqual(outcomeOf({ events }, null), ["Resist Heat stopped Nib", "Blindness stopped White"]);
});

test("a round without an outcome says so", () => {
  assert.deepEqual(outcomeOf({ events: [{ type: "gestures" }] }, "Black"), ["Nothing happened."]);
});
