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

test("two palms surrender, whether picked or forced", () => {
  assert.deepEqual(kinds({ left: "P", right: "P" }), ["surrender"]);
  assert.deepEqual(kinds({ right: "P" }, { hands: { left: held("P"), right: free() } }), ["surrender"]);
  assert.deepEqual(kinds({ left: "P", right: "S" }), []);
});

test("half a clap is warned about, and fixed with the other hand if it is free", () => {
  const [warning] = warningsOf(circle(), request(), picked({ left: "C", right: "W" }));
  assert.deepEqual([warning.kind, warning.isGrave, warning.mend.picks.right], ["half_clap", false, "C"]);
  const bound = request({ hands: { left: free(), right: held("W") } });
  assert.equal(warningsOf(circle(), bound, picked({ left: "C" }))[0].mend, null);
  assert.deepEqual(kinds({ left: "C", right: "C" }), []);
  assert.deepEqual(kinds({ left: "C" }), [], "the other hand is still to be picked");
});

test("there is only one knife, so the left hand may rest", () => {
  const [warning] = warningsOf(circle(), request(), picked({ left: ">", right: ">" }));
  assert.deepEqual([warning.kind, warning.mend.picks.left], ["two_knives", "-"]);
});

test("a summoned monster serves its target, or the owner of a target monster", () => {
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

test("a spell at nobody is wasted, unless that is usual", () => {
  const [warning] = found("magic_missile", "nobody");
  assert.deepEqual([warning.kind, warning.isGrave, warning.mend.picks.target.left], ["at_nobody", true, "White"]);
  assert.deepEqual(kindsOf("summon_fire_elemental", "nobody", { target: "nobody" }), []);
});

test("a harmful spell should not hit the wizard or an ally", () => {
  for (const target of ["Black", "Grub"]) {
    const [warning] = found("magic_missile", target);
    assert.deepEqual([warning.kind, warning.mend.picks.target.left], ["harms_friend", "White"]);
  }
  const team = circle({
    wizards: [wizard("Black", { team: 1 }), wizard("White", { team: 1 }), wizard("Red", { team: 2 })],
  });
  assert.deepEqual(kindsOf("magic_missile", "White", { target: "Red" }, team), ["harms_friend"]);
  assert.deepEqual(kindsOf("remove_enchantment", "Black"), [], "it may be intended for oneself");
});

test("a shield on an enemy helps the enemy", () => {
  for (const target of ["White", "Skrit", "Blaze"]) {
    const [warning] = found("shield", target, { target: "Black" });
    assert.deepEqual([warning.kind, warning.isGrave, warning.mend.picks.target.left], ["helps_enemy", true, "Black"]);
  }
  for (const target of ["Black", "Grub"]) assert.deepEqual(kindsOf("shield", target, { target: "Black" }), []);
});

test("a spell that destroys monsters may be aimed at an enemy's", () => {
  assert.deepEqual(kindsOf("invisibility", "Skrit", { target: "Black" }), []);
  assert.deepEqual(kindsOf("invisibility", "White", { target: "Black" }), ["helps_enemy"]);
  assert.deepEqual(kindsOf("resist_heat", "Blaze", { target: "Black" }), []);
  assert.deepEqual(kindsOf("resist_cold", "Blaze", { target: "Black" }), ["no_effect"]);
});

test("a spell without effect on its target is warned about", () => {
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

test("a spell at an invisible target misses, unless it needs no sight", () => {
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

test("an invisible target causes no warning where the rules allow hitting it", () => {
  const hidden = circle({ wizards: [wizard("Black"), wizard("White", { invisible: true })] });
  assert.deepEqual(kindsOf("magic_missile", "White", {}, hidden), []);
});

test("a spell that destroys monsters should not hit the wizard's own", () => {
  for (const slug of ["invisibility", "blindness", "remove_enchantment"])
    assert.deepEqual(kindsOf(slug, "Grub"), ["destroys_own"]);
  assert.deepEqual(kindsOf("remove_enchantment", "Skrit"), []);
});

test("a Counter-spell at an enemy is warned about, but needs no second click", () => {
  const [warning] = found("counter_spell", "White", { target: "Black" });
  assert.deepEqual([warning.kind, warning.isGrave], ["guards_enemy", false]);
  assert.deepEqual(kindsOf("counter_spell", "Black", { target: "Black" }), []);
});

test("two mind spells on one being cancel each other", () => {
  const completes = { left: { F: [spell("paralysis")] }, right: { P: [spell("amnesia")] }, both: {} };
  const asked = request({ completes, targets: TARGETS });
  const both = picked({ left: "F", right: "P" });
  assert.deepEqual(
    warningsOf(circle(), asked, both).map(({ kind }) => kind),
    ["clash"],
  );
  assert.deepEqual(warningsOf(circle(), asked, { ...both, target: { left: "Skrit" } }), []);
});

test("the book decides which mind spells cancel each other", () => {
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

test("a stab should not hit the wizard, an ally, or nobody", () => {
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

test("a monster that attacks its own side or nobody is warned about", () => {
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

test("warnings about a second pair say so, and fix that pair", () => {
  const second = {
    hands: { left: free(), right: free() },
    completes: { left: {}, right: {}, both: {} },
    paths: { left: {}, right: {} },
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
  assert.deepEqual(warningsOf(circle(), request({ second }), apart), [], "palms of different pairs are not two palms");
});
