import assert from "node:assert/strict";
import test from "node:test";

import { swingOf, turningPoints } from "../../../static/js/board/turning-points.js";
import { round } from "../frames.js";

const hurts = (points, text = `It hurts for ${points}.`) => ({ type: "damage", subject: "White", points, text });
const gestures = { type: "gestures", wizard: "Black", text: "Black waves." };
const played = (...rounds) => rounds.map((events, at) => ({ ...round(at + 1), events }));

test("a round with much damage is a turning point, named after the heaviest blow", () => {
  const found = turningPoints(played([gestures], [hurts(1)], [gestures, hurts(1), hurts(5, "Lightning strikes.")]));
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

test("a countered or reflected deadly spell is a turning point, a weak one is not", () => {
  const countered = (spell) => ({ type: "fails", why: "countered", spell, text: `${spell} fizzles.` });
  assert.equal(turningPoints(played([countered("finger_of_death")])).length, 1);
  assert.equal(turningPoints(played([countered("missile")])).length, 0);
  assert.equal(turningPoints(played([{ type: "reflected", spell: "fireball", text: "Back!" }])).length, 1);
});

test("turning points are in the order of the rounds; long duels show only the greatest", () => {
  const found = turningPoints(played(...Array.from({ length: 12 }, (_, at) => [hurts(5 + (at % 4))])));
  assert.equal(found.length, 6);
  assert.deepEqual(
    found.map(({ number }) => number),
    found.map(({ number }) => number).toSorted((one, other) => one - other),
  );
  assert.ok(found.every(({ swing }) => swing >= 7));
});
