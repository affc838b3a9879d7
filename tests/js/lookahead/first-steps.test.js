import assert from "node:assert/strict";
import { test } from "node:test";

import { suggestion } from "../../../static/js/lookahead/first-steps.js";

const duel = ({ rounds = 0, completes = {} } = {}) => ({
  request: { type: "orders", completes: { left: {}, right: {}, ...completes } },
  view: {
    viewer: "Black",
    wizards: [{ name: "Black" }, { name: "Tansy" }],
    rounds: Array(rounds).fill({ events: [] }),
  },
});

const AIM = "To win, reduce Tansy to 0 hit points. Attack with Magic Missile (S D), and block attacks with Shield (P).";

test("the first round of practice tells the aim", () => {
  assert.equal(suggestion(duel()), AIM);
  assert.equal(suggestion(duel({ rounds: 1 })), AIM);
});

test("the second round suggests a spell that a hand can finish", () => {
  const completes = {
    right: { P: [{ name: "Shield", gestures: "P" }], D: [{ name: "Magic Missile", gestures: "SD" }] },
  };
  assert.equal(suggestion(duel({ rounds: 1, completes })), "Your right hand can finish Magic Missile now: D.");
});

test("a spell that both hands can finish is suggested for either", () => {
  const missile = { D: [{ name: "Magic Missile", gestures: "SD" }] };
  const both = duel({ rounds: 1, completes: { left: missile, right: missile } });
  assert.equal(suggestion(both), "Either hand can finish Magic Missile now: D.");
});

test("later rounds and finished duels have no suggestion", () => {
  assert.equal(suggestion(duel({ rounds: 2 })), "");
  assert.equal(suggestion({ ...duel(), request: null }), "");
});

const FACTS = {
  magic_missile: {
    name: "Magic Missile",
    gestures: ["SD"],
    class: "damage",
    default: "opponent",
    stopped_by: ["shield"],
  },
  lightning_bolt: {
    name: "Lightning Bolt",
    gestures: ["WDDC", "DFFDD"],
    class: "damage",
    default: "opponent",
    stopped_by: ["counter_spell"],
  },
  cause_light_wounds: {
    name: "Cause Light Wounds",
    gestures: ["WFP"],
    class: "damage",
    default: "opponent",
    stopped_by: [],
  },
  amnesia: { name: "Amnesia", gestures: ["DPP"], class: "enchantment", default: "opponent", stopped_by: [], mind: {} },
};
const shields = (...names) => names.map((subject) => ({ events: [{ type: "shielded", subject }] }));

test("in every third round in a row with a Shield, the player reads what passes it", () => {
  const tip =
    "A Shield stops missiles, stabs and monsters, but not Cause Light Wounds (W F P) or mind spells such as Amnesia (D P P).";
  const after = (...names) => suggestion({ ...duel(), view: { ...duel().view, rounds: shields(...names) } }, FACTS);
  assert.equal(after("Tansy", "Tansy", "Tansy"), tip);
  assert.equal(after("", "Black", "Black", "Black"), tip);
  assert.equal(after("Tansy", "Tansy", "Tansy", "Tansy"), "");
  assert.equal(after("Tansy", "Tansy", "Tansy", ""), "");
});
