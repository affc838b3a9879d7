// Plans: when they are allowed, the places of their lines, and the spells that they complete.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as planning from "../../../static/js/lookahead/plans.js";
import { initial, planned, reduce } from "../../../static/js/orders/duel-state.js";
import { duelFrame, request, roundFrame, view } from "../frames.js";
import "../limits.js";

const line = (left, lines = [], condition = {}) => ({ if: condition, orders: { left, right: "-" }, lines });

const orders = { left: "S", right: "W" };

const state = (changes = {}) => ({
  ...reduce(initial, duelFrame({ pace: null, entered: orders, request: request({ round: 1 }) })),
  ...changes,
});

test("only wizards who have sealed may plan, in slow duels against others", () => {
  assert.equal(planning.mayPlan(state()), true);
  assert.equal(planning.mayPlan(state({ pace: 3600 })), true);
  for (const not of [
    { pace: 120 },
    { practice: true },
    { entered: null },
    { entered: { ...orders, forfeit: true } },
    { request: null },
    { missed: { Black: 1 } },
  ]) {
    assert.equal(planning.mayPlan(state(not)), false, JSON.stringify(not));
  }
});

test("revealed gestures count as sealed", () => {
  const reveal = { number: 1, gestures: { Black: { left: "F", right: "D" } } };
  const asked = state({ request: { type: "answers", round: 1, questions: [] }, entered: null, view: view({ reveal }) });
  assert.deepEqual(planning.sealed(asked), { left: "F", right: "D" });
});

test("lines are added, removed and moved up at their places", () => {
  const lines = planning.withLine([line("A")], [], line("B"));
  assert.deepEqual(
    lines.map(({ orders: { left } }) => left),
    ["A", "B"],
  );
  assert.deepEqual(
    planning.raised(lines, [1]).map(({ orders: { left } }) => left),
    ["B", "A"],
  );
  assert.deepEqual(planning.raised(lines, [0]), lines);
  const further = planning.withLine(lines, [1], line("C"));
  assert.equal(planning.lineAt(further, [1, 0]).orders.left, "C");
  assert.deepEqual(planning.withoutLine(further, [1, 0]), lines);
  assert.deepEqual(planning.withoutLine(further, [0]).length, 1);
  assert.equal(planning.isFull(Array(8).fill(line("A")), []), true);
  assert.equal(planning.isFull(Array(7).fill(line("A")), []), false);
  const deep = line(
    "A",
    Array(8).fill(line("B", [], { White: { left: "S", right: "W" }, Grey: { left: "S", right: "W" } })),
  );
  assert.equal(planning.isFull(Array(7).fill(deep), []), true);
});

test("only lines for the current round are shown", () => {
  const lines = [line("D")];
  assert.deepEqual(planning.linesOf(state({ plan: { round: 1, lines } })), lines);
  assert.deepEqual(planning.linesOf(state({ plan: { round: 0, lines } })), []);
  assert.deepEqual(planning.linesOf(state()), []);
});

test("the spells completed later depend on the gestures made now", () => {
  const completions = {
    left: [
      { P: ["shield"], D: ["magic_missile"] },
      { SD: ["magic_missile"], WD: ["fear"], cw: ["magic_mirror"] },
      { SWD: ["fear"] },
    ],
  };
  const then = (made, gesture, other = "-") => planning.completedThen(completions, "left", made, gesture, other);
  assert.deepEqual(then([{ left: "S", right: "-" }], "D"), ["magic_missile"]);
  assert.deepEqual(then([{ left: "F", right: "-" }], "D"), []);
  assert.deepEqual(then([{ left: "F", right: "-" }], "P"), ["shield"]);
  assert.deepEqual(then([{ left: "C", right: "C" }], "W", "W"), ["magic_mirror"]);
  assert.deepEqual(then([{ left: "C", right: "-" }], "W", "W"), []);
  assert.deepEqual(
    then(
      [
        { left: "S", right: "-" },
        { left: "W", right: "-" },
      ],
      "D",
    ),
    ["fear"],
  );
});

test("hands that may make any gesture are left out of conditions", () => {
  assert.deepEqual(planning.conditionOf({ White: { left: "S", right: "" }, Grey: { left: "" } }), {
    White: { left: "S" },
  });
});

test("the page has the plan as sent, as understood by the server, or from another page", () => {
  const lines = [line("D")];
  const sent = planned(state(), { type: "plan", round: 1, plan: { lines } });
  assert.deepEqual(sent.plan, { round: 1, lines });
  const understood = reduce(sent, { type: "accepted", id: "x", round: 1, plan: { lines: [line("W")] } });
  assert.equal(understood.plan.lines[0].orders.left, "W");
  assert.deepEqual(understood.entered, orders);
  assert.equal(reduce(understood, { type: "accepted", id: "y", round: 1, plan: { lines: [] } }).plan, null);
  assert.equal(reduce(sent, { type: "entered", round: 1, orders, plan: null }).plan, null);
  assert.deepEqual(reduce(sent, { type: "accepted", id: "z", round: 1, orders }).plan, { round: 1, lines });
  const told = { round: 2, lines: [], told: { round: 1, why: "held", line: 0 } };
  assert.deepEqual(reduce(sent, roundFrame(1, { plan: told })).plan, told);
});
