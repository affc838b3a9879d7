import assert from "node:assert/strict";
import test from "node:test";

/** Run the script on a page at this address. `site.answer` is the site's response, or null while it is down. */
async function openAt(pathname) {
  const site = { answer: null, listeners: {}, asked: [], loaded: [], timers: [] };
  const listen = (type, act) => Object.assign(site.listeners, { [type]: act });
  Object.assign(globalThis, {
    document: { hidden: false, addEventListener: listen, currentScript: { dataset: { own: "/offline/" } } },
    addEventListener: listen,
    location: { href: pathname, pathname, replace: (address) => site.loaded.push(address) },
    fetch: async (address, { method = "GET" }) => {
      site.asked.push([method, address]);
      if (!site.answer) throw new TypeError("no answer");
      return site.answer;
    },
    setTimeout: (act, wait) => site.timers.push({ act, wait }),
    clearTimeout() {},
  });
  await import(`../../../static/js/site/offline.js?${Math.random()}`);
  return site;
}

test("the offline page loads the page as soon as the site has it, and asks less and less often", async () => {
  const site = await openAt("/ladder/");
  const { timers, loaded } = site;
  for (let times = 0; times < 10; times++) await timers.at(-1).act();
  assert.deepEqual(site.asked[0], ["GET", "/ladder/"], "many pages answer HEAD with an error");
  assert.ok(timers[0].wait <= 2_000 && timers[3].wait > timers[0].wait);
  assert.ok(timers.every(({ wait }) => wait <= 30_000));
  site.answer = { ok: false };
  await timers.at(-1).act();
  assert.deepEqual(loaded, []);
  site.answer = { ok: true };
  await site.listeners.online();
  assert.deepEqual(loaded, ["/ladder/"]);
});

test("the offline page does not load itself", async () => {
  const { timers, listeners } = await openAt("/offline/");
  assert.deepEqual([timers, listeners], [[], {}]);
});
