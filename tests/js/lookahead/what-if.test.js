// Possible orders of others, and their results.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  makes,
  othersOf,
  outcomeOf,
  threatsOf,
  withChoice,
  withGesture,
} from "../../../static/js/lookahead/what-if.js";

const completions = (left, right = {}) => ({ whole: true, left: [left, {}, {}], right: [right, {}, {}], stops: [] });

const asked = (threats, ahead) => ({
  acting: ["Black", "White", "Grey"],
  request: { wizard: "Black", threats, ahead: { wizards: ahead, attacks: {} } },
});

const missile = { by: "White", spell: "magic_missile", hand: "left", gesture: "D", both: false, target: "Black" };
const bolt = { by: "White", spell: "lightning_bolt", hand: "right", gesture: "D", both: false, target: "Black" };
const mirror = (hand) => ({ by: "White", spell: "magic_mirror", hand, gesture: "W", both: true, target: "White" });

const WHITE = {
  White: completions({ D: ["magic_missile"], w: ["magic_mirror"] }, { D: ["lightning_bolt"], w: ["magic_mirror"] }),
};

test("others are the wizards who give orders in the round", () => {
  assert.deepEqual(othersOf(asked([], {})), ["White", "Grey"]);
});

test("each threat is a reply with its hand, spell and target", () => {
  const [found] = threatsOf(asked([missile], WHITE));
  assert.deepEqual(found, {
    spell: "magic_missile",
    by: "White",
    replies: { White: { left: "D", right: "-", cast: { left: "magic_missile" }, target: { left: "Black" } } },
  });
});

test("a two-handed spell is one threat, not two", () => {
  const found = threatsOf(asked([mirror("left"), mirror("right")], WHITE));
  assert.equal(found.length, 1);
  assert.deepEqual(found[0].replies.White, {
    left: "W",
    right: "W",
    cast: { both: "magic_mirror" },
    target: { both: "White" },
  });
});

test("the worst threat comes first; attacks of monsters are not among them", () => {
  const spellFacts = { magic_missile: { worth: 4 }, lightning_bolt: { worth: 20 } };
  const found = threatsOf(asked([missile, bolt, { by: "Grub", attack: 1, kind: "goblin" }], WHITE), spellFacts);
  assert.deepEqual(
    found.map(({ spell }) => spell),
    ["lightning_bolt", "magic_missile"],
  );
});

test("a bound hand threatens only what it can do, a wizard without orders nothing", () => {
  assert.deepEqual(threatsOf(asked([missile], { White: completions({}) })), []);
  assert.deepEqual(threatsOf({ ...asked([missile], WHITE), acting: ["Black"] }), []);
});

test("the spells of a pair of gestures come from the known hands", () => {
  const ahead = { wizards: { White: completions({ D: ["magic_missile"], w: ["magic_mirror"] }, { P: ["shield"] }) } };
  assert.deepEqual(makes(ahead, "White", { left: "D", right: "P" }), [
    { slot: "left", spells: ["magic_missile"] },
    { slot: "right", spells: ["shield"] },
  ]);
  assert.deepEqual(makes(ahead, "White", { left: "W", right: "W" }), [{ slot: "both", spells: ["magic_mirror"] }]);
  assert.deepEqual(makes(ahead, "White", { left: "W", right: "-" }), []);
  assert.deepEqual(makes(ahead, "Grey", { left: "W", right: "W" }), []);
});

test("another gesture drops the choices for its spells and keeps the other wizards", () => {
  const before = {
    White: { left: "D", right: "-", cast: { left: "magic_missile" }, target: { left: "Black" } },
    Grey: { left: "P", right: "P" },
  };
  assert.deepEqual(withGesture(before, "White", "right", "S"), { White: { left: "D", right: "S" }, Grey: before.Grey });
  assert.deepEqual(withGesture({}, "White", "left", "S"), { White: { left: "S", right: "-" } });
});

test("a spell can have a chosen target, and the usual one again", () => {
  const aimed = withChoice({ White: { left: "D", right: "-" } }, "White", "target", "left", "Grey");
  assert.deepEqual(aimed.White.target, { left: "Grey" });
  assert.deepEqual(withChoice(aimed, "White", "target", "left", "").White.target, {});
});

test("in a large duel an outcome shows the viewer and the wizards that it changes", () => {
  const wizard = (name, hp, effects = {}) => ({ name, hp, alive: true, effects });
  const before = {
    viewer: "Black",
    wizards: ["Black", "White", "Grey"].map((name) => wizard(name, 15, { fear: 1 })),
    monsters: [],
  };
  const after = {
    wizards: [wizard("Black", 15, { fear: 0 }), wizard("White", 15), wizard("Grey", 13, { amnesia: 1 })],
    monsters: [],
    result: null,
  };
  const found = outcomeOf(before, after);
  assert.deepEqual(
    found.points.map(({ name }) => name),
    ["Black", "Grey"],
  );
  assert.deepEqual(found.begun, [{ name: "Grey", effects: ["amnesia"] }]);
});

test("an outcome lists all changes", () => {
  const wizard = (name, hp, alive = true) => ({ name, hp, alive });
  const monster = (name, alive = true) => ({ name, alive, kind: "goblin", owner: null });
  const view = {
    wizards: [wizard("Black", 15), wizard("White", 4)],
    monsters: [monster("Grub"), monster("Skrit", false)],
  };
  const result = { outcome: "victory", winners: ["Black"] };
  const after = {
    wizards: [wizard("Black", 14), wizard("White", -1, false)],
    monsters: [monster("Grub", false), monster("Skrit", false), monster("Bung")],
    result,
  };
  const found = outcomeOf(view, after);
  assert.deepEqual(found.points, [
    { name: "Black", hp: 14, change: -1 },
    { name: "White", hp: -1, change: -5 },
  ]);
  assert.deepEqual(
    [found.dead, found.come.map(({ name }) => name), found.gone.map(({ name }) => name)],
    [["White"], ["Bung"], ["Grub"]],
  );
  assert.equal(found.result, result);
});
