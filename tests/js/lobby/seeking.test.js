import assert from "node:assert/strict";
import test from "node:test";

import { seeking } from "../../../static/js/lobby/seeking.js";

/** Return a seeker whose server, socket and clock are driven by the test. */
function stage() {
  const world = { answers: [], asked: 0, timers: new Map(), lines: [], frames: [] };
  let last = 0;
  const host = {
    setTimeout(call, wait) {
      world.timers.set(++last, { call, wait });
      return last;
    },
    clearTimeout: (timer) => world.timers.delete(timer),
  };
  const ask = async () => {
    world.asked++;
    const answer = world.answers.length > 1 ? world.answers.shift() : world.answers[0];
    if (answer === "lost") throw new Error("no network");
    return answer;
  };
  const connect = (listener) => {
    const line = { ...listener, isClosed: false, wake() {}, close: () => (line.isClosed = true) };
    world.lines.push(line);
    return line;
  };
  world.seeker = seeking({ ask, connect, onFrame: (frame) => world.frames.push(frame), host });
  world.line = () => world.lines.at(-1);
  world.ring = async () => {
    const [[timer, { call }]] = world.timers;
    world.timers.delete(timer);
    await call();
  };
  return world;
}

const LIST = { type: "lobby" };

/** Let pending promises settle. */
const settled = () => new Promise(setImmediate);

test("a waiting player with an open socket sends no more requests", async () => {
  const world = stage();
  world.answers = [true];
  await world.seeker.begin();
  assert.equal(world.timers.size, 1);
  world.line().onFrame(LIST);
  assert.equal(world.timers.size, 0);
  assert.equal(world.asked, 1);
  assert.ok(world.seeker.isWaiting());
});

test("a player without a socket sends a request every two seconds", async () => {
  const world = stage();
  world.answers = [true];
  await world.seeker.begin();
  for (let beat = 2; beat < 5; beat++) {
    world.line().onLink("lost"); // the socket was never open
    assert.deepEqual(
      [...world.timers.values()].map((it) => it.wait),
      [2000],
    );
    await world.ring();
    assert.equal(world.asked, beat);
  }
  assert.equal(world.lines.length, 1);
});

test("a player who loses the socket sends requests until it is open", async () => {
  const world = stage();
  world.answers = [true, "lost", true];
  await world.seeker.begin();
  world.line().onFrame(LIST);
  world.line().onLink("lost");
  await settled();
  assert.equal(world.asked, 2);
  assert.ok(!world.seeker.isWaiting());
  world.line().onFrame(LIST);
  assert.equal(world.timers.size, 1, "the server does not know the choices");
  await world.ring();
  assert.deepEqual([world.asked, world.timers.size, world.lines.length], [3, 0, 1]);
});

test("a refused player has no socket and keeps asking", async () => {
  const world = stage();
  world.answers = [false, true, false];
  await world.seeker.begin();
  assert.equal(world.lines.length, 0);
  await world.ring();
  world.line().onFrame(LIST);
  await world.seeker.begin();
  assert.ok(world.line().isClosed);
  assert.deepEqual([world.timers.size, world.seeker.isWaiting()], [1, false]);
});

test("a player who leaves sends nothing more", async () => {
  const world = stage();
  world.answers = [true];
  const asking = world.seeker.begin();
  world.seeker.end();
  await asking;
  assert.deepEqual([world.timers.size, world.lines.length, world.seeker.isWaiting()], [0, 0, false]);
  await world.seeker.begin();
  world.seeker.end();
  assert.ok(world.line().isClosed);
  assert.equal(world.timers.size, 0);
});

test("frames from the socket are passed on", async () => {
  const world = stage();
  world.answers = [true];
  await world.seeker.begin();
  world.line().onFrame({ type: "started", url: "/duel/x/" });
  assert.deepEqual(world.frames, [{ type: "started", url: "/duel/x/" }]);
});

test("the last request counts, even if another answer is pending", async () => {
  const world = stage();
  world.answers = [false, true];
  await Promise.all([world.seeker.begin(), world.seeker.begin()]);
  assert.deepEqual([world.asked, world.seeker.isWaiting()], [2, true]);
  assert.ok(!world.line().isClosed);
});
