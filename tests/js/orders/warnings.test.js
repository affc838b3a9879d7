import assert from "node:assert/strict";
import test from "node:test";

import "../page.js";
import { noPicks } from "../../../static/js/orders/orders.js";
import { warningsOf } from "../../../static/js/orders/warnings.js";
import { free, held, request, spell, view } from "../frames.js";

const wizard = (name, changes = {}) => ({ name, alive: true, surrendered: false, ...changes });
const circle = (changes = {}) => view({ wizards: [wizard("Black"), wizard("White")], ...changes });
const goblin = (ref, owner) => ({ ref, name: ref, kind: "goblin", owner });
const TARGETS = [
  { ref: "Black", name: "Black", kind: "wizard" },
  { ref: "White", name: "White", kind: "wizard" },
  goblin("Grub", "Black"),
  goblin("Skrit", "White"),
  { ref: "Blaze", name: "Blaze", kind: "fire_elemental", owner: null },
  { ref: "nobody", name: "nobody", kind: "nobody" },
];

const picked = (changes) => ({ ...noPicks(), ...changes });

/** Return the kinds of warnings if the left hand completes this spell, aimed at `target`, and nothing else. */
function kindsOf(slug, target, changes = {}, about = circle()) {
  return found(slug, target, changes, about).map(({ kind }) => kind);
}

function found(slug, target, changes = {}, about = circle()) {
  const completes = { left: { W: [spell(slug, changes)] }, right: {}, both: {} };
  return warningsOf(
    about,
    request({ completes, targets: TARGETS }),
    picked({ left: "W", right: "S", target: { left: target } }),
  );
}

const kinds = (picks, changes = {}) => warningsOf(circle(), request(changes), picked(picks)).map(({ kind }) => kind);

test("two palms surrender, whether they are picked or held", () => {
  assert.deepEqual(kinds({ left: "P", right: "P" }), ["surrender"]);
  assert.deepEqual(kinds({ right: "P" }, { hands: { left: held("P"), right: free() } }), ["surrender"]);
  assert.deepEqual(kinds({ left: "P", right: "S" }), []);
});

test("half a clap is told, and is mended by the other hand if it is free", () => {
  const [warning] = warningsOf(circle(), request(), picked({ left: "C", right: "W" }));
  assert.deepEqual([warning.kind, warning.isGrave, warning.mend.picks.right], ["half_clap", false, "C"]);
  const bound = request({ hands: { left: free(), right: held("W") } });
  assert.equal(warningsOf(circle(), bound, picked({ left: "C" }))[0].mend, null);
  assert.deepEqual(kinds({ left: "C", right: "C" }), []);
  assert.deepEqual(kinds({ left: "C" }), [], "the other hand is still to be picked");
});

test("two knives are one, and the left hand may rest", () => {
  const [warning] = warningsOf(circle(), request(), picked({ left: ">", right: ">" }));
  assert.deepEqual([warning.kind, warning.mend.picks.left], ["two_knives", "-"]);
});

test("a summons is given away by whom it is aimed at, or whose monster", () => {
  for (const target of ["White", "Skrit"]) {
    const [warning] = found("summon_goblin", target, { target: "Black" });
    assert.deepEqual([warning.kind, warning.isGrave, warning.mend.picks.target.left], ["summons_given", true, "Black"]);
    assert.match(warning.text, /would serve White/);
  }
  assert.deepEqual(kindsOf("summon_goblin", "Black"), []);
  assert.deepEqual(kindsOf("summon_goblin", "Grub"), []);
  assert.deepEqual(kindsOf("summon_goblin", "Blaze"), ["no_effect"]);
  assert.deepEqual(kindsOf("summon_elemental", "White", { target: "Black" }), []);
});

test("a spell at nobody is lost, but one that is usually at nobody", () => {
  const [warning] = found("magic_missile", "nobody");
  assert.deepEqual([warning.kind, warning.isGrave, warning.mend.picks.target.left], ["at_nobody", true, "White"]);
  assert.deepEqual(kindsOf("summon_fire_elemental", "nobody", { target: "nobody" }), []);
});

