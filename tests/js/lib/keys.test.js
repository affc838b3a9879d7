import assert from "node:assert/strict";
import test from "node:test";

import { isTaken, keysKnown, onKey, pressed } from "../../../static/js/lib/keys.js";

const key = (key, changes = {}) => pressed({ key, ...changes });

/** Return an element that matches selectors containing one of these words. */
const place = (...words) => ({
  matches: (selectors) => selectors.split(",").some((one) => words.includes(one.trim())),
  closest: () => null,
});

test("a key is named as printed, with its modifiers", () => {
  assert.equal(key("w"), "w");
  assert.equal(key("W"), "w", "caps lock changes nothing");
  assert.equal(key("W", { shiftKey: true }), "Shift+w");
  assert.equal(key("?", { shiftKey: true }), "?");
  assert.equal(key(">", { shiftKey: true }), ">");
  assert.equal(key(" "), "Space");
  assert.equal(key("z", { ctrlKey: true }), "Ctrl+z");
  assert.equal(key("Z", { metaKey: true, shiftKey: true }), "Ctrl+Shift+z");
  assert.equal(key("ц", { code: "KeyW" }), "w");
});

test("composed characters and Alt combinations are ignored", () => {
  assert.equal(key("w", { isComposing: true }), null);
  assert.equal(key("w", { altKey: true }), null);
});

test("a button handles Enter and Space, and leaves letters to the page", () => {
  assert.equal(isTaken(place("button"), "Enter"), true);
  assert.equal(isTaken(place("button"), "Space"), true);
  assert.equal(isTaken(place("button"), "w"), false);
  assert.equal(isTaken(place("textarea"), "w"), true);
  assert.equal(isTaken(place("main"), "Enter"), false);
});

test("the help lists each action once, until its keys are removed", () => {
  const forget = [onKey("u", "Undo", () => {}), onKey("Ctrl+z", "Undo", () => {}), onKey("c", "", () => {})];
  assert.deepEqual(keysKnown(), [{ what: "Undo", keys: ["u", "Ctrl+z"] }]);
  for (const one of forget) one();
  assert.deepEqual(keysKnown(), []);
});
