import assert from "node:assert/strict";
import test from "node:test";

import { outcomeOf } from "../../../static/js/board/outcome.js";

const bolt = { type: "damage", subject: "Black", points: 5, cause: "lightning_bolt", by: "White" };
const bite = (by, subject, points) => ({ type: "damage", subject, points, cause: "monster", by });

test("deaths and the viewer's wounds outweigh the rest, and causes come before their effects", () => {
  const events = [
    bite("Nib", "White", 1),
    bolt,
    { type: "dies", wizard: "White" },
    { type: "victory", wizard: "Black" },
  ];
  const [bites, ...weightiest] = ["Nib hits White for 1.", "White’s Lightning Bolt hits you for 5.", "White dies."];
  assert.deepEqual(outcomeOf({ events }, "Black", 2), weightiest);
  assert.deepEqual(outcomeOf({ events }, "Black"), [bites, ...weightiest]);
  const summoned = [{ type: "appears", monster: "Nib", owner: "White" }, bite("Nib", "Black", 1)];
  assert.deepEqual(outcomeOf({ events: summoned }, "Black"), ["Nib appears and serves White.", "Nib hits you for 1."]);
  assert.equal(outcomeOf({ events: [bolt] }, "White")[0], "Your Lightning Bolt hits Black for 5.");
  assert.equal(outcomeOf({ events: [bolt] }, null)[0], "White’s Lightning Bolt hits Black for 5.");
});

test("three sentences tell all falls of wizards in a melee", () => {
  const fall = (type, wizard) => ({ type, wizard });
  const events = [
    { type: "destroyed", monster: "Nib" },
    { type: "dies", monster: "Nib" },
    fall("dies", "White"),
    fall("dies", "Grey"),
    fall("surrenders", "Rose"),
    fall("surrenders", "Blue"),
    fall("surrenders", "Black"),
  ];
  assert.deepEqual(outcomeOf({ events }, "Black", 3), [
    "White and Grey die.",
    "Rose and Blue surrender.",
    "You surrender.",
  ]);
});

test("a duel that the site decides is not called a surrender", () => {
  const end = (how, wizard) => ({ type: "surrenders", how, wizard });
  const told = (...events) => outcomeOf({ events }, "Black");
  assert.deepEqual(told(end("ruling", "Black"), end("ruling", "White")), ["Time is up: hit points decide."]);
  assert.deepEqual(told(end("ruling", "White")), ["Time is up: hit points decide."]);
  assert.deepEqual(told(end("absence", "Black")), ["You didn’t show up in time."]);
  assert.deepEqual(told(end("absence", "White"), end("palms", "Grey")), [
    "White didn’t show up in time.",
    "Grey surrenders.",
  ]);
  assert.deepEqual(told(end("timeout", "Black"), end("timeout", "White")), [
    "You run out of time.",
    "White runs out of time.",
  ]);
  assert.deepEqual(told(end("timeout", "White"), end("timeout", "Grey")), ["White and Grey run out of time."]);
});

test("players who run out of time come first, next to what happens in the round", () => {
  const late = (wizard) => ({ type: "late", wizard });
  const events = [bite("Nib", "Black", 1), late("White"), late("Grey")];
  assert.deepEqual(outcomeOf({ events }, "Black", 1), ["White and Grey run out of time.", "Nib hits you for 1."]);
  assert.deepEqual(outcomeOf({ events: [late("White"), late("Black")] }, "Black"), [
    "You run out of time.",
    "White runs out of time.",
  ]);
  const shield = { type: "cast", caster: "White", spell: "shield" };
  assert.deepEqual(outcomeOf({ events: [shield, late("Black")] }, "Black"), [
    "You run out of time.",
    "White casts Shield.",
  ]);
});

test("monsters that attack the same wizard share a sentence", () => {
  const fire = { ...bite("Ignis", "Black", 3), cause: "elemental" };
  const events = [bite("Nib", "Black", 1), bite("Borg", "Black", 2), fire];
  assert.deepEqual(outcomeOf({ events }, "Black"), ["Nib, Borg and Ignis hit you for 6."]);
});

test("stabs and damage without a known cause have sentences", () => {
  const stab = { type: "damage", subject: "Black", points: 1, cause: "stab", by: "White" };
  const unseen = { type: "hurt", subject: "Black", points: 2 };
  assert.deepEqual(outcomeOf({ events: [stab, unseen] }, "Black"), ["White stabs you for 1.", "You lose 2."]);
  assert.deepEqual(outcomeOf({ events: [stab, unseen] }, "White"), ["You stab Black for 1.", "Black loses 2."]);
});

