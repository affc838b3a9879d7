import assert from "node:assert/strict";
import test from "node:test";

const PAGE = `<link rel="stylesheet" href="/static/css/pages/site.1.css"><script src="/static/js/site/offline.js" defer></script>`;
const FILES = {
  "/offline/": PAGE,
  "/static/css/pages/site.1.css": `@import "../lib/tokens.css";`,
  "/static/css/lib/tokens.css": ":root {}",
  "/static/js/site/offline.js": "",
};

/** Start the worker with a site that the test turns off; return `ask`, which requests an address as a page does. */
async function worker() {
  const site = { isUp: true };
  const stored = new Map();
  const listeners = {};
  const addressOf = (what) => what.url ?? what;
  const fetched = async (what) => {
    if (!site.isUp) throw new TypeError("no answer");
    return new Response(FILES[addressOf(what)] ?? `page ${addressOf(what)}`);
  };
  const store = {
    keys: async () => [...stored.keys()],
    delete: async (key) => stored.delete(key),
    put: async (address, answer) => stored.set(address, await answer.text()),
    addAll: async (all) => {
      for (const address of all) stored.set(address, await (await fetched(address)).text());
    },
  };
  Object.assign(globalThis, {
    self: {
      addEventListener: (type, act) => Object.assign(listeners, { [type]: act }),
      skipWaiting() {},
      location: { origin: "http://site.example" },
    },
    caches: {
      open: async () => store,
      match: async (what) => stored.has(addressOf(what)) && new Response(stored.get(addressOf(what))),
    },
    fetch: fetched,
  });
  Object.defineProperty(globalThis, "navigator", { value: { onLine: true }, configurable: true });
  await import(`../../../static/js/site/sw.js?${Math.random()}`);
  const waits = [];
  listeners.install({ waitUntil: (done) => waits.push(done) });
  await Promise.all(waits);
  /** Return the text of the answer; undefined if the worker leaves the request to the browser. */
  const ask = async (url, mode = "no-cors") => {
    let answer;
    listeners.fetch({ request: { url, mode }, respondWith: (given) => (answer = given) });
    return answer && (await answer).text();
  };
  return { site, ask };
}

test("while the site is down but the browser online, the offline page comes with all its files", async () => {
  const { site, ask } = await worker();
  assert.equal(await ask("/ladder/", "navigate"), "page /ladder/");
  assert.equal(await ask("/static/css/pages/site.1.css"), undefined, "the browser loads files of other pages itself");
  site.isUp = false;
  assert.equal(await ask("/ladder/", "navigate"), PAGE);
  for (const address of Object.keys(FILES).slice(1)) assert.equal(await ask(address), FILES[address]);
  site.isUp = true;
  assert.equal(await ask("/ladder/", "navigate"), "page /ladder/");
  assert.equal(await ask("/static/css/pages/site.1.css"), undefined);
});
