import assert from "node:assert/strict";
import test from "node:test";

import { asShown, currentRound, hasSealed, initial, reduce, sent } from "../../../static/js/orders/duel-state.js";
import { duelFrame, request, round, roundFrame, view } from "../frames.js";

const begun = (changes) => reduce(initial, duelFrame(changes), 10_000);

test("the frame with the whole duel replaces everything, whatever its version", () => {
  const state = reduce({ ...begun(), version: 99, lagging: true }, duelFrame({ version: 7 }));
  assert.equal(state.version, 7);
  assert.equal(state.lagging, false);
});

test("a resolved round is added to the others and clears the entered orders", () => {
  const before = begun({ view: view({ number: 1, rounds: [round(1)] }), entered: { left: "P", right: "-" } });
  const state = reduce(before, roundFrame(2));
  assert.deepEqual(
    state.view.rounds.map(({ number }) => number),
    [1, 2],
  );
  assert.equal(state.entered, null);
  assert.equal(currentRound(state), 3);
});

test("while the last round plays, the state is that of this round", () => {
  const last = { viewer: "Black", wizards: [{ name: "Black" }, { name: "White" }] };
  const over = begun({
    view: view({ ...last, number: 10, result: { outcome: "victory", winners: ["Black"] } }),
    request: null,
    acting: [],
    waiting: [],
  });
  const playing = asShown(over, { ...over.view, result: null });
  assert.equal(currentRound(playing), 10);
  assert.equal(playing.view.result, null);
  assert.deepEqual(playing.acting, ["Black", "White"]);
  assert.equal(asShown(over, over.view), over);
});

test("a frame after a gap changes nothing and reports the gap", () => {
  const frames = [roundFrame(2, { version: 7 }), { type: "waiting", version: 7, waiting: ["White"], reserves: {} }];
  for (const frame of frames) {
    const state = reduce(begun(), frame);
    assert.equal(state.lagging, true);
    assert.equal(state.version, 5);
    assert.equal(state.view.rounds.length, 0);
  }
});

test("the frame of the current round makes up for missed ones", () => {
  const state = reduce(begun(), roundFrame(1, { version: 7 }));
  assert.deepEqual([state.lagging, state.version, state.view.rounds.length], [false, 7, 1]);
});

test("a repeated frame changes nothing", () => {
  const before = begun();
  assert.equal(reduce(before, roundFrame(1, { version: 5 })), before);
});

test("a waiting frame reduces the wizards that are waited for", () => {
  const state = reduce(begun(), {
    type: "waiting",
    version: 6,
    waiting: ["White"],
    reserves: { Black: 240, White: 300 },
  });
  assert.deepEqual(state.waiting, ["White"]);
  assert.equal(state.reserves.Black, 240);
  assert.equal(state.version, 6);
});

test("a reveal keeps the rounds and adds the one that is being played", () => {
  const before = begun({ view: view({ number: 1, rounds: [round(1)] }) });
  const asked = { type: "answers", round: 2, wizard: "Black", questions: [] };
  const frame = { ...roundFrame(2), type: "reveal", view: view({ number: 1, reveal: round(2) }), request: asked };
  const state = reduce(before, frame);
  assert.deepEqual(
    state.view.rounds.map(({ number }) => number),
    [1],
  );
  assert.equal(state.view.reveal.number, 2);
  assert.equal(currentRound(state), 2);
});

test("orders entered in another tab are taken over", () => {
  const state = reduce(begun(), { type: "entered", round: 1, orders: { left: "S", right: "D" } });
  assert.deepEqual(state.entered, { left: "S", right: "D" });
});

test("orders accepted for an earlier round are not taken for this one", () => {
  const state = reduce(begun({ request: request({ round: 2 }) }), {
    type: "accepted",
    id: "a",
    round: 1,
    orders: { left: "S", right: "D" },
  });
  assert.equal(state.entered, null);
});

test("answers count as entered while answers are requested", () => {
  const before = begun({ request: { type: "answers", round: 1, wizard: "Black", questions: [] } });
  const state = reduce(before, { type: "accepted", id: "a", round: 1, answers: { elemental: "fire" } });
  assert.deepEqual(state.entered, { elemental: "fire" });
});

test("answers that led to a further question do not complete the request", () => {
  const questions = [{ field: ["target", "left"], kind: "target", choices: ["White"], default: "White" }];
  const state = begun({
    request: { type: "answers", round: 1, wizard: "Black", questions },
    entered: { cast: { left: "shield" } },
  });
  assert.equal(hasSealed(state), false);
  assert.equal(hasSealed({ ...state, entered: { cast: { left: "shield" }, target: { left: "White" } } }), true);
});

