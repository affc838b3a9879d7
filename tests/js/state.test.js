import assert from "node:assert/strict";
import test from "node:test";

import { currentRound, hasSealed, initial, reduce } from "../../static/js/state.js";
import { duelFrame, request, round, roundFrame, view } from "./frames.js";

const begun = (changes) => reduce(initial, duelFrame(changes), 10_000);

test("a whole duel replaces whatever was known, whatever its version", () => {
  const state = reduce({ ...begun(), version: 99, lagging: true }, duelFrame({ version: 7 }));
  assert.equal(state.version, 7);
  assert.equal(state.lagging, false);
});

test("a resolved round is added to those known and clears what was entered", () => {
  const before = begun({ view: view({ number: 1, rounds: [round(1)] }), entered: { left: "P", right: "-" } });
  const state = reduce(before, roundFrame(2));
  assert.deepEqual(state.view.rounds.map(({ number }) => number), [1, 2]);
  assert.equal(state.entered, null);
  assert.equal(currentRound(state), 3);
});

test("a frame after a gap changes nothing and says that one is missing", () => {
  const state = reduce(begun(), roundFrame(1, { version: 7 }));
  assert.equal(state.lagging, true);
  assert.equal(state.version, 5);
  assert.equal(state.view.rounds.length, 0);
});

test("a frame that came already changes nothing", () => {
  const before = begun();
  assert.equal(reduce(before, roundFrame(1, { version: 5 })), before);
});

test("fewer wizards are waited for after a waiting frame", () => {
  const state = reduce(begun(), { type: "waiting", version: 6, waiting: ["White"], reserves: { Black: 240, White: 300 } });
  assert.deepEqual(state.waiting, ["White"]);
  assert.equal(state.reserves.Black, 240);
  assert.equal(state.version, 6);
});

test("a reveal keeps the rounds and shows the one that is being played", () => {
  const before = begun({ view: view({ number: 1, rounds: [round(1)] }) });
  const asked = { type: "answers", round: 2, wizard: "Black", questions: [] };
  const frame = { ...roundFrame(2), type: "reveal", view: view({ number: 1, reveal: round(2) }), request: asked };
  const state = reduce(before, frame);
  assert.deepEqual(state.view.rounds.map(({ number }) => number), [1]);
  assert.equal(state.view.reveal.number, 2);
  assert.equal(currentRound(state), 2);
});

test("orders that another tab entered are taken over", () => {
  const state = reduce(begun(), { type: "entered", round: 1, orders: { left: "S", right: "D" } });
  assert.deepEqual(state.entered, { left: "S", right: "D" });
});

test("orders accepted for a round that is over are not taken for this one", () => {
  const state = reduce(begun({ request: request({ round: 2 }) }), { type: "accepted", id: "a", round: 1, orders: { left: "S", right: "D" } });
  assert.equal(state.entered, null);
});

test("answers are what is entered while answers are asked", () => {
  const before = begun({ request: { type: "answers", round: 1, wizard: "Black", questions: [] } });
  const state = reduce(before, { type: "accepted", id: "a", round: 1, answers: { elemental: "fire" } });
  assert.deepEqual(state.entered, { elemental: "fire" });
});

test("answers that led to a further question are not all that is asked", () => {
  const questions = [{ field: ["target", "left"], kind: "target", choices: ["White"], default: "White" }];
  const state = begun({ request: { type: "answers", round: 1, wizard: "Black", questions }, entered: { cast: { left: "shield" } } });
  assert.equal(hasSealed(state), false);
  assert.equal(hasSealed({ ...state, entered: { cast: { left: "shield" }, target: { left: "White" } } }), true);
});

test("a refusal is shown until the next orders are accepted", () => {
  const refused = reduce(begun(), { type: "refused", id: "a", code: "illegal", why: "No such hand." });
  assert.equal(refused.refusal.why, "No such hand.");
  assert.equal(reduce(refused, { type: "accepted", id: "b", round: 1, orders: {} }).refusal, null);
});

test("all that was said comes apart from the duel, and stays when the duel comes anew", () => {
  const line = { id: 3, by: "White", text: "En garde!", at: 1 };
  const told = reduce(begun(), { type: "lines", lines: [line] });
  const { talk, ...frame } = duelFrame();
  assert.deepEqual(reduce(told, frame).talk, [line]);
  assert.deepEqual(reduce(told, { type: "lines", lines: [] }).talk, []);
});

test("a line of talk that came twice is heard once", () => {
  const line = { id: 3, by: "White", text: "Hah!", at: 0 };
  const once = reduce(begun(), { type: "talk", line });
  assert.equal(reduce(once, { type: "talk", line }).talk.length, 1);
});

test("a page that was made without the time trusts our clock until the socket speaks", () => {
  assert.equal(reduce(initial, duelFrame({ now: 0 }), 500_000).skew, 0);
});

test("a frame of a type that is not known yet changes nothing", () => {
  const before = begun();
  assert.equal(reduce(before, { type: "fireworks" }), before);
});

test("in a stopped time a waiting frame of the version that is known is heard", () => {
  const state = reduce(begun(), { type: "waiting", version: 5, waiting: ["White"] });
  assert.deepEqual([state.waiting, state.version, state.lagging], [["White"], 5, false]);
});
