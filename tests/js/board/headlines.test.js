import assert from "node:assert/strict";
import test from "node:test";

import { headlines } from "../../../static/js/board/headlines.js";

const event = (type, section, text) => ({ type, section, text });
const last = (...events) => ({ rounds: [{ number: 7, events }] });

test("before the first round the wizards bow", () => {
  assert.deepEqual(headlines({ rounds: [] }), ["The wizards bow to each other."]);
});

test("the result comes before spells, spells before wounds, and each after its cause", () => {
  const events = [
    event("gestures", "hands", "Hands"),
    event("cast", "casts", "Cast"),
    event("damage", "attacks", "Hurt"),
    event("damage", "spells", "Burnt"),
    event("dies", "end", "Dead"),
  ];
  assert.deepEqual(headlines(last(...events)), ["Cast", "Hurt", "Dead"]);
});

test("a round without events says so", () => {
  assert.deepEqual(headlines(last(event("gestures", "hands", "Hands"))), ["No spells, no damage."]);
});