test("what hurts is not for oneself, nor for who is on one's side", () => {
  for (const target of ["Black", "Grub"]) {
    const [warning] = found("magic_missile", target);
    assert.deepEqual([warning.kind, warning.mend.picks.target.left], ["harms_friend", "White"]);
  }
  const team = circle({
    wizards: [wizard("Black", { team: 1 }), wizard("White", { team: 1 }), wizard("Red", { team: 2 })],
  });
  assert.deepEqual(kindsOf("magic_missile", "White", { target: "Red" }, team), ["harms_friend"]);
  assert.deepEqual(kindsOf("remove_enchantment", "Black"), [], "it may well be meant for oneself");
});

test("a shield on the wrong being helps it", () => {
  for (const target of ["White", "Skrit", "Blaze"]) {
    const [warning] = found("shield", target, { target: "Black" });
    assert.deepEqual([warning.kind, warning.isGrave, warning.mend.picks.target.left], ["helps_enemy", true, "Black"]);
  }
  for (const target of ["Black", "Grub"]) assert.deepEqual(kindsOf("shield", target, { target: "Black" }), []);
});

test("what destroys a monster may be aimed at that of the enemy", () => {
  assert.deepEqual(kindsOf("invisibility", "Skrit", { target: "Black" }), []);
  assert.deepEqual(kindsOf("invisibility", "White", { target: "Black" }), ["helps_enemy"]);
  assert.deepEqual(kindsOf("resist_heat", "Blaze", { target: "Black" }), []);
  assert.deepEqual(kindsOf("resist_cold", "Blaze", { target: "Black" }), ["no_effect"]);
});

test("a spell that does nothing to its target is told", () => {
  assert.deepEqual(kindsOf("charm_person", "Skrit"), ["no_effect"]);
  const [charm] = found("charm_monster", "Black", { target: "Black" });
  assert.deepEqual(
    [charm.kind, charm.mend.picks.target.left],
    ["no_effect", "Skrit"],
    "it is usually cast at its caster, who is none",
  );
  assert.deepEqual(kindsOf("charm_monster", "Skrit", { target: "Black" }), []);
  assert.deepEqual(kindsOf("fireball", "Blaze"), ["no_effect"]);
});

test("what would miss for want of sight is told, but of spells that need none", () => {
  const told = (slug, wizards = []) => {
    const completes = { left: { W: [spell(slug)] }, right: {}, both: {} };
    return warningsOf(
      circle(wizards),
      request({ completes, targets: TARGETS, missed: ["White"] }),
      picked({ left: "W", right: "S" }),
    );
  };
  assert.deepEqual(
    told("magic_missile").map(({ kind, isGrave }) => [kind, isGrave]),
    [["unseen", false]],
  );
  assert.match(told("magic_missile")[0].text, /White is invisible/);
  assert.match(
    told("magic_missile", { wizards: [wizard("Black", { blind: true }), wizard("White")] })[0].text,
    /You’re blind/,
  );
  for (const slug of ["dispel_magic", "summon_elemental"]) assert.deepEqual(told(slug), []);
  const stab = request({ targets: TARGETS, missed: ["White"] });
  assert.deepEqual(
    warningsOf(circle(), stab, picked({ left: ">", right: "S" })).map(({ kind }) => kind),
    ["unseen"],
  );
});

test("who is invisible is no warning where the rules let him be hit", () => {
  const hidden = circle({ wizards: [wizard("Black"), wizard("White", { invisible: true })] });
  assert.deepEqual(kindsOf("magic_missile", "White", {}, hidden), []);
});

test("what destroys monsters is not for one’s own", () => {
  for (const slug of ["invisibility", "blindness", "remove_enchantment"])
    assert.deepEqual(kindsOf(slug, "Grub"), ["destroys_own"]);
  assert.deepEqual(kindsOf("remove_enchantment", "Skrit"), []);
});

