import assert from "node:assert/strict";
import test from "node:test";
import { isChanged } from "../../../static/js/orders/desk.js";
import { noPicks } from "../../../static/js/orders/orders.js";
import { pageModelOf } from "../../../static/js/orders/page-model.js";
import { picksOn, progress } from "../../../static/js/orders/page-state.js";
import { duelFrame, roundFrame } from "../frames.js";

const picked = (changes) => ({ ...noPicks(), ...changes });

/** Return a browser with its own storage, and timers that the test runs. */
function browser(options = {}) {
  const kept = new Map();
  const told = [];
  const timers = [];
  const clock = { at: 1000 };
  const host = {
    Date: { now: () => clock.at },
    setTimeout: (done) => timers.push(done),
    clearTimeout: () => timers.splice(0),
    localStorage: {
      getItem: (name) => kept.get(name) ?? null,
      setItem: (name, text) => kept.set(name, text),
      removeItem: (name) => kept.delete(name),
    },
  };
  const socket = () => ({ tell: (frame) => told.push(frame), send: (frame) => told.push(frame) });
  const open = (changes = {}) => {
    const model = pageModelOf(duelFrame({ now: clock.at, draft: null, ...changes }), { socket, host, ...options });
    const pick = (picks) => model.dispatch("pick", { picks });
    return { ...acts(model), pick, receive: model.receive, model };
  };
  const passes = () => {
    for (const done of timers.splice(0)) done();
  };
  return { open, told, clock, kept, passes };
}

const acts = (model) => ({
  picks: () => picksOn(model.page),
  undo: () => model.dispatch("undo"),
});

test("picks are sent to the server once, after a pause", () => {
  const { open, told, passes } = browser();
  const page = open();
  page.pick(picked({ left: "S" }));
  page.pick(picked({ left: "S", right: "D" }));
  assert.deepEqual(told, []);
  passes();
  assert.deepEqual(
    told.map(({ round, draft }) => [round, draft.picks]),
    [[1, { left: "S", right: "D" }]],
  );
});

test("picks are sent at once when time is about to run out", () => {
  const { open, told, clock } = browser();
  const page = open({ deadline: 60_000 });
  clock.at = 50_000;
  page.pick(picked({ left: "S" }));
  assert.deepEqual(told[0].draft.orders, { left: "S", right: "-" });
});

test("a crashed page has the picks from before its last pause", () => {
  const { open, passes } = browser();
  open().pick(picked({ left: "S" }));
  passes();
  assert.equal(open().picks().left, "S");
});

test("a reloaded page has the picks and their undo history", () => {
  const { open } = browser();
  const page = open();
  page.pick(picked({ left: "S" }));
  page.model.flush();
  const again = open();
  assert.equal(again.picks().left, "S");
  again.undo();
  assert.equal(again.picks().left, null);
});

test("another device gets the picks from the server, or keeps and sends its newer ones", () => {
  const [desktop, phone] = [browser(), browser()];
  const first = desktop.open();
  first.pick(picked({ left: "S" }));
  desktop.passes();
  const { draft } = desktop.told[0];
  const second = phone.open({ draft });
  assert.equal(second.picks().left, "S");
  phone.clock.at = 2000;
  second.pick(picked({ left: "F" }));
  phone.passes();
  first.receive(phone.told.at(-1));
  assert.equal(first.picks().left, "F");
  first.receive({ type: "draft", round: 1, draft });
  assert.equal(first.picks().left, "F", "older picks are ignored");
  desktop.clock.at = 3000;
  first.pick(picked({ left: "W" }));
  desktop.told.length = 0;
  first.receive(duelFrame({ now: 3000, draft: phone.told.at(-1).draft }));
  assert.equal(desktop.told[0].draft.picks.left, "W", "picks made offline are sent after the reconnect");
});

test("a new round starts with an empty desk, and the end of the duel deletes the draft", () => {
  const { open, kept } = browser();
  const page = open();
  page.pick(picked({ left: "S" }));
  page.receive(roundFrame(1));
  assert.deepEqual([page.picks().left, progress(page.model.page).mayUndo], [null, false]);
  page.receive(roundFrame(2, { version: 7, request: null }));
  assert.equal(kept.size, 0);
});

test("orders sealed elsewhere become the picks, and can be undone", () => {
  const page = browser().open();
  page.pick(picked({ left: "S", right: "S" }));
  const entered = { left: "W", right: "D" };
  assert.equal(isChanged(page.model.page.desk, entered), true);
  page.receive({ type: "entered", round: 1, orders: entered });
  assert.deepEqual([page.picks().left, isChanged(page.model.page.desk, entered)], ["W", false]);
  page.undo();
  assert.equal(page.picks().left, "S");
});

test("a board without drafts sends none", () => {
  const { open, told, kept, passes } = browser({ keeps: false });
  open().pick(picked({ left: "S" }));
  passes();
  assert.deepEqual([told, kept.size], [[], 0]);
});

test("a page that has missed a frame requests the whole duel once", () => {
  const { open, told } = browser();
  const page = open();
  page.receive({ type: "waiting", version: 9, waiting: [], reserves: {} });
  page.receive({ type: "waiting", version: 10, waiting: [], reserves: {} });
  assert.deepEqual(told, [{ type: "sync" }]);
});

test("pending picks for the last question are not sent", () => {
  const { open, told, passes } = browser();
  const page = open();
  page.pick(picked({ left: "S" }));
  page.receive(roundFrame(1));
  passes();
  assert.deepEqual(told, []);
});
