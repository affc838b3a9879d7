import assert from "node:assert/strict";
import { test } from "node:test";
import { onGuide, playMoves, takeBack } from "../../../static/js/learn/moves.js";
import { connectSandbox, movesWith, stepOf } from "../../../static/js/learn/sandbox.js";

const frame = (number, more = {}) => ({
  type: "duel",
  version: number,
  view: { number, reveal: null, rounds: [...Array(number).keys()].map((at) => ({ number: at + 1 })), ...more },
});

/** Return a server that gives `answers` in order and records its requests. */
function server(...answers) {
  const sent = [];
  const fetch = async (address, { body, headers }) => {
    sent.push({ address, headers, ...JSON.parse(body) });
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    const { status = 200, type = "application/json", ...rest } = answer;
    return { status, headers: new Headers({ "Content-Type": type }), json: async () => rest };
  };
  return { sent, host: { fetch } };
}

function board(...answers) {
  const { sent, host } = server(...answers);
  const frames = [];
  const it = connectSandbox({
    address: "/learn/x/",
    token: "t",
    number: 0,
    onFrame: (each) => frames.push(each),
    onLink() {},
    host,
  });
  return { it, sent, frames };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("orders start a move, answers extend the last one", () => {
  const once = movesWith([], { type: "orders", orders: { left: "S" } });
  assert.deepEqual(once, [{ orders: { left: "S" } }]);
  const asked = movesWith(once, { type: "answers", answers: { paralyze: { White: "left" } } });
  assert.deepEqual(movesWith(asked, { type: "answers", answers: { cast: { left: "shield" } } }), [
    { orders: { left: "S" }, answers: { paralyze: { White: "left" }, cast: { left: "shield" } } },
  ]);
});

test("one new round is animated; anything else replaces the duel", () => {
  assert.deepEqual([stepOf(frame(2), 1).type, stepOf(frame(2), 1).view.rounds], ["round", [{ number: 2 }]]);
  assert.equal(stepOf(frame(1), 2).type, "duel");
  assert.equal(stepOf(frame(3), 1).type, "duel");
  assert.deepEqual(stepOf(frame(1, { reveal: { number: 2 } }), 1).view.rounds, []);
  assert.equal(stepOf(frame(1, { reveal: { number: 2 } }), 1).type, "reveal");
});

test("all moves since the start are sent, and a move may be taken back", async () => {
  const heard = [];
  onGuide((guide) => heard.push(guide));
  const { it, sent, frames } = board(
    { frame: frame(1), guide: { says: "one" } },
    { frame: frame(2), guide: { says: "two" } },
    { frame: frame(1), guide: { says: "one" } },
  );
  it.send({ type: "orders", round: 1, orders: { left: "S", right: "-" } });
  await settled();
  it.send({ type: "orders", round: 2, orders: { left: "D", right: "-" } });
  await settled();
  takeBack();
  await settled();
  assert.deepEqual(
    sent.map(({ moves }) => moves.length),
    [1, 2, 1],
  );
  assert.equal(sent[0].headers["X-CSRFToken"], "t");
  assert.deepEqual(
    frames.map(({ type }) => type),
    ["round", "round", "duel"],
  );
  assert.deepEqual(
    heard.map(({ says, moves }) => [says, moves]),
    [
      ["one", 1],
      ["two", 2],
      ["one", 1],
    ],
  );
});

test("a refused move is dropped and can be sent again", async () => {
  const { it, sent, frames } = board(
    { status: 400, why: "No such gesture." },
    new Error("away"),
    { status: 429, type: "text/html" },
    { frame: frame(1), guide: {} },
  );
  const orders = { type: "orders", round: 1, orders: { left: "X", right: "-" } };
  for (let times = 0; times < 4; times++) {
    it.send(orders);
    await settled();
  }
  assert.deepEqual(
    frames.map(({ type }) => type),
    ["refused", "refused", "refused", "round"],
  );
  assert.equal(frames[0].why, "No such gesture.");
  assert.match(frames[1].why, /Can’t reach/);
  assert.match(frames[2].why, /Wait a moment/);
  assert.deepEqual(
    sent.map(({ moves }) => moves.length),
    [1, 1, 1, 1],
  );
});

test("a list of moves is played from the start", async () => {
  const { it, sent, frames } = board({ frame: frame(1), guide: {} }, { frame: frame(2), guide: {} });
  it.send({ type: "orders", round: 1, orders: { left: "S" } });
  await settled();
  playMoves([{ orders: { left: "D" } }, { orders: { left: "P" } }]);
  await settled();
  assert.deepEqual(sent[1].moves, [{ orders: { left: "D" } }, { orders: { left: "P" } }]);
  assert.equal(frames[1].view.number, 2);
});

test("a reloaded page continues until the lesson is over", async () => {
  const kept = new Map();
  const sessionStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  };
  const { sent, host } = server(
    { frame: frame(1), guide: {} },
    { frame: frame(1), guide: {} },
    { frame: frame(2), guide: { over: true } },
  );
  const open = () =>
    connectSandbox({
      address: "/learn/x/",
      token: "t",
      number: 0,
      onFrame() {},
      onLink() {},
      host: { ...host, sessionStorage },
    });
  open().send({ type: "orders", round: 1, orders: { left: "S" } });
  await settled();
  const reloaded = open();
  await settled();
  reloaded.send({ type: "orders", round: 2, orders: { left: "D" } });
  await settled();
  assert.deepEqual(
    sent.map(({ moves }) => moves.length),
    [1, 1, 2],
  );
  assert.equal(kept.size, 0);
});