test("a refusal is shown until the next orders are accepted", () => {
  const refused = reduce(begun(), { type: "refused", id: "a", code: "illegal", why: "No such hand." });
  assert.equal(refused.refusal.why, "No such hand.");
  assert.equal(reduce(refused, { type: "accepted", id: "b", round: 1, orders: {} }).refusal, null);
});

test("talk comes apart from the duel, and stays when the whole duel comes again", () => {
  const line = { id: 3, by: "White", text: "En garde!", at: 1 };
  const told = reduce(begun(), { type: "lines", lines: [line] });
  const { talk, ...frame } = duelFrame();
  assert.deepEqual(reduce(told, frame).talk, [line]);
  assert.deepEqual(reduce(told, { type: "lines", lines: [] }).talk, []);
});

test("a repeated line of talk appears once", () => {
  const line = { id: 3, by: "White", text: "Hah!", at: 0 };
  const once = reduce(begun(), { type: "talk", line });
  assert.equal(reduce(once, { type: "talk", line }).talk.length, 1);
});

test("a page without a server time trusts the local clock until the socket opens", () => {
  assert.equal(reduce(initial, duelFrame({ now: 0 }), 500_000).skew, 0);
});

test("a frame of an unknown type changes nothing", () => {
  const before = begun();
  assert.equal(reduce(before, { type: "fireworks" }), before);
});

test("in a stopped time a waiting frame with the same version is accepted", () => {
  const state = reduce(begun(), { type: "waiting", version: 5, waiting: ["White"] });
  assert.deepEqual([state.waiting, state.version, state.lagging], [["White"], 5, false]);
});

test("sent orders are sealed, and their wizard ready, only when they are accepted", () => {
  const before = begun({ waiting: ["Black", "White"] });
  const sending = sent(before, "c1", { left: "P" });
  assert.deepEqual([sending.entered, hasSealed(sending), sending.waiting], [{ left: "P" }, false, before.waiting]);
  const accepted = reduce(sending, { type: "accepted", id: "c1", round: 1, orders: { left: "P", right: "-" } });
  assert.deepEqual([accepted.entered, accepted.pending], [{ left: "P", right: "-" }, null]);
  assert.deepEqual([hasSealed(accepted), accepted.waiting], [true, ["White"]]);
  const refused = reduce(sending, { type: "refused", id: "c1", code: "illegal", why: "No." });
  assert.deepEqual([refused.entered, refused.waiting, refused.refusal.why], [null, before.waiting, "No."]);
});

test("withdrawn orders do not count, unless the withdrawal is refused", () => {
  const sealed = begun({ entered: { left: "P" }, waiting: ["White"] });
  const taking = sent(sealed, "c2", null);
  assert.deepEqual([taking.entered, taking.waiting], [null, ["White"]]);
  const taken = reduce(taking, { type: "accepted", id: "c2", round: 1, orders: null, answers: null });
  assert.deepEqual([taken.entered, taken.waiting], [null, ["White", "Black"]]);
  assert.deepEqual(reduce(taking, { type: "refused", id: "c2", code: "stale", why: "No." }).entered, { left: "P" });
});

test("the later of two messages counts, or the result of the first if it is refused", () => {
  const sending = sent(sent(begun(), "c1", { left: "P" }), "c2", { left: "W" });
  const first = reduce(sending, { type: "accepted", id: "c1", round: 1, orders: { left: "P", right: "-" } });
  assert.deepEqual(first.entered, { left: "W" });
  assert.deepEqual(reduce(first, { type: "refused", id: "c2", code: "illegal", why: "No." }).entered, {
    left: "P",
    right: "-",
  });
});

test("pending orders still count when the whole duel comes again, but not in another round", () => {
  const sending = sent(begun(), "c1", { left: "P" });
  assert.deepEqual(reduce(sending, duelFrame()).entered, { left: "P" });
  assert.equal(reduce(sending, duelFrame({ view: view({ number: 1 }), request: request({ round: 2 }) })).entered, null);
});

test("orders withdrawn in another tab do not count, and an accepted draft changes nothing", () => {
  const sealed = begun({ entered: { left: "P" } });
  assert.equal(reduce(sealed, { type: "entered", round: 1, orders: null }).entered, null);
  assert.equal(reduce(sealed, { type: "accepted", id: "draft", round: 1 }), sealed);
});
