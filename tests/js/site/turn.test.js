import "../templates.js";
import assert from "node:assert/strict";
import { mock, test } from "node:test";

const NOW = Date.parse("2026-11-29T12:00:00Z");
mock.timers.enable({ apis: ["Date", "setInterval"], now: NOW });

const time = { dateTime: "2026-11-29T12:01:05Z", textContent: "" };
let shown = [{ time }];
const place = {
  dataset: { turn: "/turn/", waiting: "1" },
  contains: () => false,
  querySelector: (selector) => shown[0]?.[selector] ?? null,
  replaceChildren: (...nodes) => {
    shown = nodes;
  },
};
document.querySelector = (selector) => (selector === "[data-turn]" ? place : null);
let asked = 0;
globalThis.fetch = async () => {
  asked += 1;
  return { ok: true, text: async () => "" };
};
globalThis.DOMParser = class {
  parseFromString = () => ({ body: { childNodes: [{ time: { ...time } }] } });
};

const { showTurn } = await import("../../../static/js/site/turn.js");

test("the clock of the note runs, and the note is fetched every five seconds after the time is up", async () => {
  assert.equal(time.textContent, "1:05");
  mock.timers.tick(60_000);
  assert.equal(time.textContent, "0:05");
  mock.timers.tick(10_000);
  assert.equal(time.textContent, "0:00");
  await new Promise(setImmediate);
  assert.equal(asked, 1);
  mock.timers.tick(4_000);
  assert.equal(asked, 1);
  mock.timers.tick(2_000);
  await new Promise(setImmediate);
  assert.equal(asked, 2);
});

test("the note is fetched when the number of waiting duels changes", () => {
  asked = 0;
  showTurn(1);
  assert.equal(asked, 0);
  showTurn(0);
  assert.equal(asked, 1);
});
