import assert from "node:assert/strict";
import { test } from "node:test";
import {
  begun,
  gesturesIn,
  neededBy,
  piecesOf,
  reachOf,
  rowsOf,
  search,
} from "../../../static/js/board/spell-search.js";

const spell = (name, ...gestures) => ({ slug: name.toLowerCase(), name, gestures });
const BOOK = [
  spell("Counter-spell", "WPP", "WWS"),
  spell("Fear", "SWD"),
  spell("Fire Storm", "SWWc"),
  spell("Shield", "P"),
  spell("Magic Mirror", "cw"),
  spell("Summon Giant", "WFPSFW"),
];

const names = (rows) => rows.map((row) => row.spell.name);
const patterns = (rows) => rows.map((row) => row.patterns.join(" or "));

test("by name there is one row per spell, by gestures one per pattern", () => {
  assert.deepEqual(names(rowsOf(BOOK, "name")), [
    "Counter-spell",
    "Fear",
    "Fire Storm",
    "Magic Mirror",
    "Shield",
    "Summon Giant",
  ]);
  assert.deepEqual(patterns(rowsOf(BOOK, "gestures")), ["cw", "P", "SWD", "SWWc", "WFPSFW", "WPP", "WWS"]);
});

test("the spells that miss the fewest gestures come first", () => {
  const rows = rowsOf(BOOK, "near", { left: ["S", "W"], right: ["D", "W"] });
  assert.deepEqual(
    rows.map(({ spell, missing }) => [spell.name, missing]),
    [
      ["Fear", 1],
      ["Shield", 1],
      ["Counter-spell", 2],
      ["Fire Storm", 2],
      ["Magic Mirror", 2],
      ["Summon Giant", 5],
    ],
  );
  assert.deepEqual(rows.map(reachOf), ["now", "now", "soon", "soon", "soon", "later"]);
});

test("a hand needs the rest of the pattern that it can complete first", () => {
  const trails = { left: ["W", "W"], right: ["S", "W"] };
  assert.equal(neededBy("left", ["WPP", "WWS"], trails), "S");
  assert.equal(neededBy("right", ["WPP", "WWS"], trails), "PP");
  assert.equal(neededBy("right", ["SWWc"], trails), "Wc");
  assert.equal(neededBy("left", ["P"], trails), "");
});

test("gestures are found anywhere: first at the beginning of a pattern, then at its end", () => {
  const rows = rowsOf([...BOOK, spell("Ice", "WSWW"), spell("Late", "FSW")], "name");
  assert.deepEqual(names(search(rows, "sw")), ["Fear", "Fire Storm", "Late", "Ice"]);
});

test("a two-handed gesture is found by its letter, small or capital", () => {
  assert.deepEqual(names(search(rowsOf(BOOK, "name"), "CW")), ["Magic Mirror"]);
});

test("names are found too, and gestures before names", () => {
  const rows = rowsOf(BOOK, "name");
  assert.deepEqual(names(search(rows, "storm")), ["Fire Storm"]);
  assert.deepEqual(names(search(rows, "p"))[0], "Shield");
  assert.deepEqual(names(search(rows, "f")), ["Summon Giant", "Fear", "Fire Storm"]);
});

test("an empty query finds everything, an unknown one nothing", () => {
  const rows = rowsOf(BOOK, "name");
  assert.equal(search(rows, "  ").length, rows.length);
  assert.deepEqual(search(rows, "xyzzy"), []);
});

test("a query counts as gestures only if all its letters do", () => {
  assert.equal(gesturesIn("s, w d"), "SWD");
  assert.equal(gesturesIn("fear"), "");
  assert.equal(gesturesIn(""), "");
});

test("the match is marked in the pattern", () => {
  assert.deepEqual(piecesOf("WFPSFW", "fp"), [
    { letters: "W", found: false },
    { letters: "FP", found: true },
    { letters: "SFW", found: false },
  ]);
  assert.deepEqual(piecesOf("SWD", "x"), [{ letters: "SWD", found: false }]);
});

test("a hand has begun a spell by its latest gestures", () => {
  assert.deepEqual(begun("SWD", { left: ["P", "S", "W"], right: ["D", "-", "S"] }), { left: 2, right: 1 });
  assert.deepEqual(begun("SWD", { left: ["S", "W", "D"], right: [] }), { left: 0, right: 0 });
});

test("a small letter is begun only by both hands at once", () => {
  assert.deepEqual(begun("cw", { left: ["C"], right: ["C"] }), { left: 1, right: 1 });
  assert.deepEqual(begun("cw", { left: ["C"], right: ["-"] }), { left: 0, right: 0 });
});
