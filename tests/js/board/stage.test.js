import assert from "node:assert/strict";
import { test } from "node:test";
import { crowdsOf } from "../../../static/js/board/stage.js";

const view = (effects, ...owners) => ({
  wizards: [{ name: "Ann", effects }],
  monsters: owners.map((owner) => ({ alive: true, owner })),
});

test("room is measured only where somebody has more than he ever had, at this width", () => {
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
