import assert from "node:assert/strict";
import test from "node:test";

import { backoff, connect, socketAddress } from "../../../static/js/lib/protocol.js";
import { duelFrame, request, view } from "../frames.js";

/** Return a class of sockets that the test drives; each new one is added to `sockets`. */
const socketsIn = (sockets) =>
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
    }
    hear(frame) {
      this.onmessage({ data: JSON.stringify(frame) });
    }
    drop(code = 1006) {
      this.readyState = 3;
      this.onclose({ code });
    }
  };

/** Return a connection whose network and clock are driven by the test. Without `random`, the delays are random. */
function wired({ random } = { random: () => 0.5 }) {
  const [sockets, links, frames] = [[], [], []];
  const timers = new Map();
  let last = 0;
  const document = Object.assign(new EventTarget(), { hidden: false });
  const host = {
    WebSocket: socketsIn(sockets),
    document,
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
  const show = (isShown) => {
    document.hidden = !isShown;
    document.dispatchEvent(new Event("visibilitychange"));
  };
  return { connection, links, frames, sockets, timers, ring, now, show, document };
}

const greeting = (round) => duelFrame({ view: view({ number: round - 1 }), request: request({ round }) });
const sealing = { type: "orders", round: 1, orders: { left: "P", right: "S" } };

test("a lost socket reconnects, and waits longer each time", () => {
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

test("a thousand pages that lose their sockets at once reconnect spread over time", () => {
  const waits = Array.from({ length: 1_000 }, () => {
    const { now, timers } = wired({});
    now().drop();
    return [...timers.values()][0].wait;
  });
  const tenths = new Set(waits.map((wait) => Math.floor((wait - 200) / 20)));
  assert.deepEqual([...tenths].sort(), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("the waits of a page are random, between half and all of their length", () => {
  for (const [attempt, whole] of [400, 800, 1_600, 3_200, 4_000, 4_000].entries()) {
    const [least, most] = [0, 1].map((dice) => backoff(attempt, () => dice));
    assert.deepEqual([least, most], [whole / 2, whole]);
    assert.notEqual(backoff(attempt), backoff(attempt));
  }
});

test("unacknowledged orders are sent again after a reconnect", () => {
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
});

test("acknowledged orders are not sent again", () => {
  const { connection, ring, now } = wired();
  now().open();
  now().hear(greeting(1));
  now().hear({ type: "accepted", id: connection.send(sealing), round: 1, orders: sealing.orders });
  now().drop();
  ring();
  now().open();
  now().hear(greeting(1));
  assert.deepEqual(now().sent, []);
});

test("orders for an earlier round are dropped, not sent into the next one", () => {
  const { connection, ring, now } = wired();
  now().open();
  now().hear(greeting(1));
  connection.send(sealing);
  now().drop();
  ring();
  now().open();
  now().hear(greeting(2));
  assert.deepEqual(now().sent, []);
});

test("only the latest orders are sent after a reconnect", () => {
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

test("a server that does not answer counts as lost", () => {
  const { connection, links, ring, now, sockets } = wired();
  now().open();
  now().hear(greeting(1));
  connection.send(sealing);
  ring();
  assert.equal(links.at(-1), "lost");
  ring();
  assert.equal(sockets.length, 2);
});

test("frames of a replaced socket are ignored", () => {
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

test("a page whose session has ended does not reconnect", () => {
  const { links, timers, now } = wired();
  now().open();
  now().drop(4401);
  assert.equal(timers.size, 0);
  assert.equal(links.at(-1), "closed");
});

const PING = { type: "ping", id: "ping" };
const PONG = { type: "pong", id: "ping" };

test("a page that wakes pings the server at once, and only once", () => {
  const { connection, now, show } = wired();
  now().open();
  now().hear(greeting(1));
  connection.wake();
  show(true);
  assert.deepEqual(now().sent, [PING]);
});

test("a silent server is noticed within ten seconds, without any message sent", () => {
  const { links, timers, frames, ring, now, sockets } = wired();
  now().open();
  now().hear(greeting(1));
  let waited = 0;
  const wait = () => {
    waited += [...timers.values()][0].wait;
    ring();
  };
  wait();
  assert.deepEqual(now().sent, [PING]);
  now().hear(PONG);
  assert.deepEqual([links.at(-1), frames.length, sockets.length], ["open", 1, 1]);
  waited = 0;
  wait();
  wait();
  assert.equal(links.at(-1), "lost");
  assert.ok(waited <= 10_000, waited);
});

test("further messages do not delay the detection of a silent server", () => {
  const { connection, timers, now } = wired();
  now().open();
  now().hear(greeting(1));
  connection.send(sealing);
  const [watchdog] = timers.keys();
  connection.tell({ type: "draft", round: 1, draft: {} });
  connection.wake();
  assert.deepEqual([...timers.keys()], [watchdog]);
});

test("a socket that never opens times out", () => {
  const { links, ring, sockets } = wired();
  ring();
  assert.equal(links.at(-1), "lost");
  ring();
  assert.equal(sockets.length, 2);
});

test("a hidden page pings rarely, and at once when it is shown again", () => {
  const { timers, now, show } = wired();
  show(false);
  now().open();
  now().hear(greeting(1));
  assert.ok([...timers.values()][0].wait >= 30_000);
  show(true);
  assert.deepEqual(now().sent, [PING]);
});

test("a closed page sends nothing more, whatever wakes it", () => {
  for (const code of [4401, 4404]) {
    const { connection, sockets, timers, now, show } = wired();
    now().open();
    now().drop(code);
    connection.wake();
    show(true);
    assert.deepEqual([sockets.length, timers.size], [1, 0]);
  }
});

test("a page that wakes without a socket reconnects at once", () => {
  const { connection, now, sockets, timers } = wired();
  now().drop();
  connection.wake();
  assert.equal(sockets.length, 2);
  assert.equal(timers.size, 1, "only the new socket is waited for");
});

test("an unacknowledged surrender is sent again for the current round", () => {
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

test("when the browser goes offline, the page does not wait for the timeout", () => {
  const { connection, links, now } = wired();
  now().open();
  now().hear(greeting(1));
  connection.sleep();
  assert.equal(links.at(-1), "lost");
  connection.wake();
  now().hear(PONG);
  assert.equal(links.at(-1), "open");
});

test("any frame resets the wait before the next reconnect", () => {
  const { timers, ring, now } = wired();
  now().drop();
  const first = [...timers.values()][0].wait;
  ring();
  now().open();
  now().hear({ type: "lobby", challenges: [], here: [] });
  now().drop();
  assert.equal([...timers.values()].at(-1).wait, first);
});

test("a server that has only said that the page is outdated is not back yet", () => {
  const { links, timers, ring, now } = wired();
  now().drop();
  const first = [...timers.values()][0].wait;
  ring();
  now().open();
  now().hear({ type: "outdated" });
  assert.ok(!links.includes("open"));
  now().drop();
  assert.equal([...timers.values()].at(-1).wait, 2 * first);
});

test("a socket says which scripts the page has, and an outdated page learns it from the answer", () => {
  Object.assign(globalThis, {
    location: new URL("https://here/lobby/"),
    document: { body: { dataset: { assets: "a1" } } },
  });
  assert.equal(socketAddress("/ws/lobby/?chat=1"), "wss://here/ws/lobby/?chat=1&assets=a1");
  const { frames, now, document } = wired();
  let times = 0;
  document.addEventListener("outdated", () => times++);
  now().open();
  now().hear({ type: "outdated" });
  assert.deepEqual([times, frames], [1, []]);
});
