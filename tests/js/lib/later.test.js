import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { afterFrame, atRest, nextTask } from "../../../static/js/lib/later.js";

afterEach(() => {
  for (const name of ["document", "requestAnimationFrame", "requestIdleCallback"]) delete globalThis[name];
});

test("what comes in the next task comes after all that has been promised", async () => {
  const order = [];
  const later = nextTask().then(() => order.push("task"));
  await Promise.resolve().then(() => order.push("promise"));
  await later;
  assert.deepEqual(order, ["promise", "task"]);
});

test("what waits for a frame comes when the frame does, and not within it", async () => {
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

test("on a page that nobody sees, no frame is waited for", async () => {
  globalThis.document = { hidden: true };
  await afterFrame();
});

test("a browser that tells when it is at rest is asked, another is given time", async () => {
  await atRest();
  globalThis.requestIdleCallback = (act) => act();
  await atRest();
});
