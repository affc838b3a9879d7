import assert from "node:assert/strict";
import test from "node:test";

import { newer, packed, unpacked } from "../../../static/js/orders/drafts.js";
import { noPicks } from "../../../static/js/orders/orders.js";
import { begun, did, redone, undone } from "../../../static/js/orders/undo.js";
import { request } from "../frames.js";
import "../limits.js";

const picked = (changes) => ({ ...noPicks(), ...changes });

// Undo

test("what is done is undone and done again, until something else is done", () => {
  const one = did(begun(picked({})), picked({ left: "S" }));
  const two = did(one, picked({ left: "S", right: "D" }));
  assert.deepEqual(undone(two).picks, picked({ left: "S" }));
  assert.deepEqual(undone(undone(undone(two))).picks, picked({}));
  assert.deepEqual(redone(undone(two)).picks, two.picks);
  assert.deepEqual(redone(did(undone(two), picked({ left: "F" }))).picks, picked({ left: "F" }));
});

test("a word is undone at once, and what changes nothing is nothing to undo", () => {
  const said = ["H", "Ha", "Hah"].reduce((course, say) => did(course, picked({ say }), "say"), begun(picked({})));
  assert.equal(undone(said).picks.say, "");
  assert.equal(did(said, picked({ say: "Hah" })), said);
});

// Drafts

test("a draft comes back as it was, without what picks leave as it is", () => {
  const course = did(did(begun(picked({})), picked({ left: "S" })), {
    ...picked({ left: "S" }),
    second: { ...noPicks().second, right: "W" },
  });
  const draft = JSON.parse(JSON.stringify(packed(request(), course, 5)));
  assert.deepEqual(draft.past, [{}, { left: "S" }]);
  assert.deepEqual(unpacked(request(), draft), { ...course, what: null });
  assert.equal(unpacked(request({ round: 2 }), draft), null);
});

test("a draft has the picks as the server seals them when time runs out, without words", () => {
  const of = (changes, asked = {}) => packed(request(asked), begun(picked(changes)), 5);
  assert.deepEqual(of({ left: "P" }).orders, { left: "P", right: "-" });
  assert.deepEqual(of({ left: "P", say: "Die!" }).orders, { left: "P", right: "-" });
  assert.equal("orders" in of({ say: "I was about to" }), false);
  assert.equal("orders" in of({}), false);
});

test("a draft of answers has only those that are picked", () => {
  const questions = ["White", "Grey"].map((name) => ({
    kind: "paralyze",
    field: ["paralyze", name],
    choices: ["left", "right"],
    default: "left",
    text: "",
  }));
  const asked = request({ type: "answers", questions });
  const of = (answers) => packed(asked, begun(picked({ answers })), 5);
  assert.deepEqual(of({ "paralyze/White": "right" }).answers, { paralyze: { White: "right" } });
  assert.equal("answers" in of({}), false);
});

test("of much that could be undone the last is kept, so that a draft stays small", () => {
  let course = begun(picked({}));
  for (let at = 0; at < 200; at++) course = did(course, picked({ say: `Ü${at}`.repeat(20) }));
  const draft = packed(request(), course, 5);
  assert.ok(new TextEncoder().encode(JSON.stringify(draft)).length <= 4000);
  assert.deepEqual(unpacked(request(), draft).picks, course.picks);
  assert.deepEqual(unpacked(request(), draft).past.at(-1), course.past.at(-1));
});

test("the draft made later counts, and one of another round does not", () => {
  const of = (made, changes) => packed(request(changes), begun(picked({})), made);
  assert.equal(newer(request(), of(5), of(7)).made, 7);
  assert.equal(newer(request(), of(5), of(7, { round: 2 })).made, 5);
  assert.equal(newer(request(), null, undefined), null);
});
