import "../templates.js";
import assert from "node:assert/strict";
import test from "node:test";

import { hintsOf } from "../../../static/js/lookahead/hints.js";
import { request, view } from "../frames.js";

test("a hint is given until the round it is about is over", async () => {
  const hints = hintsOf({ ask: async () => ({ look: "Look left.", orders: {}, reasons: [] }), redraw() {}, take() {} });
  const state = (round) => ({ practice: true, view: view(), request: request({ round }) });
  assert.equal(hints.isGiven(state(1)), false);
  await hints.more(state(1));
  assert.equal(hints.isGiven(state(1)), true);
  assert.equal(hints.isGiven({ ...state(1), request: null }), false);
  assert.equal(hints.isGiven(state(2)), false);
});
