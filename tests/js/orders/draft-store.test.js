import assert from "node:assert/strict";
import test from "node:test";

import { deskOf } from "../../../static/js/orders/draft-store.js";
import { newer, packed, unpacked } from "../../../static/js/orders/drafts.js";
import { noPicks } from "../../../static/js/orders/orders.js";
import { begun, did, redone, undone } from "../../../static/js/orders/undo.js";
import { request, view } from "../frames.js";

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

// The desk

/** A browser of one's own, with time that passes when it is told to. */
function browser(server = {}) {
  const kept = new Map();
  const told = [];
  const timers = [];
  const host = {
    setTimeout: (done) => timers.push(done),
    clearTimeout: () => timers.splice(0),
    localStorage: {
      getItem: (name) => kept.get(name) ?? null,
      setItem: (name, text) => kept.set(name, text),
      removeItem: (name) => kept.delete(name),
    },
  };
  const clock = { at: 1000 };
  const open = (state = {}) => {
    const desk = deskOf({ slug: "abc", tell: (frame) => told.push(frame), now: () => clock.at, host, ...server });
    desk.open({ view: view(), request: request(), entered: null, draft: null, ...state });
    return desk;
  };
  const passes = () => {
    for (const done of timers.splice(0)) done();
  };
  return { open, told, clock, kept, passes };
}

test("picks are told to the server once, a little later", () => {
  const { open, told, passes } = browser();
  const desk = open();
  desk.pick(picked({ left: "S" }));
  desk.pick(picked({ left: "S", right: "D" }));
  assert.deepEqual(told, []);
  passes();
  assert.deepEqual(
    told.map(({ round, draft }) => [round, draft.picks]),
    [[1, { left: "S", right: "D" }]],
  );
});

test("a page that is loaded again has the picks, and what can be undone", () => {
  const { open } = browser();
  open().pick(picked({ left: "S" }));
  const again = open();
  assert.equal(again.picks.left, "S");
  again.undo();
  assert.equal(again.picks.left, null);
});

test("another device has the picks from the server, and its own where they are newer, which it tells", () => {
  const [desktop, phone] = [browser(), browser()];
  const first = desktop.open();
  first.pick(picked({ left: "S" }));
  desktop.passes();
  const draft = desktop.told[0].draft;
  const second = phone.open({ draft });
  assert.equal(second.picks.left, "S");
  phone.clock.at = 2000;
  second.pick(picked({ left: "F" }));
  phone.passes();
  first.hear(phone.told.at(-1));
  assert.equal(first.picks.left, "F");
  first.hear({ draft });
  assert.equal(first.picks.left, "F", "what is older is not taken");
  desktop.clock.at = 3000;
  first.pick(picked({ left: "W" }));
  desktop.told.length = 0;
  first.meet({ draft: phone.told.at(-1).draft });
  assert.equal(desktop.told[0].draft.picks.left, "W", "what was picked without network is told as soon as it is back");
});

test("a new round begins with an empty desk, and the end of the duel leaves nothing behind", () => {
  const { open, kept } = browser();
  const desk = open();
  desk.pick(picked({ left: "S" }));
  desk.open({ view: view({ number: 1 }), request: request({ round: 2 }), entered: null, draft: null });
  assert.deepEqual([desk.picks.left, desk.mayUndo], [null, false]);
  desk.open({ view: view({ number: 2 }), request: null, entered: null, draft: null });
  assert.equal(kept.size, 0);
});

test("what was sealed elsewhere is what is picked, and can be undone", () => {
  const desk = browser().open();
  desk.pick(picked({ left: "S", right: "S" }));
  const state = { entered: { left: "W", right: "D" } };
  assert.equal(desk.isChanged(state), true);
  desk.adopt(state);
  assert.deepEqual([desk.picks.left, desk.isChanged(state)], ["W", false]);
  desk.undo();
  assert.equal(desk.picks.left, "S");
});

test("a board that keeps nothing tells nothing", () => {
  const { open, told, kept, passes } = browser({ keeps: false });
  open().pick(picked({ left: "S" }));
  passes();
  assert.deepEqual([told, kept.size], [[], 0]);
});
