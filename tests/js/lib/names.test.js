import assert from "node:assert/strict";
import test from "node:test";

import "../page.js";
import { initials } from "../../../static/js/lib/names.js";

test("wizards have the initials of their first and last word, or the first letters of their only one", () => {
  const all = [
    "Ebon Swift 36",
    "Ebon Bittern 23",
    "Rowan the Grey",
    "Tansy",
    "Jean-Luc",
    "O",
    "42",
    "Æthelred Ölund",
    "f61bert",
  ];
  assert.deepEqual(all.map(initials), ["ES", "EB", "RG", "Ta", "JL", "O", "42", "ÆÖ", "fb"]);
});
