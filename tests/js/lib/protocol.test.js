import assert from "node:assert/strict";
import test from "node:test";

import { backoff, connect } from "../../../static/js/lib/protocol.js";
import { duelFrame, request, view } from "../frames.js";

/** A connection on a network and a clock that the test drives; without `random`, chance is left to itself. */
function wired({ random } = { random: () => 0.5 }) {
  const sockets = [];
  const timers = new Map();
  const links = [];
  const frames = [];
  class Socket {
    constructor(address) {
      Object.assign(this, { address, readyState: 0, sent: [] });
      sockets.push(this);
    }
    send(text) {
      this.sent.push(JSON.parse(text));
    }
    close() {
      this.readyState = 3;
    }
    open() {
      this.readyState = 1;
      this.onopen();
    }
    hear(frame) {
      this.onmessage({ data: JSON.stringify(frame) });
    }
    drop(code = 1006) {
      this.readyState = 3;
      this.onclose({ code });
    }
  }
  let last = 0;
  const host = {
    WebSocket: Socket,
    setTimeout(call, wait) {
      timers.set(++last, { call, wait });
      return last;
    },
    clearTimeout: (timer) => timers.delete(timer),
  };
  const connection = connect({
    address: "ws://here/",
    onFrame: (frame) => frames.push(frame),
    onLink: (link) => links.push(link),
    host,
    random,
  });
  const ring = () => {
    const [[timer, { call }]] = timers;
    timers.delete(timer);
    call();
  };
  const now = () => sockets.at(-1);
  return { connection, links, frames, sockets, timers, ring, now };
}

const greeting = (round) => duelFrame({ view: view({ number: round - 1 }), request: request({ round }) });
const sealing = { type: "orders", round: 1, orders: { left: "P", right: "S" } };

test("a lost socket comes back by itself, and waits longer each time", () => {
  const { links, timers, ring, now, sockets } = wired();
  now().drop();
  const first = [...timers.values()][0].wait;
  ring();
  now().drop();
  assert.ok([...timers.values()][0].wait > first);
  assert.equal(sockets.length, 2);
  assert.deepEqual(links, ["connecting", "lost", "connecting", "lost"]);
});

test("no wait is longer than four seconds", () => {
  assert.equal(
    backoff(50, () => 1),
    4_000,
  );
});

test("a thousand pages that lose their sockets at once come back spread over half of the wait", () => {
  const waits = Array.from({ length: 1_000 }, () => {
    const { now, timers } = wired({});
    now().drop();
    return [...timers.values()][0].wait;
  });
  const tenths = new Set(waits.map((wait) => Math.floor((wait - 200) / 20)));
  assert.deepEqual([...tenths].sort(), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("each of a page's own attempts waits as chance has it, between half and all of its time", () => {
  for (const [attempt, whole] of [400, 800, 1_600, 3_200, 4_000, 4_000].entries()) {
    const [least, most] = [0, 1].map((dice) => backoff(attempt, () => dice));
    assert.deepEqual([least, most], [whole / 2, whole]);
    assert.notEqual(backoff(attempt), backoff(attempt));
  }
});

test("orders that were not acknowledged are sent again after the greeting", () => {
  const { connection, ring, now } = wired();
  now().open();
  now().hear(greeting(1));
  const id = connection.send(sealing);
  now().drop();
  ring();
  now().open();
  assert.deepEqual(now().sent, []);
  now().hear(greeting(1));
  assert.deepEqual(now().sent, [{ ...sealing, id }]);
  assert.equal(connection.isSending(), true);
});

test("orders that were acknowledged are not sent again", () => {
  const { connection, ring, now } = wired();
  now().open();
  now().hear(greeting(1));
  now().hear({ type: "accepted", id: connection.send(sealing), round: 1, orders: sealing.orders });
  now().drop();
  ring();
  now().open();
  now().hear(greeting(1));
  assert.deepEqual(now().sent, []);
  assert.equal(connection.isSending(), false);
});

test("orders of a round that is over are dropped, not sent into the next one", () => {
  const { connection, ring, now } = wired();
  now().open();
  now().hear(greeting(1));
  connection.send(sealing);
  now().drop();
  ring();
  now().open();
  now().hear(greeting(2));
  assert.deepEqual(now().sent, []);
  assert.equal(connection.isSending(), false);
});

test("only the last of changed orders is sent after a reconnection", () => {
  const { connection, now } = wired();
  connection.send(sealing);
  const id = connection.send({ ...sealing, orders: { left: "S", right: "S" } });
  now().open();
  now().hear(greeting(1));
  assert.deepEqual(
    now().sent.map((message) => message.id),
    [id],
  );
});

test("a server that does not answer is taken for lost", () => {
  const { connection, links, ring, now, sockets } = wired();
  now().open();
  now().hear(greeting(1));
  connection.send(sealing);
  ring();
  assert.equal(links.at(-1), "lost");
  ring();
  assert.equal(sockets.length, 2);
});

test("a socket that was replaced is not listened to any more", () => {
  const { connection, frames, ring, now, sockets } = wired();
  now().open();
  now().hear(greeting(1));
  connection.send(sealing);
  ring();
  ring();
  sockets[0].hear({ type: "waiting", version: 6, waiting: [] });
  sockets[0].drop();
  assert.equal(frames.length, 1);
  assert.equal(sockets.length, 2);
});

test("a session that has ended is not tried again", () => {
  const { links, timers, now } = wired();
  now().open();
  now().drop(4401);
  assert.equal(timers.size, 0);
  assert.equal(links.at(-1), "closed");
});

test("a page that wakes asks at once how the duel stands", () => {
  const { connection, now } = wired();
  now().open();
  now().hear(greeting(1));
  connection.wake();
  assert.deepEqual(
    now().sent.map(({ type }) => type),
    ["sync"],
  );
});

test("a page that wakes without a socket does not wait for its turn", () => {
  const { connection, now, sockets, timers } = wired();
  now().drop();
  connection.wake();
  assert.equal(sockets.length, 2);
  assert.equal(timers.size, 0);
});

test("a surrender that did not arrive is sent again for the round of now", () => {
  const { connection, ring, now } = wired();
  now().open();
  now().hear(greeting(1));
  now().drop();
  connection.send({ type: "forfeit", round: 1 });
  ring();
  now().open();
  now().hear(greeting(2));
  assert.deepEqual(
    now().sent.map(({ type, round }) => [type, round]),
    [["forfeit", 2]],
  );
});

test("when the network says that it is gone, the page does not wait for the silence", () => {
  const { connection, links, now } = wired();
  now().open();
  now().hear(greeting(1));
  connection.sleep();
  assert.equal(links.at(-1), "lost");
  connection.wake();
  now().hear(greeting(1));
  assert.equal(links.at(-1), "open");
});

test("whatever the server sends, the next loss is waited for as little as the first", () => {
  const { timers, ring, now } = wired();
  now().drop();
  const first = [...timers.values()][0].wait;
  ring();
  now().open();
  now().hear({ type: "lobby", challenges: [], here: [] });
  now().drop();
  assert.equal([...timers.values()].at(-1).wait, first);
});
