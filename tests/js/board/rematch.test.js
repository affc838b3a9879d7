import "../templates.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { markupOf, valuesOf, wordsOf } from "../templates.js";

const { rematchOf } = await import("../../../static/js/board/rematch.js");

/** Return a page whose site answers with these states, one after another. */
function page(...states) {
  const asked = [];
  const host = {
    fetch: async (_address, { method = "GET", body } = {}) => {
      asked.push(body ?? method);
      return { ok: true, headers: { get: () => "application/json" }, json: async () => states.shift() };
    },
    setTimeout: (again) => {
      host.wait = again;
    },
    location: { assign: (url) => asked.push(url) },
    addEventListener: (type, listener) => {
      host[type] = listener;
    },
  };
  return {
    host,
    asked,
    offer: rematchOf({ address: "/duel/x/rematch/", token: "t", me: "Black", names: ["White"], redraw() {}, host }),
  };
}

const settled = () => new Promise((done) => setTimeout(done));

async function askUntilItStops(host) {
  await settled();
  while (host.wait) {
    const wait = host.wait;
    host.wait = null;
    await wait();
  }
}

const NOTHING = { mine: false, others: [], duel: null, mage: "Black" };

test("an opponent's request turns the offer into an acceptance", async () => {
  const { host, offer } = page(NOTHING, { ...NOTHING, others: ["White"] });
  await settled();
  assert.match(wordsOf(offer.button()), /^Rematch/);
  await host.wait();
  assert.match(wordsOf(offer.button()), /Accept rematch White: rematch\?/);
});

test("after a request the page waits, and goes to the duel once it has begun", async () => {
  const { host, asked, offer } = page({ ...NOTHING, mine: true }, { ...NOTHING, mine: true, duel: "/duel/y/" });
  await settled();
  assert.match(wordsOf(offer.button()), /Waiting for White…/);
  await host.wait();
  assert.deepEqual(asked, ["GET", "GET", "/duel/y/"]);
});

test("a page that has stopped asking asks again once its player wants a rematch", async () => {
  const { host, asked, offer } = page();
  host.fetch = async (_address, { body } = {}) => {
    asked.push(body ?? "GET");
    const state = { ...NOTHING, mine: asked.includes("{}"), duel: asked.at(-2) === "{}" ? "/duel/y/" : null };
    return { ok: true, headers: { get: () => "application/json" }, json: async () => state };
  };
  await askUntilItStops(host);
  valuesOf(offer.button(), "@click").at(-1)();
  await settled();
  await host.wait();
  assert.deepEqual(asked.slice(-3), ["{}", "GET", "/duel/y/"]);
});

test("a page that has stopped asking shows the request of an opponent that its news announce", async () => {
  const { host, asked, offer } = page();
  let state = NOTHING;
  host.fetch = async () => {
    asked.push("GET");
    return { ok: true, headers: { get: () => "application/json" }, json: async () => state };
  };
  await askUntilItStops(host);
  state = { ...NOTHING, others: ["White"] };
  const before = asked.length;
  const event = new Event("rematch", { cancelable: true });
  host.rematch(event);
  await settled();
  assert.equal(event.defaultPrevented, true);
  assert.equal(asked.length, before + 1);
  assert.match(wordsOf(offer.button()), /Accept rematch/);
});

test("a waiting request can be cancelled", async () => {
  const { asked, offer } = page({ ...NOTHING, mine: true }, NOTHING);
  await settled();
  assert.match(wordsOf(offer.button()), /Waiting for White… Cancel/);
  valuesOf(offer.button(), "@click").at(-1)();
  await settled();
  assert.deepEqual(asked, ["GET", '{"cancel":true}']);
  assert.match(wordsOf(offer.button()), /^Rematch/);
});

test("a player whose mage is dead brings another one, or is led to a new one", async () => {
  const { host, offer } = page({ ...NOTHING, mage: "Nimue" }, { ...NOTHING, mage: null });
  await settled();
  assert.match(wordsOf(offer.button()), /^Rematch as Nimue$/);
  await host.wait();
  assert.match(markupOf(offer.button()), /href="\/mages\/">Register a new mage/);
  assert.equal(wordsOf(offer.button()), "Register a new mage");
});
