import "../templates.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { historyTable } from "../../../static/js/board/history.js";
import { view } from "../frames.js";
import { wordsOf } from "../templates.js";

const START = /Press play or the right arrow key/;
const results = { isOpen: () => false, isLast: () => false, mayTurn: () => false, headline: () => "", me: null };
const wordsAfter = (rounds) => wordsOf(historyTable(view({ viewer: null, rounds }), { results }));

test("a replay says how to go to its first round, until there is one", () => {
  assert.match(wordsAfter([]), START);
  const gestures = { Black: { left: "S", right: "W" }, White: { left: "D", right: "-" } };
  assert.doesNotMatch(wordsAfter([{ number: 1, kind: "normal", gestures, events: [] }]), START);
});