test("a Counter-spell at an enemy may be meant, and is told without a second click", () => {
  const [warning] = found("counter_spell", "White", { target: "Black" });
  assert.deepEqual([warning.kind, warning.isGrave], ["guards_enemy", false]);
  assert.deepEqual(kindsOf("counter_spell", "Black", { target: "Black" }), []);
});

test("two mind spells at one being spoil each other", () => {
  const completes = { left: { F: [spell("paralysis")] }, right: { P: [spell("amnesia")] }, both: {} };
  const asked = request({ completes, targets: TARGETS });
  const both = picked({ left: "F", right: "P" });
  assert.deepEqual(
    warningsOf(circle(), asked, both).map(({ kind }) => kind),
    ["clash"],
  );
  assert.deepEqual(warningsOf(circle(), asked, { ...both, target: { left: "Skrit" } }), []);
});

test("which mind spells spoil each other goes by the book", () => {
  const told = (mind_clash, left, right) => {
    const completes = { left: { F: [spell(left)] }, right: { P: [spell(right)] }, both: {} };
    return warningsOf(
      circle(),
      request({ completes, targets: TARGETS, mind_clash }),
      picked({ left: "F", right: "P" }),
    ).map(({ text }) => text);
  };
  assert.deepEqual(told("kinds", "fear", "fear"), []);
  assert.deepEqual(told("any", "fear", "fear"), ["fear and fear on the same target cancel each other."]);
  assert.deepEqual(told("paralysis_yields", "paralysis", "fear"), ["paralysis fails if fear hits the same target."]);
  assert.deepEqual(told("paralysis_yields", "fear", "paralysis"), ["paralysis fails if fear hits the same target."]);
  assert.deepEqual(told("paralysis_yields", "paralysis", "paralysis"), [
    "paralysis and paralysis on the same target cancel each other.",
  ]);
});

test("a knife is not for oneself, nor for a friend, nor for nobody", () => {
  const told = (target) =>
    warningsOf(circle(), request({ targets: TARGETS }), picked({ left: ">", right: "S", target: { left: target } }));
  for (const [target, kind] of [
    ["Black", "stabs_self"],
    ["Grub", "stabs_friend"],
    ["nobody", "at_nobody"],
  ]) {
    assert.deepEqual([told(target)[0].kind, told(target)[0].mend.picks.target.left], [kind, "White"]);
  }
  assert.deepEqual(told("Skrit"), []);
});

test("a monster that is sent at its own side is told, and one that attacks nobody", () => {
  const monsters = [
    { ref: "Grub", name: "Grub", kind: "goblin", target: "White", targets: ["White", "Black", "Grub", "nobody"] },
  ];
  const told = (attack) =>
    warningsOf(circle(), request({ monsters, targets: TARGETS }), picked({ left: "S", right: "S", attack }));
  for (const victim of ["Black", "Grub"]) {
    const [warning] = told({ Grub: victim });
    assert.deepEqual(
      [warning.kind, warning.isGrave, warning.mend.picks.attack.Grub],
      ["attacks_friend", true, "White"],
    );
  }
  assert.deepEqual(
    told({ Grub: "nobody" }).map(({ kind }) => kind),
    ["idle_monster"],
  );
  assert.deepEqual(told({}), []);
});

test("the warnings of a second pair say so, and are mended there", () => {
  const second = {
    hands: { left: free(), right: free() },
    completes: { left: {}, right: {}, both: {} },
    leads: { left: {}, right: {} },
  };
  const picks = picked({ left: "S", right: "S" });
  const [warning] = warningsOf(circle(), request({ second }), {
    ...picks,
    second: { ...picks.second, left: ">", right: ">" },
  });
  assert.match(warning.text, /^Second pair: /);
  assert.equal(warning.mend.picks.second.left, "-");
  const palms = { ...picks, second: { ...picks.second, left: "P", right: "P" } };
  assert.equal(warningsOf(circle(), request({ second }), palms)[0].kind, "surrender");
  const apart = { ...picked({ left: "P", right: "S" }), second: { ...picks.second, left: "S", right: "P" } };
  assert.deepEqual(warningsOf(circle(), request({ second }), apart), [], "two palms of two pairs are none");
});