test("stopped attacks, the spells that stopped them, and new monsters have sentences", () => {
  const because = [{ spell: "shield", by: "Black" }];
  const events = [
    { type: "cast", caster: "Black", spell: "shield" },
    { type: "attack", attacker: "Nib", victim: "Black", because },
    { type: "attack", attacker: "Gog", victim: "Black", because },
    { type: "appears", monster: "Borg", kind: "ogre", owner: "White" },
    { type: "begins", effect: "fear", subject: "White" },
    { type: "fails", spell: "summon_giant", caster: "White" },
  ];
  assert.deepEqual(outcomeOf({ events }, "Black"), [
    "Your Shield stops Nib and Gog.",
    "Borg appears and serves White.",
    "Fear takes hold of White.",
    "Summon Giant fails.",
  ]);
});

test("a monster that changes sides outweighs the attacks that spells stopped", () => {
  const stop = (victim) => ({ type: "attack", attacker: "Nib", victim, because: [{ spell: "shield", by: victim }] });
  const events = [{ type: "charmed", monster: "Skrit", owner: "Black" }, stop("Black"), stop("White")];
  assert.equal(outcomeOf({ events }, "Black", 1)[0], "Skrit now obeys you.");
  assert.equal(outcomeOf({ events }, "White", 1)[0], "Skrit now obeys Black.");
});

test("a stopped stab is a knife, and no monster", () => {
  const because = [{ spell: "shield", by: "Black" }];
  const bites = ["Nib", "Gog", "Borg", "Pox"].map((attacker) => ({
    type: "attack",
    attacker,
    victim: "Black",
    because,
  }));
  const events = [...bites, { type: "stab", attacker: "White", victim: "Black", because }];
  assert.deepEqual(outcomeOf({ events }, "Black"), ["Your Shield stops 4 monsters and White’s knife."]);
  assert.deepEqual(outcomeOf({ events: events.slice(-1) }, "White"), ["Black’s Shield stops your knife."]);
});

test("earlier effects stop attacks too", () => {
  const events = [
    { type: "attack", attacker: "Nib", victim: "Black", because: [{ effect: "resist_heat", on: "Black", since: 1 }] },
    { type: "attack", attacker: "Gog", victim: "Black" },
  ];
  assert.deepEqual(outcomeOf({ events }, null), ["Black’s Resist Heat stops Nib.", "Gog does no damage."]);
});

test("a round without consequences is described by its spells", () => {
  const events = [
    { type: "cast", caster: "Black", spell: "shield" },
    { type: "cast", caster: "Black", spell: "amnesia" },
    { type: "cast", caster: "White", spell: "shield" },
  ];
  assert.deepEqual(outcomeOf({ events }, "Black"), ["You cast Shield and Amnesia.", "White casts Shield."]);
  assert.deepEqual(outcomeOf({ events: [{ type: "gestures" }] }, "Black"), ["Nobody casts a spell."]);
});

test("a stopped spell names the spell that stopped it", () => {
  const because = [{ spell: "shield", by: "Black" }];
  const event = { type: "fails", spell: "magic_missile", caster: "White", because };
  assert.deepEqual(outcomeOf({ events: [event] }, "Black"), ["Your Shield stops White’s Magic Missile."]);
  assert.deepEqual(outcomeOf({ events: [event] }, "White"), ["Black’s Shield stops your Magic Missile."]);
});

test("the result says what an effect made a hand do, next to the spells of a round without consequences", () => {
  const forced = (wizard, effect, hand, gesture) => ({ type: "forced", wizard, effect, hand, gesture });
  const events = [
    forced("White", "confusion", "left", "W"),
    forced("Black", "amnesia", "left", "P"),
    forced("Black", "amnesia", "right", "-"),
    { type: "cast", caster: "Black", spell: "shield" },
  ];
  assert.deepEqual(outcomeOf({ events }, "Black"), [
    "Amnesia controls your hands: P and nothing.",
    "Confusion controls White’s left hand: W.",
    "You cast Shield.",
  ]);
  assert.deepEqual(outcomeOf({ events: [...events, bolt] }, "White", 2), [
    "Confusion controls your left hand: W.",
    "Your Lightning Bolt hits Black for 5.",
  ]);
});
