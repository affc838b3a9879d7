import assert from "node:assert/strict";
import test from "node:test";

await import("../../../static/words/de.js");
const { _, ngettext, numeral, signed } = await import("../../../static/js/lib/words.js");

test("texts are translated, also by number; missing ones stay unchanged", () => {
  assert.equal(_("Give up"), "Aufgeben");
  assert.equal(_("{points} of {most}", { points: 3, most: 15 }), "3 von 15");
  const rounds = (count) => ngettext("{count} round", "{count} rounds", count);
  assert.deepEqual([1, 2].map(rounds), ["1 Runde", "2 Runden"]);
  assert.deepEqual([_("Xyzzy"), ngettext("{count} xyzzy", "{count} xyzzies", 2)], ["Xyzzy", "2 xyzzies"]);
});

test("numbers and changes have proper signs", () => {
  assert.deepEqual([-3, 0, 3].map(numeral), ["−3", "0", "3"]);
  assert.deepEqual([-3, 0, 3].map(signed), ["−3", "0", "+3"]);
});
