import "../templates.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import * as orders from "../../../static/js/orders/orders.js";
import { helpLines, picksLines, spellLines, standing } from "../../../static/js/text/text-view.js";
import { request, view } from "../frames.js";

const FACTS = { fireball: { gestures: ["FSSDD"] }, shield: { gestures: ["P"] } };

const wizard = (name, changes = {}) => ({ name, hp: 15, max_hp: 15, alive: true, effects: {}, ...changes });

const picked = (left, right) => orders.pickGesture(orders.pickGesture(orders.noPicks(), "left", left), "right", right);

test("each wizard has a line with hit points and effects", () => {
  const wizards = [wizard("Froodal"), wizard("Bung", { hp: -2, effects: { shield: 1 } })];
  assert.deepEqual(standing(view({ wizards })), [
    "Froodal: 15 of 15 hit points.",
    "Bung: −2 of 15 hit points; Shield for 1 round.",
  ]);
});

test("only a wizard who surrendered is said to have done so", () => {
  const gone = (how) => {
    const events = [{ type: "surrenders", wizard: "Bung", how }];
    return standing(view({ wizards: [wizard("Bung", { surrendered: true })], rounds: [{ number: 1, events }] }))[0];
  };
  assert.equal(gone("word"), "Bung: 15 of 15 hit points; surrendered.");
  assert.equal(gone("absence"), "Bung: 15 of 15 hit points; didn’t show up in time.");
  assert.equal(gone("timeout"), "Bung: 15 of 15 hit points; ran out of time.");
  assert.equal(gone("ruling"), "Bung: 15 of 15 hit points; ranked by hit points.");
});

test("orders are repeated with missing choices and warnings", () => {
  const lines = (picks) => picksLines(view({ wizards: [wizard("Black"), wizard("White")] }), request(), picks);
  assert.deepEqual(lines(orders.pickGesture(orders.noPicks(), "left", "S")), ["Still to choose: right hand."]);
  assert.match(lines(picked("P", "P")).join(" "), /Warning: Two palms at once mean surrender: you’ll lose the duel\./);
});

test("spells are found by their names and by their gestures", () => {
  assert.deepEqual(spellLines(FACTS, "fireball"), ["F S S D D: Fireball"]);
  assert.ok(spellLines(FACTS, "fssd").includes("F S S D D: Fireball"));
  assert.deepEqual(spellLines(FACTS, "xyzzy"), ["No spells match."]);
});

test("the help ends with the way to leave the duel", () => {
  assert.equal(helpLines().at(-1), "give up: leave the duel.");
});
