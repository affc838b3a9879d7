import assert from "node:assert/strict";
import test from "node:test";

import { givingUp } from "../../../static/js/orders/giving-up.js";
import { request, view } from "../frames.js";

const wizard = (name, hp) => ({ name, hp, alive: true, surrendered: false });
const GIANT = { by: "Og", kind: "giant", attack: 4 };

const duel = (changes, { hp = 11, others = ["White"] } = {}) => ({
  view: view({ viewer: "Black", wizards: [wizard("Black", hp), ...others.map((name) => wizard(name, 15))] }),
  request: changes && request(changes),
});

test("two palms shield against monsters, so there is no danger", () => {
  const { text, danger } = givingUp(duel({ forfeit: "palms", threats: [GIANT] }, { hp: 4 }));
  assert.match(text.join(" "), /two palms.*lose the duel/);
  assert.equal(danger, null);
});

test("a wizard with bound hands is warned of damage, especially if it is deadly", () => {
  const bound = { forfeit: "surrenders", threats: [GIANT, { by: "White", spell: "fireball" }] };
  assert.equal(givingUp(duel(bound)).danger, "4 damage is coming at you.");
  assert.match(givingUp(duel(bound, { hp: 4 })).danger, /you have 4 hit points\. You would die/);
  assert.equal(givingUp(duel({ ...bound, threats: [] })).danger, null);
});

test("the text says if giving up by word is deadly in this book", () => {
  assert.equal(givingUp(duel({ forfeit: "dies" })).danger, "This would kill your wizard.");
});

test("after the reveal a wizard leaves with their gestures, and a melee continues", () => {
  const { text, danger } = givingUp(duel(null, { others: ["White", "Grey"] }));
  assert.match(text.join(" "), /still count.*the others continue/);
  assert.equal(danger, null);
});
