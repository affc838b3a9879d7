import assert from "node:assert/strict";
import test from "node:test";

import { changesOf, linesOf } from "../../../static/js/board/round-lines.js";

const wizards = [
  { name: "White", max_hp: 15 },
  { name: "Black", max_hp: 15 },
];
const bite = (by, subject, points) => ({ type: "damage", subject, points, cause: "monster", by });
const viewOf = (rounds, { viewer = "Black", monsters = [] } = {}) => ({ rounds, viewer, wizards, monsters });

/** Return the lines of a duel's only round as text, with changes of hit points. */
function told(events, options) {
  const round = { number: 1, events };
  return linesOf(round, viewOf([round], options)).map(({ text, change }) =>
    change ? `${text} ${change.name} ${change.before} → ${change.after}` : text,
  );
}

test("a spell and its damage are one line, with hit points before and after", () => {
  const events = [
    { type: "cast", caster: "White", spell: "lightning_bolt", target: "Black" },
    { type: "damage", subject: "Black", points: 5, cause: "lightning_bolt", by: "White" },
  ];
  assert.deepEqual(told(events), ["White’s Lightning Bolt hits you for 5. Black 15 → 10"]);
  assert.deepEqual(told(events, { viewer: "White" }), ["Your Lightning Bolt hits Black for 5. Black 15 → 10"]);
});

test("a spell that is stopped comes after the spell that stops it", () => {
  const events = [
    { type: "cast", caster: "White", spell: "lightning_bolt", target: "Black" },
    { type: "cast", caster: "Black", spell: "dispel_magic", target: "Black" },
    {
      type: "fails",
      caster: "White",
      spell: "lightning_bolt",
      because: { spell: "dispel_magic", by: "Black" },
    },
  ];
  assert.deepEqual(told(events), ["You cast Dispel Magic.", "Your Dispel Magic stops White’s Lightning Bolt."]);
});

test("a summoning and its monster are one line", () => {
  const summon = (caster) => ({ type: "cast", caster, spell: "summon_ogre", target: caster });
  const appears = (monster, owner) => ({ type: "appears", monster, kind: "ogre", owner });
  assert.deepEqual(told([summon("Black"), summon("White"), appears("Borg", "Black"), appears("Gog", "White")]), [
    "You cast Summon Ogre: Borg appears.",
    "White casts Summon Ogre: Gog appears.",
  ]);
});

test("the line of an enchantment or a guard names its spell", () => {
  const events = [
    { type: "gestures", text: "White waves." },
    { type: "cast", caster: "White", spell: "fear", target: "Black" },
    { type: "cast", caster: "Black", spell: "shield", target: "Black" },
    { type: "shielded", subject: "Black", text: "Black is shielded (Black cast Shield)." },
    { type: "begins", effect: "fear", subject: "Black", text: "Black will be afraid." },
  ];
  assert.deepEqual(told(events), ["White casts Fear on you.", "You cast Shield."]);
});

test("the line of a failed spell leaves out the reason that another line gives", () => {
  const events = [
    { type: "cast", caster: "White", spell: "magic_missile", target: "Black" },
    {
      type: "fails",
      caster: "White",
      spell: "magic_missile",
      text: "White’s Magic Missile fizzles: a shield stops it.",
    },
    { type: "ends", effect: "fear", subject: "White", text: "Fear on White ends (White cast Remove Enchantment)." },
  ];
  assert.deepEqual(told(events), ["White’s Magic Missile fizzles: a shield stops it.", "Fear on White ends."]);
});

test("attacks that end alike share a line, and hit points count down", () => {
  const because = [{ spell: "shield", by: "White" }];
  const events = [
    { type: "attack", attacker: "Borg", victim: "White", because },
    bite("Nib", "Black", 1),
    { type: "attack", attacker: "Gog", victim: "White", because },
    bite("Nob", "Black", 1),
    { type: "damage", subject: "Black", points: 1, cause: "stab", by: "White" },
  ];
  assert.deepEqual(told(events), [
    "White’s Shield stops Borg and Gog.",
    "Nib and Nob hit you for 2. Black 15 → 13",
    "White stabs you for 1. Black 13 → 12",
  ]);
});

test("nobody heals beyond the limit", () => {
  const cure = (caster) => ({ type: "cast", caster, spell: "cure_light_wounds", target: caster });
  const cured = (subject) => ({
    type: "cured",
    subject,
    points: 1,
    because: [{ spell: "cure_light_wounds", by: subject }],
  });
  const rounds = [
    { number: 1, events: [], hp: { White: 15, Black: 12 } },
    { number: 2, events: [cure("White"), cure("Black"), cured("White"), cured("Black")], hp: { White: 15, Black: 13 } },
  ];
  const lines = linesOf(rounds[1], viewOf(rounds));
  assert.deepEqual(
    lines.map(({ text, change }) => [text, change?.before, change?.after]),
    [
      ["White casts Cure Light Wounds.", undefined, undefined],
      ["You cast Cure Light Wounds.", 12, 13],
    ],
  );
});

