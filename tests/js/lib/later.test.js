import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { afterFrame, atRest, fetchInTurn, nextTask } from "../../../static/js/lib/later.js";

afterEach(() => {
  for (const name of ["document", "requestAnimationFrame", "requestIdleCallback"]) delete globalThis[name];
});

test("the next task runs after all settled promises", async () => {
  const order = [];
  const later = nextTask().then(() => order.push("task"));
  await Promise.resolve().then(() => order.push("promise"));
  await later;
  assert.deepEqual(order, ["promise", "task"]);
});

test("work after a frame runs after the frame, not within it", async () => {
  let frame = null;
  globalThis.document = { hidden: false };
  globalThis.requestAnimationFrame = (act) => {
    frame = act;
  };
  const order = [];
  const after = afterFrame().then(() => order.push("after"));
  await nextTask();
  frame();
  order.push("frame");
  await after;
  assert.deepEqual(order, ["frame", "after"]);
});

test("a hidden page does not wait for a frame", async () => {
  globalThis.document = { hidden: true };
  await afterFrame();
});

test("after a while, rest begins when the browser is idle", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const asked = [];
  globalThis.requestIdleCallback = (act) => asked.push(act);
  let isAtRest = false;
  const rest = atRest().then(() => {
    isAtRest = true;
  });
  context.mock.timers.tick(0);
  await Promise.resolve();
  assert.deepEqual([asked.length, isAtRest], [0, false]);
  context.mock.timers.runAll();
  await Promise.resolve();
  assert.deepEqual([asked.length, isAtRest], [1, false]);
  asked[0]();
  await rest;
});

test("a browser that does not report idleness only gets time", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const rest = atRest();
  context.mock.timers.runAll();
  await rest;
});

test("fetches run in turn, wait for the connection, and may fail", async (context) => {
  const browser = { onLine: true };
  Object.defineProperty(globalThis, "navigator", { value: browser, configurable: true, writable: true });
  context.after(() => delete globalThis.navigator);
  let goOnline = null;
  globalThis.addEventListener = (_type, listener) => {
    goOnline = listener;
  };
  context.after(() => delete globalThis.addEventListener);
  const called = [];
  const fails = async () => {
    called.push("fails");
    browser.onLine = false;
    throw new Error("no connection");
  };
  const all = fetchInTurn([fails, async () => called.push("next")]);
  await nextTask();
  assert.deepEqual(called, ["fails"]);
  browser.onLine = true;
  goOnline();
  await all;
  assert.deepEqual(called, ["fails", "next"]);
});
