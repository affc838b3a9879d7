import "../templates.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { actionsOf } from "../../../static/js/orders/actions.js";

test("the second half of a double tap on “Take back” does not undo the last pick", () => {
  const done = [];
  const { takeBack, undo } = actionsOf({
    root: { querySelector: () => null },
    page: () => ({ duel: { request: { round: 3 }, entered: {} } }),
    change: (type) => done.push(type),
    send: () => "1",
  });
  undo({ timeStamp: 1000 });
  takeBack({ timeStamp: 2000 });
  undo({ timeStamp: 2300 });
  assert.deepEqual(done, ["undo", "withdraw"]);
  undo({ timeStamp: 2600 });
  undo(); // by its key
  assert.deepEqual(done, ["undo", "withdraw", "undo", "undo"]);
});
