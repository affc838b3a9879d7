import assert from "node:assert/strict";
import test from "node:test";

import { wakeLockOf } from "../../../static/js/board/wake-lock.js";
import { isLive } from "../../../static/js/orders/duel-state.js";
import { duelFrame, view } from "../frames.js";

/** Return a fake browser that counts its active wake locks. */
function browser() {
  let held = 0;
  const listeners = [];
  const document = { hidden: false, addEventListener: (_type, listen) => listeners.push(listen) };
  const request = async () => {
    held += 1;
    return { release: () => (held -= 1) };
  };
  const show = (isShown) => {
    document.hidden = !isShown;
    for (const listen of listeners) listen();
  };
  return { host: { navigator: { wakeLock: { request } }, document }, held: () => held, show };
}

const answered = () => new Promise((done) => setImmediate(done));

test("the screen stays awake as long as requested, with a single lock", async () => {
  const { host, held } = browser();
  const stayAwake = wakeLockOf({ host });
  stayAwake(true);
  stayAwake(true);
  await answered();
  assert.equal(held(), 1);
  stayAwake(false);
  assert.equal(held(), 0);
});

test("a lock that is granted after the end is released", async () => {
  const { host, held } = browser();
  const stayAwake = wakeLockOf({ host });
  stayAwake(true);
  stayAwake(false);
  await answered();
  assert.equal(held(), 0);
});

test("a page requests its lock again when it is shown, and none while hidden", async () => {
  const { host, held, show } = browser();
  show(false);
  const stayAwake = wakeLockOf({ host });
  stayAwake(true);
  await answered();
  assert.equal(held(), 0);
  show(true);
  await answered();
  show(true);
  await answered();
  assert.equal(held(), 1);
});

test("a browser without wake locks, or one that refuses them, causes no error", async () => {
  const { host } = browser();
  wakeLockOf({ host: { ...host, navigator: {} } })(true);
  const refusing = { wakeLock: { request: () => Promise.reject(new Error("low battery")) } };
  wakeLockOf({ host: { ...host, navigator: refusing } })(true);
  await answered();
});

test("only a live, unfinished duel of the viewer keeps the screen awake", () => {
  assert.equal(isLive(duelFrame({ pace: 120 })), true);
  assert.equal(isLive(duelFrame({ pace: null, practice: true })), true);
  for (const changes of [
    { pace: null },
    { pace: 3 * 24 * 3600 },
    { pace: 120, view: view({ viewer: null }) },
    { pace: 120, view: view({ result: { outcome: "draw" } }) },
  ]) {
    assert.equal(isLive(duelFrame(changes)), false, JSON.stringify(changes));
  }
});
