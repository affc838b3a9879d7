import "../templates.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { resultsOf } from "../../../static/js/board/round-results.js";
import { view } from "../frames.js";
import { markupOf, wordsOf } from "../templates.js";

const wizards = ["Sable Heron", "Bertram"].map((name) => ({ name, max_hp: 15 }));
const rounds = [
  { number: 1, events: [], hp: { "Sable Heron": 12, Bertram: 14 } },
  { number: 2, events: [], hp: { "Sable Heron": 12, Bertram: 14 } },
];
const headline = (viewer) =>
  resultsOf(() => {})
    .of({ view: view({ viewer, wizards, rounds }) })
    .headline(rounds[0]);

test("a headline gives hit points with initials, and the names to screen readers", () => {
  assert.match(wordsOf(headline(null)), /SH Sable Heron 15 → 12 .* Be Bertram 15 → 14/);
  assert.match(markupOf(headline(null)), /<span class="visually-hidden">Sable Heron</);
});

test("a headline calls the viewer you", () => {
  assert.match(wordsOf(headline("Bertram")), /You 15 → 14 .* SH Sable Heron 15 → 12/);
});
