import "../templates.js";
import assert from "node:assert/strict";
import test from "node:test";

import { spellFacts } from "../../../static/js/lib/spell-facts.js";
import { threatLine } from "../../../static/js/lookahead/threat-line.js";
import { noPicks } from "../../../static/js/orders/orders.js";
import { request, round, view } from "../frames.js";
import { markupOf, wordsOf } from "../templates.js";

test("suggestions are for the first practice duel, and threats for the others", () => {
  const wizards = ["Black", "Tansy"].map((name) => ({ name, alive: true, surrendered: false, effects: {} }));
  const asked = request({ threats: [], ahead: { wizards: {}, attacks: {} } });
  const duel = { view: view({ wizards }), ahead: null, request: asked };
  assert.match(wordsOf(threatLine(duel, noPicks(), true)), /reduce Tansy to 0 hit points/);
  assert.match(wordsOf(threatLine(duel, noPicks(), false)), /No spells threaten you this round/);
});

test("a wizard who is out of the duel reads the threats to others without alarm", () => {
  const wizards = ["Black", "White", "Grey"].map((name) => ({ name, alive: true, surrendered: false, effects: {} }));
  Object.assign(spellFacts, { fireball: { gestures: ["FSSDD"], worth: 20 } });
  const hands = { whole: true, left: [{ D: ["fireball"] }, {}, {}], right: [{}, {}, {}], stops: [{}, {}, {}] };
  const duel = { view: view({ wizards }), request: null, ahead: { wizards: { White: hands }, attacks: {} } };
  assert.match(markupOf(threatLine(duel, noPicks(), false)), /threatens.*White can cast Fireball this round/s);
  wizards[0].surrendered = true;
  assert.doesNotMatch(markupOf(threatLine(duel, noPicks(), false)), /threatens/);
});

test("while a question is open the line says that the gestures are revealed", () => {
  const duel = { view: view({ reveal: round(6) }), ahead: null, request: { type: "answers", round: 6, questions: [] } };
  assert.match(wordsOf(threatLine(duel, noPicks(), false)), /Round 6: gestures revealed/);
});
