import "../templates.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { reveal } from "../../../static/js/board/reveal.js";
import { view } from "../frames.js";
import { markupOf, wordsOf } from "../templates.js";

const wizard = (name, hp) => ({ name, hp, max_hp: 15, alive: true, surrendered: false, effects: {} });

const ROUNDS = [
  { number: 3, gestures: {}, events: [], hp: { White: 9, Black: 12 } },
  {
    number: 4,
    gestures: { White: { left: "P", right: "D" }, Black: { left: "F", right: "?" } },
    events: [
      { type: "cast", section: "spells", caster: "White", hand: "left", spell: "shield", text: "White casts Shield." },
      { type: "damage", section: "attacks", subject: "Black", points: 2, text: "Nib hits Black for 2." },
    ],
  },
];

const after = view({ number: 4, wizards: [wizard("White", 9), wizard("Black", 10)], rounds: ROUNDS });

test("the last round shows hands with their spells, and hit points before and after", () => {
  const words = wordsOf(reveal(after, after, null));
  assert.match(words, /You F F, fingers no spell \? hidden no spell 12 → then 10 hit points/);
  assert.match(words, /White P P, palm Shield D D, point no spell 9 → then 9 hit points/);
  assert.match(words, /You lose 2\.$/);
});

test("in the first round hit points start at their maximum", () => {
  const first = view({ wizards: [wizard("White", 15), wizard("Black", 14)], rounds: [{ ...ROUNDS[1], number: 1 }] });
  assert.match(wordsOf(reveal(first, first, null)), /15 → then 14 hit points/);
});

test("wizards who die or surrender are marked when the round has played", () => {
  const wizards = [wizard("White", -1), wizard("Black", 9), wizard("Grey", 12)];
  const events = ["Grey", "Black"].map((name) => ({ type: "surrenders", wizard: name, text: `${name} gives up.` }));
  const ended = view({
    wizards: [
      { ...wizards[0], alive: false },
      { ...wizards[1], surrendered: true },
      { ...wizards[2], surrendered: true },
    ],
    rounds: [{ ...ROUNDS[1], events: [...ROUNDS[1].events, { type: "dies", wizard: "White", text: "" }, ...events] }],
  });
  const words = wordsOf(reveal(ended, ended, null));
  assert.match(words, /White .* hit points Dead Gr Grey .* hit points Surrendered White dies/);
  assert.match(words, /White dies\. Grey surrenders\. You surrender\.$/);
  const playing = { ...ended, wizards };
  assert.doesNotMatch(wordsOf(reveal(ended, playing, {})), /hit points (Dead|Surrendered)/);
});

test("the circle is drawn only while the round plays", () => {
  assert.match(markupOf(reveal(after, after, {})), /circle-art/);
  assert.doesNotMatch(markupOf(reveal(after, after, null)), /circle-art/);
});
