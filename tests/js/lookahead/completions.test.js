import assert from "node:assert/strict";
import test from "node:test";

import { attacksOf, completionsOf, handsOf, isMet } from "../../../static/js/lookahead/completions.js";

const SPELL_FACTS = {
  shield: { gestures: ["P"], stopped_by: [], worth: 0.3 },
  counter_spell: { gestures: ["WPP", "WWS"], stopped_by: [], worth: 1 },
  magic_missile: { gestures: ["SD"], stopped_by: ["shield", "counter_spell"], worth: 4 },
  fireball: { gestures: ["FSSDD"], stopped_by: ["counter_spell"], worth: 20 },
  magic_mirror: { gestures: ["cw"], stopped_by: [], worth: 0.5 },
};

/** Return a wizard's `ahead`: the tables of the hands for the next rounds, and the spells that stop each completion. */
const wizard = (left = [], right = [], stops = []) => {
  const filled = (rounds) => Array.from({ length: 3 }, (_round, at) => rounds[at] ?? {});
  return { whole: true, left: filled(left), right: filled(right), stops: filled(stops) };
};

const FRESH = [
  { P: ["shield"] },
  { SD: ["magic_missile"], cw: ["magic_mirror"] },
  { WPP: ["counter_spell"], WWS: ["counter_spell"] },
];

const aheadOf = (wizards) => ({ wizards, attacks: {} });

const all = (board, name) => board.find((one) => one.name === name).hands.flatMap(({ rounds }) => rounds.flat());

const told = (completions) => completions.map(({ hand, at, spell, missing }) => [hand, at, spell, missing]);

test("spells that any idle hand could start are left out", () => {
  const board = completionsOf(
    aheadOf({ Black: wizard(FRESH, FRESH), White: wizard([FRESH[0], { ...FRESH[1], DD: ["fireball"] }], FRESH) }),
    "Black",
    SPELL_FACTS,
  );
  assert.deepEqual(told(all(board, "White")), [["left", 1, "fireball", "DD"]]);
  assert.deepEqual(all(board, "Black"), []);
});

test("spells that a hasted wizard completes with both pairs come in this round", () => {
  const board = completionsOf(
    aheadOf({ White: wizard([{ P: ["shield"], SD: ["magic_missile"] }]) }),
    null,
    SPELL_FACTS,
  );
  assert.deepEqual(told(all(board, "White")), [["left", 0, "magic_missile", "SD"]]);
});

test("a two-handed spell is listed once", () => {
  const clapped = [{ w: ["magic_mirror"] }];
  const [white] = completionsOf(aheadOf({ White: wizard(clapped, clapped) }), null, SPELL_FACTS);
  assert.deepEqual(
    white.hands.map(({ hand, rounds }) => [hand, rounds[0].length]),
    [
      ["left", 0],
      ["right", 0],
      ["both", 1],
    ],
  );
});

test("the most dangerous wizard is first and the viewer last; near and bad spells come first", () => {
  const board = completionsOf(
    aheadOf({
      Black: wizard([{ D: ["fireball"] }]),
      Grey: wizard([{ D: ["magic_missile"] }]),
      White: wizard([{}, { DD: ["fireball"] }]),
      Brown: wizard([{ D: ["magic_missile", "fireball"] }]),
    }),
    "Black",
    SPELL_FACTS,
  );
  assert.deepEqual(
    board.map(({ name }) => name),
    ["Brown", "White", "Grey", "Black"],
  );
  assert.deepEqual(
    all(board, "Brown").map(({ spell }) => spell),
    ["fireball", "magic_missile"],
  );
  assert.deepEqual(board[1].counts, [0, 1, 0]);
});

test("an answer names the hand that has it in time, and the gestures", () => {
  const stops = [{ magic_missile: ["counter_spell", "shield"] }];
  const ahead = aheadOf({
    Black: wizard([{ P: ["shield", "counter_spell"] }], FRESH),
    White: wizard([{ D: ["magic_missile"] }], [], stops),
  });
  const [{ answers, late }] = all(completionsOf(ahead, "Black", SPELL_FACTS), "White");
  assert.deepEqual(answers, [
    { spell: "counter_spell", on: "Black", ways: [{ hand: "left", missing: "P" }] },
    {
      spell: "shield",
      on: "Black",
      ways: [
        { hand: "left", missing: "P" },
        { hand: "right", missing: "P" },
      ],
    },
  ]);
  assert.deepEqual(late, []);
  assert.deepEqual(handsOf(answers[1].ways), [{ hand: "either", missing: "P" }]);
});

test("short spells can be started later; spells a round too late are listed apart", () => {
  const stops = [{}, { magic_missile: ["shield"] }];
  const ahead = aheadOf({ Black: wizard(FRESH, FRESH), White: wizard([{}, { "-D": ["magic_missile"] }], [], stops) });
  const [{ answers, late }] = all(completionsOf(ahead, "Black", SPELL_FACTS), "White");
  assert.deepEqual(
    answers.map(({ spell, ways }) => [spell, ways[0].missing]),
    [["shield", "P"]],
  );
  assert.deepEqual(
    late.map(({ spell, ways }) => [spell, ways[0].missing]),
    [["counter_spell", "WPP"]],
  );
});

test("attacks are listed with the spells that stop them, strongest first", () => {
  const ahead = { wizards: { Black: wizard(FRESH, FRESH) }, attacks: { monster: ["shield"] } };
  const threats = [
    { by: "Yag", kind: "goblin", attack: 1 },
    { by: "Lunk", kind: "ogre", attack: 2 },
    { by: "White", spell: "shield" },
  ];
  const found = attacksOf({ threats }, ahead, "Black", SPELL_FACTS);
  assert.deepEqual(
    found.map(({ by, answers }) => [by, answers[0].spell]),
    [
      ["Lunk", "shield"],
      ["Yag", "shield"],
    ],
  );
  assert.deepEqual(attacksOf({}, ahead, null, SPELL_FACTS), []);
});

test("orders stop a threat of this round if aimed at the wizard whom the threat is aimed at", () => {
  const completion = { at: 0, answers: [{ spell: "shield", on: "Black", ways: [] }] };
  assert.ok(isMet(completion, [{ spell: "shield", target: "Black" }]));
  assert.ok(!isMet(completion, [{ spell: "shield", target: "White" }]));
  assert.ok(!isMet({ ...completion, at: 1 }, [{ spell: "shield", target: "Black" }]));
  assert.ok(!isMet(completion, [{ spell: "fireball", target: "Black" }]));
});

test("Dispel Magic stops a threat whatever it is aimed at", () => {
  const completion = { at: 0, answers: [{ spell: "dispel_magic", on: null, ways: [] }] };
  assert.ok(isMet(completion, [{ spell: "dispel_magic", target: "White" }]));
});
