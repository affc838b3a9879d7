import assert from "node:assert/strict";
import test from "node:test";

test("the offline page loads the page as soon as the site has it, and asks less and less often", async () => {
  const listeners = {};
  const asked = [];
  const loaded = [];
  const timers = [];
  let answer = null;
  const listen = (type, act) => Object.assign(listeners, { [type]: act });
  Object.assign(globalThis, {
    document: { hidden: false, addEventListener: listen },
    addEventListener: listen,
    location: { href: "/ladder/", replace: (address) => loaded.push(address) },
    fetch: async (address, { method }) => {
      asked.push([method, address]);
      if (!answer) throw new TypeError("no answer");
      return answer;
    },
    setTimeout: (act, wait) => timers.push({ act, wait }),
    clearTimeout() {},
  });
  await import("../../../static/js/site/offline.js");
  for (let times = 0; times < 10; times++) await timers.at(-1).act();
  assert.deepEqual(asked[0], ["HEAD", "/ladder/"]);
  assert.ok(timers[0].wait <= 2_000 && timers[3].wait > timers[0].wait);
  assert.ok(timers.every(({ wait }) => wait <= 30_000));
  answer = { ok: false };
  await timers.at(-1).act();
  assert.deepEqual(loaded, []);
  answer = { ok: true };
  await listeners.online();
  assert.deepEqual(loaded, ["/ladder/"]);
});