test("the last round has the hit points of monsters too", () => {
  const monsters = [{ name: "Nib", hp: 1, max_hp: 2 }];
  assert.deepEqual(told([bite("Gog", "Nib", 1)], { monsters }), ["Gog hits Nib for 1. Nib 2 → 1"]);
});

test("wizards start with 15 hit points, even where healing may give them more", () => {
  const rounds = [{ number: 1, events: [bite("Nib", "White", 2)], hp: { White: 13, Black: 15 } }];
  const view = { ...viewOf(rounds), wizards: wizards.map((wizard) => ({ ...wizard, max_hp: 17 })) };
  assert.deepEqual(changesOf(rounds[0], view), [{ name: "White", before: 15, after: 13 }]);
  assert.deepEqual(linesOf(rounds[0], view)[0].change, { name: "White", before: 15, after: 13 });
});

test("changes of hit points are counted from the round before", () => {
  const rounds = [{ hp: { White: 15, Black: 13 } }, { hp: { White: 14, Black: 11 } }];
  assert.deepEqual(changesOf(rounds[0], viewOf(rounds)), [{ name: "Black", before: 15, after: 13 }]);
  assert.deepEqual(changesOf(rounds[1], viewOf(rounds)), [
    { name: "Black", before: 13, after: 11 },
    { name: "White", before: 15, after: 14 },
  ]);
});

test("others who cast the same spell on themselves share a line, and nobody is named twice", () => {
  const guard = (caster) => ({ type: "cast", caster, spell: "shield", target: caster });
  const view = { ...viewOf([]), wizards: [...wizards, { name: "Red", max_hp: 15 }] };
  const round = { number: 1, events: ["White", "Red", "Black", "Black"].map(guard) };
  assert.deepEqual(
    linesOf(round, { ...view, rounds: [round] }).map(({ text }) => text),
    ["You cast Shield.", "White and Red cast Shield."],
  );
});

test("in a melee the lines about the viewer come first", () => {
  const round = { number: 1, events: [bite("Nib", "White", 1), bite("Gog", "Red", 1), bite("Nob", "Black", 1)] };
  const view = { ...viewOf([round]), wizards: [...wizards, { name: "Red", max_hp: 15 }] };
  assert.deepEqual(
    linesOf(round, view).map(({ text }) => text),
    ["Nob hits you for 1.", "Nib hits White for 1.", "Gog hits Red for 1."],
  );
});

test("in a melee the winner reads first who falls and then that they win", () => {
  const events = [
    bite("Nib", "White", 1),
    { type: "dies", wizard: "White" },
    { type: "surrenders", wizard: "Red", how: "palms" },
    { type: "victory", wizard: "Black", text: "Black wins the duel." },
    bite("Nob", "Black", 1),
  ];
  const round = { number: 1, events };
  const view = { ...viewOf([round]), wizards: [...wizards, { name: "Red", max_hp: 15 }] };
  assert.deepEqual(
    linesOf(round, view).map(({ text }) => text),
    ["Nob hits you for 1.", "Nib hits White for 1.", "White dies.", "Red surrenders.", "You win the duel."],
  );
});

test("events without a line of their own call the viewer you", () => {
  const events = [
    { type: "begins", effect: "blindness", subject: "Black", text: "Black goes blind." },
    { type: "doomed", spell: "finger_of_death", subject: "Black", text: "Finger of Death takes hold of Black." },
    { type: "ends", effect: "fear", subject: "Black", text: "Fear on Black ends." },
    { type: "says", wizard: "Black", words: "Ha!", text: "Black says: “Ha!”" },
    { type: "stab", attacker: "Black", victim: "White", because: [{ spell: "shield", by: "White" }] },
    { type: "victory", wizard: "Black", text: "Black wins the duel." },
  ];
  assert.deepEqual(told(events), [
    "Blindness takes hold of you.",
    "Finger of Death takes hold of you.",
    "Fear on you ends.",
    "You say: “Ha!”",
    "White’s Shield stops your knife.",
    "You win the duel.",
  ]);
  assert.equal(told(events, { viewer: null })[0], "Black goes blind.");
});

test("the hands that an effect forced share a line", () => {
  const forced = (hand, gesture) => ({ type: "forced", wizard: "White", effect: "amnesia", hand, gesture });
  assert.deepEqual(told([forced("left", "P"), forced("right", "W")]), ["Amnesia controls White’s hands: P and W."]);
});
