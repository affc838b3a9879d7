import assert from "node:assert/strict";
import test from "node:test";

import { keyRounds, swingOf, withTurn } from "../../../static/js/board/key-rounds.js";
import { round } from "../frames.js";

const hurts = (points, text = `It hurts for ${points}.`) => ({ type: "damage", subject: "White", points, text });
const gestures = { type: "gestures", wizard: "Black", text: "Black waves." };
const played = (...rounds) => rounds.map((events, at) => ({ ...round(at + 1), events }));

test("a round with much damage is a key round, named after the heaviest blow", () => {
  const found = keyRounds(played([gestures], [hurts(1)], [gestures, hurts(1), hurts(5, "Lightning strikes.")]));
  assert.deepEqual(found, [{ number: 3, swing: 6, text: "Lightning strikes.", type: "damage" }]);
});

test("a wizard's death weighs more than a monster's, and more than any wound", () => {
  const [monster, wizard] = [
    { type: "dies", monster: "Grunt" },
    { type: "dies", wizard: "White" },
  ];
  assert.ok(swingOf({ events: [wizard] }) > swingOf({ events: [hurts(5)] }));
  assert.ok(swingOf({ events: [hurts(5)] }) > swingOf({ events: [monster] }));
});

test("a round in which several wizards fall in the same way names all of them", () => {
  const late = (wizard) => ({ type: "surrenders", how: "timeout", wizard, text: `${wizard} runs out of time.` });
  const [found] = keyRounds(played([gestures, late("Black"), late("White")]));
  assert.equal(found.text, "Black runs out of time. White runs out of time.");
});

test("a countered or reflected deadly spell makes a key round, a weak one is not", () => {
  const countered = (spell) => ({ type: "fails", why: "countered", spell, text: `${spell} fizzles.` });
  assert.equal(keyRounds(played([countered("finger_of_death")])).length, 1);
  assert.equal(keyRounds(played([countered("missile")])).length, 0);
  assert.equal(keyRounds(played([{ type: "reflected", spell: "fireball", text: "Back!" }])).length, 1);
});

test("key rounds are in their order; long duels show only the greatest", () => {
  const found = keyRounds(played(...Array.from({ length: 12 }, (_, at) => [hurts(5 + (at % 4))])));
  assert.equal(found.length, 6);
  assert.deepEqual(
    found.map(({ number }) => number),
    found.map(({ number }) => number).toSorted((one, other) => one - other),
  );
  assert.ok(found.every(({ swing }) => swing >= 7));
});

test("the turning point of an analysis is among the key rounds, also if little happened in it", () => {
  const rounds = played([gestures], [hurts(5)], [hurts(6)]);
  const marked = (turned) =>
    withTurn(keyRounds(rounds), rounds, turned).map(({ number, isTurn = false }) => [number, isTurn]);
  assert.deepEqual(marked(null), [
    [2, false],
    [3, false],
  ]);
  assert.deepEqual(marked(1), [
    [1, true],
    [2, false],
    [3, false],
  ]);
  assert.deepEqual(marked(3), [
    [2, false],
    [3, true],
  ]);
});
