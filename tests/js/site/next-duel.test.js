import "../templates.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { valuesOf, wordsOf } from "../templates.js";

const { nextDuelOf } = await import("../../../static/js/site/next-duel.js");

/** Return a page of the duel x, and the calls and duels that it has opened. */
function page({ opensAtOnce = true } = {}) {
  const done = [];
  const host = {
    call: () => done.push("call"),
    location: { assign: (url) => done.push(url) },
    setTimeout: (then) => {
      host.second = then;
    },
  };
  const next = nextDuelOf({ here: "/duel/x/", opensAtOnce, redraw() {}, host });
  const hears = (duel) => next.receive({ type: "tournament", state: "running", parts: {}, duel });
  const passes = (seconds) => {
    for (let at = 0; at < seconds; at += 1) host.second();
  };
  return { done, hears, next, passes, words: () => wordsOf(next.note()) };
}

test("the next duel of a tournament is called out, and opens after ten seconds", () => {
  const { done, hears, next, passes, words } = page();
  hears("");
  hears("/duel/x/"); // this page's duel, which is just ending
  assert.equal(next.title(), "");
  hears("/duel/y/");
  assert.match(words(), /^Your next duel has begun\. It opens in 10 seconds\. Go to your duel Stay here$/);
  assert.equal(next.title(), "● Your next duel has begun");
  passes(9);
  assert.match(words(), /It opens in 1 second\./);
  assert.deepEqual(done, ["call"]);
  passes(1);
  assert.deepEqual(done, ["call", "/duel/y/"]);
});

test("a player can stay, and the note says what that costs", () => {
  const { done, hears, next, passes, words } = page();
  hears("/duel/y/");
  valuesOf(next.note(), "@click").at(-1)();
  assert.match(words(), /If you don’t come, you lose it\. Go to your duel$/);
  passes(1);
  assert.deepEqual(done, ["call"]);
});

test("a duel that had begun before the page was opened may be open elsewhere, and so only has a link", () => {
  const { hears, words } = page({ opensAtOnce: false });
  hears("/duel/y/");
  assert.doesNotMatch(words(), /It opens/);
  hears("/duel/z/");
  assert.match(words(), /It opens in 10 seconds\./);
});

test("the call ends with the duel", () => {
  const { done, hears, next, passes } = page();
  hears("/duel/y/");
  hears("");
  passes(1);
  assert.equal(next.title(), "");
  assert.deepEqual(done, ["call"]);
});
