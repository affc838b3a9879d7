import assert from "node:assert/strict";
import test from "node:test";

import { initial, reduce, sent } from "../../../static/js/orders/duel-state.js";
import { overtakenText } from "../../../static/js/orders/sending.js";
import { duelFrame, request, round, roundFrame, view } from "../frames.js";

const earlier = { left: "S", right: "W" };
const changed = { left: "P", right: "W" };

/** Return a duel in which the message "c2" changes the sealed orders or, if `to` is null, withdraws them. */
const changing = (to) => sent(reduce(initial, duelFrame({ entered: earlier })), "c2", to);

/** Return the view after round 1 with these gestures of the viewer. */
const played = (made, changes) =>
  view({ number: 1, rounds: [{ ...round(1), gestures: { Black: { ...made, second: null } } }], ...changes });

const back = (state, made, changes = {}) =>
  reduce(state, duelFrame({ version: 8, view: played(made), request: request({ round: 2 }), ...changes }));

const EARLIER = "Round 1 was played with your earlier orders: left snap; right wave.";
const UNSURE = "Round 1 was played before your change was confirmed. It may have come too late.";

test("if a round was played with the earlier gestures, a change or a withdrawal of them came too late", () => {
  for (const to of [changed, null]) assert.equal(overtakenText(back(changing(to), earlier)), EARLIER);
});

test("if a round was played with the new gestures, the change counted, although its confirmation was lost", () => {
  assert.equal(overtakenText(back(changing(changed), changed)), "");
});

test("if a round was played with other gestures, the withdrawal counted", () => {
  assert.equal(overtakenText(back(changing(null), { left: "-", right: "-" })), "");
  assert.equal(overtakenText(back(changing(null), earlier, { sealed_by_time: 1 })), "");
});

test("gestures do not prove whether another target counted", () => {
  assert.equal(overtakenText(back(changing({ ...earlier, target: { left: "White" } }), earlier)), UNSURE);
});

test("first orders or confirmed ones have none before them", () => {
  const begun = reduce(initial, duelFrame());
  assert.equal(overtakenText(back(sent(begun, "c1", changed), { left: "-", right: "-" })), "");
  const confirmed = reduce(changing(changed), { type: "accepted", id: "c2", round: 1, orders: changed });
  assert.equal(overtakenText(back(confirmed, changed)), "");
});

test("the page also says so when the round overtakes a change without a lost connection, until that is confirmed", () => {
  const retargeted = { ...earlier, target: { left: "White" } };
  const state = reduce(changing(retargeted), roundFrame(1, { view: played(earlier) }));
  assert.equal(overtakenText(state), UNSURE);
  const accepted = { type: "accepted", id: "c2", round: 1, orders: retargeted };
  assert.equal(overtakenText(reduce(state, accepted)), "");
  const refused = (code) => ({ type: "refused", id: "c2", code, why: "Why not." });
  assert.equal(overtakenText(reduce(state, refused("stale"))), EARLIER);
  assert.equal(overtakenText(reduce(state, refused("rate"))), UNSURE);
});

test("the page names the earlier orders from the reveal to the end of the next round, and after a reconnect", () => {
  const revealed = view({ number: 0, reveal: played(earlier).rounds[0] });
  const answers = { type: "answers", round: 1, wizard: "Black", questions: [] };
  const reveal = { ...roundFrame(1), type: "reveal", view: revealed, request: answers };
  const asked = reduce(changing(changed), reveal);
  assert.equal(overtakenText(asked), EARLIER);
  const over = reduce(asked, roundFrame(1, { version: 7, view: played(earlier) }));
  assert.equal(overtakenText(over), EARLIER);
  assert.equal(overtakenText(back(over, earlier)), EARLIER);
  assert.equal(overtakenText(reduce(over, roundFrame(2, { version: 8 }))), "");
});

test("a change of an answer that is overtaken by the round may have counted", () => {
  const answers = { type: "answers", round: 1, wizard: "Black", questions: [] };
  const asked = reduce(initial, duelFrame({ request: answers, entered: { elemental: "fire" } }));
  const state = sent(asked, "c2", { elemental: "ice" });
  assert.equal(overtakenText(reduce(state, roundFrame(1, { view: played(earlier) }))), UNSURE);
});
