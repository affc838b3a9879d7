import "../templates.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { historyTable } from "../../../static/js/board/history.js";
import { view } from "../frames.js";
import { wordsOf } from "../templates.js";

const FIRST = "Press play.";
const results = { isOpen: () => false, isLast: () => false, mayTurn: () => false, headline: () => "", me: null };
const wordsAfter = (rounds, options) => wordsOf(historyTable(view({ viewer: null, rounds }), { results, ...options }));

test("a replay says how to go to its first round, until there is one", () => {
  assert.ok(wordsAfter([], { unplayed: FIRST }).includes(FIRST));
  const gestures = { Black: { left: "S", right: "W" }, White: { left: "D", right: "-" } };
  const rounds = [{ number: 1, kind: "normal", gestures, events: [] }];
  assert.ok(!wordsAfter(rounds, { unplayed: FIRST }).includes(FIRST));
});

test("a live duel with results does not mention the controls of a replay before its first round", () => {
  const words = wordsAfter([]);
  assert.ok(words.includes("The gestures of each round appear here."));
  assert.doesNotMatch(words, /Press play/);
});
