import assert from "node:assert/strict";
import test from "node:test";

import "../page.js";

import { asidesOf, marksOf, notesOf, roundOrdered, spentUpTo, trail } from "../../../static/js/board/gesture-notes.js";
import { cellsIn, outcomeOf } from "../../../static/js/board/spell-progress.js";
import { orderingOf } from "../../../static/js/orders/history-row.js";
import { noPicks } from "../../../static/js/orders/orders.js";
import { duelFrame, request, round, view } from "../frames.js";

const made = (left, right, more = {}) => ({ left, right, cast: [], forced: {}, barrier: false, second: null, ...more });

const playedBy = (gestures, events = [], more = {}) => ({
  ...round(1),
  gestures: { White: gestures },
  events,
  ...more,
});

const cast = (spell, hand, more = {}) => ({
  type: "cast",
  caster: "White",
  target: "Black",
  spell,
  hand,
  text: `${spell} is cast`,
  ...more,
});

const HIDDEN = { left: "?", right: "?", isToCome: true };

test("a gesture names the spell that it completed, unless nobody saw it", () => {
  const told = playedBy(made("P", "-"), [cast("shield", "left")]);
  assert.deepEqual(marksOf(told, "White", "left", ""), ["cast"]);
  assert.deepEqual(notesOf(told, "White", "left", ""), ["completes Shield"]);
  assert.deepEqual(marksOf(told, "White", "right", ""), []);
  assert.deepEqual(notesOf(playedBy(made("P", "-", { cast: ["left"] })), "White", "left", ""), ["completes a spell"]);
});

test("forced and hidden gestures have different marks, and each pair has its own", () => {
  const forced = playedBy(made("S", "?", { forced: { left: "amnesia" }, second: made("P", "P") }), [
    cast("shield", "left", { second: true }),
  ]);
  assert.deepEqual(marksOf(forced, "White", "left", ""), ["forced"]);
  assert.deepEqual(marksOf(forced, "White", "right", ""), ["hidden"]);
  assert.deepEqual(marksOf(forced, "White", "left", "second"), ["cast"]);
  assert.deepEqual(notesOf(forced, "White", "left", ""), ["forced by Amnesia"]);
});

test("stored, released, permanent and disrupted spells are noted", () => {
  const banked = playedBy(made("P", "-"), [{ type: "banked", wizard: "White", spell: "shield", hand: "left" }]);
  assert.deepEqual(marksOf(banked, "White", "left", ""), ["banked"]);
  assert.deepEqual(notesOf(banked, "White", "left", ""), ["stores Shield"]);
  assert.deepEqual(asidesOf(playedBy(made("P", "-"), [{ type: "banks", wizard: "White" }]), "White"), [
    { mark: "delay_effect", text: "stores a spell" },
  ]);
  assert.deepEqual(asidesOf(playedBy(made("P", "-"), [cast("fireball", "released")]), "White"), [
    { mark: "delay_effect", text: "releases Fireball" },
  ]);
  const lasting = playedBy(made("P", "-"), [
    cast("protection", "left"),
    { type: "extended", caster: "White", spell: "protection", hand: "left" },
  ]);
  assert.deepEqual(notesOf(lasting, "White", "left", ""), [
    "completes Protection from Evil",
    "makes Protection from Evil permanent",
  ]);
  assert.equal(asidesOf(playedBy(made("P", "-", { barrier: true })), "White")[0].mark, "disruption");
});

test("gestures are spent up to the last disruption", () => {
  const rounds = [
    playedBy(made("P", "-")),
    playedBy(made("P", "-", { barrier: true }), [], { number: 2 }),
    playedBy(made("F", "-"), [], { number: 3 }),
  ];
  assert.deepEqual(spentUpTo(rounds, [{ name: "White" }, { name: "Black" }]), { White: 2, Black: 0 });
});

test("the outcome of a spell is the events about it, and not about others of its kind", () => {
  const own = cast("magic_missile", "left");
  const hurt = { type: "damage", subject: "Black", cause: "magic_missile", text: "Black is hurt" };
  const twin = cast("magic_missile", "right", { caster: "Grey", target: "White" });
  const other = { type: "damage", subject: "White", cause: "magic_missile", text: "White is hurt" };
  const span = { event: own, spell: "magic_missile", caster: "White" };
  assert.deepEqual(outcomeOf(span, { events: [own, hurt] }), [own, hurt]);
  assert.deepEqual(outcomeOf(span, { events: [own, twin, hurt, other] }), [own, hurt]);
  assert.deepEqual(outcomeOf({ ...span, event: null }, { events: [hurt] }), []);
});

test("the last row shows the viewer's picks and hides the other hands", () => {
  const completes = {
    left: { P: [{ spell: "shield", name: "Shield", gestures: "P", target: "Black", aimed: true }] },
    right: {},
    both: {},
  };
  const state = duelFrame({ request: request({ completes }), acting: ["Black", "White"] });
  const row = roundOrdered(orderingOf(state, { ...noPicks(), left: "P" }));
  assert.deepEqual([row.gestures.Black.left, row.gestures.Black.right], ["P", null]);
  assert.deepEqual(row.gestures.White, HIDDEN);
  assert.deepEqual(row.chosen, [{ hand: "left", pair: "", spell: "shield", name: "Shield", caster: "Black" }]);
});

test("spectators see no hands, and nothing is ordered after the end or the reveal", () => {
  const wizards = ["Black", "White"].map((name) => ({ name, alive: true, surrendered: false }));
  const watched = { view: view({ viewer: null, wizards, number: 4 }), request: null, acting: [] };
  const row = roundOrdered(orderingOf(watched, noPicks()));
  assert.equal(row.number, 5);
  assert.deepEqual(row.gestures, { Black: HIDDEN, White: HIDDEN });
  const leftOut = orderingOf({ ...watched, view: view({ viewer: "White", wizards, number: 4 }) }, noPicks());
  assert.deepEqual(leftOut.acting, ["Black"], "time stands still for a wizard without a request");
  assert.equal(orderingOf({ ...watched, view: view({ result: {} }) }, noPicks()), null);
  assert.equal(orderingOf({ ...watched, view: view({ reveal: round(5) }) }, noPicks()), null);
});

test("cells are found by their names", () => {
  const cells = cellsIn([playedBy(made("P", "-", { second: made("F", "F") }))]);
  assert.equal(cells.size, 4);
  assert.equal(cells.get("1|second|left|White").name, "White");
});

test("the trail of a hand starts after the last disruption", () => {
  const rounds = [
    playedBy(made("P", "-", { barrier: true })),
    playedBy(made("F", "-", { second: made("S", "W") }), [], { number: 2 }),
  ];
  assert.deepEqual(trail({ rounds }, "White", "left"), ["F", "S"]);
});
