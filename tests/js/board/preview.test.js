import assert from "node:assert/strict";
import test from "node:test";

import { markupOf } from "../templates.js";

const { preview } = await import("../../../static/js/board/preview.js");

const wizard = (name, hp) => ({ name, hp, max_hp: 16, alive: true, surrendered: false, effects: {} });
/** Return the markup of a duel after its first round, in which White has fallen to `hp`. */
const after = (hp) =>
  markupOf(
    preview(
      {
        wizards: [wizard("White", hp), wizard("Black", 15)],
        monsters: [],
        rounds: [{ number: 1, gestures: {}, events: [], hp: { White: hp, Black: 15 } }],
      },
      {},
    ),
  );

test("the change in the first round counts from 15 hit points, even where healing may give more", () => {
  assert.doesNotMatch(after(15), /preview__change/);
  assert.match(after(14), /preview__change[^>]*>−1</);
});

test("only a wizard who surrendered is said to have done so", () => {
  const gone = (how) => {
    const wizards = [{ ...wizard("White", 15), surrendered: true }, wizard("Black", 15)];
    const events = [{ type: "surrenders", wizard: "White", how, text: "" }];
    return markupOf(preview({ wizards, monsters: [], rounds: [{ number: 1, gestures: {}, events, hp: {} }] }, {}));
  };
  assert.match(gone("word"), /#surrender.*Surrendered/s);
  for (const [how, told] of Object.entries({ absence: "Absent", timeout: "Out of time", ruling: "Time limit" })) {
    assert.match(gone(how), new RegExp(told));
    assert.match(gone(how), /#clock/);
    assert.doesNotMatch(gone(how), /Surrendered/);
  }
});
