import assert from "node:assert/strict";
import { test } from "node:test";
import { completed, done, keep, moveToAccount, nextOf, PUZZLE } from "../../../static/js/learn/progress.js";

const stored = new Map();
globalThis.localStorage = { getItem: (key) => stored.get(key) ?? null, setItem: (key, text) => stored.set(key, text) };

/** Return an element of a user's page, and a host that answers with this status and records what was sent. */
function anAccount(ok) {
  const sent = [];
  const fetch = async (_address, { body }) => {
    sent.push(body.getAll("lesson"));
    return { ok };
  };
  return [{ dataset: { account: "/learn/", token: "t", completed: "spell" } }, { fetch }, sent];
}

test("the next lesson is the first that is not completed", () => {
  assert.equal(nextOf(["gestures", "spell", "shield"], []), 0);
  assert.equal(nextOf(["gestures", "spell", "shield"], ["puzzle", "shield", "gestures"]), 1);
  assert.equal(nextOf(["gestures"], ["gestures"]), -1);
});

test("the lessons and the puzzle of this browser count, and move to the account of a user", async () => {
  keep("gestures");
  keep(PUZZLE);
  const [place, host, sent] = anAccount(true);
  assert.deepEqual(completed(place), ["spell", "gestures", PUZZLE]);
  await moveToAccount({ dataset: {} }, host); // of a visitor
  await moveToAccount(place, host);
  await moveToAccount(place, host);
  assert.deepEqual(sent, [["gestures", PUZZLE]]);
  assert.deepEqual(done(), []);
});

test("lessons that did not reach the account stay in the browser", async () => {
  keep("shield");
  const [place, host] = anAccount(false);
  await moveToAccount(place, host);
  assert.ok(done().includes("shield"));
});
