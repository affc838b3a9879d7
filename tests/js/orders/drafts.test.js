import assert from "node:assert/strict";
import test from "node:test";

import { newer, packed, unpacked } from "../../../static/js/orders/drafts.js";
import { noPicks } from "../../../static/js/orders/orders.js";
import { begun, did, redone, undone } from "../../../static/js/orders/undo.js";
import { request } from "../frames.js";
import "../limits.js";

const picked = (changes) => ({ ...noPicks(), ...changes });

// Undo

test("a change can be undone and redone, until there is another", () => {
  const one = did(begun(picked({})), picked({ left: "S" }));
  const two = did(one, picked({ left: "S", right: "D" }));
  assert.deepEqual(undone(two).picks, picked({ left: "S" }));
  assert.deepEqual(undone(undone(undone(two))).picks, picked({}));
  assert.deepEqual(redone(undone(two)).picks, two.picks);
  assert.deepEqual(redone(did(undone(two), picked({ left: "F" }))).picks, picked({ left: "F" }));
});

test("typed text is undone at once, and a pick without a change is not in the history", () => {
  const said = ["H", "Ha", "Hah"].reduce((course, say) => did(course, picked({ say }), "say"), begun(picked({})));
  assert.equal(undone(said).picks.say, "");
  assert.equal(did(said, picked({ say: "Hah" })), said);
});

// Drafts

test("a draft is restored as it was, without unchanged picks", () => {
  const course = did(did(begun(picked({})), picked({ left: "S" })), {
    ...picked({ left: "S" }),
    second: { ...noPicks().second, right: "W" },
  });
  const draft = JSON.parse(JSON.stringify(packed(request(), course, 5)));
  assert.deepEqual(draft.past, [{}, { left: "S" }]);
  assert.deepEqual(unpacked(request(), draft), { ...course, what: null });
  assert.equal(unpacked(request({ round: 2 }), draft), null);
});

test("a draft contains the picks as the server seals them, without talk", () => {
  const of = (changes, asked = {}) => packed(request(asked), begun(picked(changes)), 5);
  assert.deepEqual(of({ left: "P" }).orders, { left: "P", right: "-" });
  assert.deepEqual(of({ left: "P", say: "Die!" }).orders, { left: "P", right: "-" });
  assert.equal("orders" in of({ say: "I was about to" }), false);
  assert.equal("orders" in of({}), false);
});

test("a draft of answers contains only picked ones", () => {
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

test("a draft stays small by keeping only the latest changes", () => {
  let course = begun(picked({}));
  for (let at = 0; at < 200; at++) course = did(course, picked({ say: `Ü${at}`.repeat(20) }));
  const draft = packed(request(), course, 5);
  assert.ok(new TextEncoder().encode(JSON.stringify(draft)).length <= 4000);
  assert.deepEqual(unpacked(request(), draft).picks, course.picks);
  assert.deepEqual(unpacked(request(), draft).past.at(-1), course.past.at(-1));
});

test("the later draft wins, and one for another round is ignored", () => {
  const of = (made, changes) => packed(request(changes), begun(picked({})), made);
  assert.equal(newer(request(), of(5), of(7)).made, 7);
  assert.equal(newer(request(), of(5), of(7, { round: 2 })).made, 5);
  assert.equal(newer(request(), null, undefined), null);
});
