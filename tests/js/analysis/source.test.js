import assert from "node:assert/strict";
import test from "node:test";

import { analysisFrom } from "../../../static/js/analysis/source.js";

const standing = (changes = {}) => ({
  state: "none",
  done: 0,
  of: 0,
  result: null,
  may_ask: true,
  why: "",
  ...changes,
});

/** Return a page whose server gives these answers in order. `later` runs the timers. */
function page(first, ...answers) {
  const asked = [];
  const waiting = [];
  const changes = [];
  const host = {
    fetch: async (address, { method = "GET" } = {}) => {
      asked.push(`${method} ${address}`);
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return {
        ok: true,
        status: 200,
        headers: new Headers({ "Content-Type": "application/json" }),
        json: async () => answer,
      };
    },
    setTimeout: (act) => waiting.push(act),
  };
  const facts = { standing: first, address: "/a.json", order: "/analyse/", token: "t" };
  const source = analysisFrom(facts, (known) => changes.push(known.standing.state), host);
  return { source, asked, changes, waiting, later: () => waiting.shift()() };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("an ordered analysis is polled until it is ready", async () => {
  const found = { version: "1" };
  const { source, asked, changes, waiting, later } = page(
    standing(),
    standing({ state: "asked" }),
    standing({ state: "under_way", done: 3, of: 6 }),
    standing({ state: "done", result: found }),
  );
  await source.order();
  await later();
  await later();
  assert.deepEqual(asked, ["POST /analyse/", "GET /a.json", "GET /a.json"]);
  assert.deepEqual(changes, ["asked", "under_way", "done"]);
  assert.equal(source.known().result, found);
  assert.deepEqual(waiting, []);
});

test("an existing analysis is fetched once, a missing one is not polled", async () => {
  const made = page(standing({ state: "done", result: true }), standing({ state: "done", result: { version: "1" } }));
  made.source.begin();
  await settled();
  assert.deepEqual(made.asked, ["GET /a.json"]);
  const none = page(standing());
  none.source.begin();
  assert.deepEqual(none.asked, []);
});

test("a refused order shows the reason and can be repeated", async () => {
  const { source, waiting } = page(standing(), { why: "Wait for one of them." });
  await source.order();
  assert.equal(source.known().standing.refused, "Wait for one of them.");
  assert.equal(source.known().standing.may_ask, true);
  assert.deepEqual(waiting, []);
});

test("polling slows down while the site is unreachable", async () => {
  const { source, changes, later } = page(
    standing({ state: "under_way" }),
    new Error("away"),
    standing({ state: "done", result: {} }),
  );
  source.begin();
  await settled();
  assert.deepEqual(changes, []);
  await later();
  assert.deepEqual(changes, ["done"]);
});

test("the old result stays readable while a new one is computed", async () => {
  const old = { version: "0" };
  const { source, later } = page(
    standing({ state: "asked", result: true }),
    standing({ state: "under_way", result: old }),
    standing({ state: "failed", result: null }),
  );
  source.begin();
  await settled();
  assert.equal(source.known().result, old);
  await later();
  assert.equal(source.known().result, old);
});
