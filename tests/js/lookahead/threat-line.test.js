import "../templates.js";
import assert from "node:assert/strict";
import test from "node:test";

import { threatLine } from "../../../static/js/lookahead/threat-line.js";
import { noPicks } from "../../../static/js/orders/orders.js";
import { request, view } from "../frames.js";
import { wordsOf } from "../templates.js";

test("suggestions are for the first practice duel, and threats for the others", () => {
  const wizards = ["Black", "Tansy"].map((name) => ({ name, alive: true, surrendered: false, effects: {} }));
  const asked = request({ threats: [], ahead: { wizards: {}, attacks: {} } });
  const duel = { view: view({ wizards }), ahead: null, request: asked };
  assert.match(wordsOf(threatLine(duel, noPicks(), true)), /reduce Tansy to 0 hit points/);
  assert.match(wordsOf(threatLine(duel, noPicks(), false)), /No threats this round/);
});
