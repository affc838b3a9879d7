import "../templates.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { sides } from "../../../static/js/board/sides.js";
import { view } from "../frames.js";
import { markupOf, wordsOf } from "../templates.js";

const wizard = (name, changes = {}) => ({
  name,
  hp: 9,
  max_hp: 15,
  alive: true,
  surrendered: false,
  effects: {},
  ...changes,
});

const goblin = (name, owner, target, changes = {}) => ({
  name,
  kind: "goblin",
  owner,
  target,
  hp: 1,
  max_hp: 1,
  alive: true,
  effects: {},
  ...changes,
});

const PAIR = [wizard("White"), wizard("Black")];
const THREE = [...PAIR, wizard("Cordelia Swan")];

const drawn = (changes, seats = {}) => sides(view({ wizards: PAIR, ...changes }), { me: "Black", ...seats });

test("each monster has its health and its target; the viewer is addressed", () => {
  const words = wordsOf(drawn({ monsters: [goblin("Nib", "White", "Black"), goblin("Yag", "Black", "White")] }));
  assert.match(words, /Nib goblin 1\/1 1 of 1 attacks you/);
  assert.match(words, /Yag goblin 1\/1 1 of 1 attacks White/);
});

test("a monster shows the target that its owner has picked", () => {
  const monsters = [goblin("Yag", "Black", "White")];
  assert.match(wordsOf(drawn({ monsters }, { orders: new Map([["Yag", "Nib"]]) })), /attacks Nib/);
});

test("in a melee each wizard has one row, the viewer first, with their most urgent monster", () => {
  const monsters = [goblin("Nib", "White", "Cordelia Swan"), goblin("Yag", "White", "Black")];
  const words = wordsOf(drawn({ wizards: THREE, monsters }, { aims: new Set(["White"]) }));
  assert.match(words, /^Bl Black You .* Wh White your target .* Yag → you \+1 CS Cordelia Swan /);
});

test("one effect is shown, and how many others there are", () => {
  const ill = wizard("White", { effects: { disease: 5, poison: 3, blindness: 2 } });
  assert.match(wordsOf(drawn({ wizards: [ill, wizard("Black")] })), /Disease 5 , 5 rounds \+2/);
});

test("the monsters of a dead opponent stay with them", () => {
  const wizards = [wizard("White", { alive: false }), wizard("Black")];
  const result = { outcome: "victory", winners: ["Black"], surrendered: [], killed: ["White"] };
  const markup = markupOf(drawn({ wizards, result, monsters: [goblin("Nib", null, null)] }));
  assert.doesNotMatch(markup, /Uncontrolled/);
  assert.match(markup, /Nib/);
});

test("only a live duel opens details: a replay has no button that does nothing", () => {
  const duel = { monsters: [goblin("Nib", "White", "Black")] };
  assert.match(markupOf(drawn(duel, { look: () => {} })), /<button/);
  assert.doesNotMatch(markupOf(drawn(duel)), /<button/);
});
