import assert from "node:assert/strict";
import { test } from "node:test";
import { crowdsOf, keepHeight } from "../../../static/js/board/stage.js";

const view = (effects, ...owners) => ({
  wizards: [{ name: "Ann", effects }],
  monsters: owners.map((owner) => ({ alive: true, owner })),
});

test("room is measured only when somebody has more than ever before at this width", () => {
  const host = { innerWidth: 360 };
  const outgrows = crowdsOf({ host });
  assert.equal(outgrows(view({})), false);
  assert.equal(outgrows(view({}, "Ann")), true);
  assert.equal(outgrows(view({}, "Ann")), false);
  assert.equal(outgrows(view({ shield: 1 }, "Ann")), true);
  assert.equal(outgrows(view({ shield: 1 }, "Ann", null)), true);
  assert.equal(outgrows(view({ shield: 1 })), false);
  host.innerWidth = 1280;
  assert.equal(outgrows(view({}, "Ann")), true);
});

test("the kept height of a part lasts until the page has another width", (t) => {
  const heard = new EventTarget();
  const host = { innerWidth: 360, addEventListener: heard.addEventListener.bind(heard) };
  Object.assign(globalThis, host);
  t.after(() => {
    for (const name in host) delete globalThis[name];
  });
  const resized = () => heard.dispatchEvent(new Event("resize"));
  const part = { dataset: {}, style: {}, offsetHeight: 327 };
  keepHeight(part);
  resized(); // an on-screen keyboard appears
  assert.equal(part.style.minBlockSize, "327px");
  globalThis.innerWidth = 740;
  resized();
  assert.equal(part.style.minBlockSize, "");
});
