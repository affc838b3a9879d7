import assert from "node:assert/strict";
import { test } from "node:test";
import "../../templates.js";

const { lazily } = await import("../../../../static/js/pages/duel/later.js");

test("a part is loaded once, and after a failure with the next rendering", async () => {
  let [calls, redrawn] = [0, 0];
  const load = async () => {
    calls += 1;
    if (calls === 1) throw new TypeError("no connection");
    return (text) => text;
  };
  const part = lazily(load, () => {
    redrawn += 1;
  });
  part("early");
  await part.loaded;
  assert.deepEqual([calls, redrawn], [1, 0]);
  part("again");
  await part.loaded;
  assert.deepEqual([calls, redrawn, part("there")], [2, 1, "there"]);
});
