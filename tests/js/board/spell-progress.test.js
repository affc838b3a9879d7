import assert from "node:assert/strict";
import test from "node:test";

import { begunSpans, completedSpans, isEnd, spansAt, spansOf } from "../../../static/js/board/spell-progress.js";

const LORE = {
  shield: { gestures: ["P"] },
  counter_spell: { gestures: ["WPP", "WWS"] },
  magic_mirror: { gestures: ["cw"] },
  dispel_magic: { gestures: ["cDPW"] },
  fireball: { gestures: ["FSSDD"] },
  invisibility: { gestures: ["PPws"] },
  clap_of_lightning: { gestures: ["WDDc"], once: true },
};

const cast = (caster, spell, hand, more = {}) => ({ type: "cast", caster, spell, hand, target: caster, ...more });

/** Rounds in which White makes these gestures; `events` by number of the round. */
const rounds = (left, right, events = {}) =>
  [...left].map((letter, at) => ({
    number: at + 1,
    kind: "normal",
    gestures: { White: { left: letter, right: right[at], cast: [], forced: {}, barrier: false, second: null } },
    events: events[at + 1] ?? [],
  }));

const cells = (...places) => places.map((place) => `${place.slice(1)}||${place[0] === "L" ? "left" : "right"}|White`);

const wizard = (more = {}) => ({ name: "White", alive: true, surrendered: false, ...more });

test("a spell of one hand takes the gestures of that hand", () => {
  const [span] = completedSpans(rounds("-WPP", "-PPS", { 4: [cast("White", "counter_spell", "left")] }), "White", LORE);
  assert.deepEqual(span.cells, cells("L2", "L3", "L4"));
  assert.deepEqual([span.from, span.to], [2, 4]);
});

test("a spell that asks for both hands takes both, where it asks for them", () => {
  const [span] = completedSpans(rounds("CDPW", "CFFF", { 4: [cast("White", "dispel_magic", "left")] }), "White", LORE);
  assert.deepEqual(span.cells, cells("L1", "R1", "L2", "L3", "L4"));
  const [mirror] = completedSpans(rounds("CW", "CW", { 2: [cast("White", "magic_mirror", "both")] }), "White", LORE);
  assert.deepEqual(mirror.cells, cells("L1", "R1", "L2", "R2"));
});

test("of two ways to gesture a spell the one that was made is found", () => {
  const [span] = completedSpans(rounds("WWS", "---", { 3: [cast("White", "counter_spell", "left")] }), "White", LORE);
  assert.deepEqual(span.cells, cells("L1", "L2", "L3"));
  const [invisible] = completedSpans(rounds("PPWS", "--WS", { 4: [cast("White", "invisibility", "both")] }), "White", LORE);
  assert.deepEqual(invisible.cells, cells("L1", "L2", "L3", "R3", "L4", "R4"));
});

test("gestures that were hidden may have been those of a spell that was seen", () => {
  const [span] = completedSpans(rounds("??P", "??-", { 3: [cast("White", "counter_spell", "left")] }), "White", LORE);
  assert.deepEqual(span.cells, cells("L1", "L2", "L3"));
  assert.deepEqual(begunSpans(rounds("??", "??"), "White", LORE), []);
});

test("where nobody knows how a spell was made, its last gesture stands for it", () => {
  const [span] = completedSpans(rounds("--P", "---", { 3: [cast("White", "counter_spell", "left")] }), "White", {});
  assert.deepEqual(span.cells, cells("L3"));
  assert.deepEqual(completedSpans(rounds("-", "-", { 1: [cast("White", "shield", "released")] }), "White", LORE), []);
});

test("an Anti-spell ends all that was begun, in a round too in which its victim does nothing", () => {
  const begins = [{ type: "begins", effect: "anti_spell", subject: "White" }];
  const spells = (given) => begunSpans(given, "White", LORE).map(({ spell }) => spell);
  assert.deepEqual(spells(rounds("FSS", "---")), ["fireball"]);
  assert.deepEqual(spells(rounds("FSS", "---", { 3: begins })), []);
  const away = [...rounds("FSS", "---"), { number: 4, kind: "haste", gestures: {}, events: begins }];
  assert.deepEqual(spells(away), []);
});

test("what is begun tells the gestures that it takes and those that it wants, the nearest first", () => {
  const found = begunSpans(rounds("WP", "C-"), "White", LORE);
  assert.deepEqual(
    found.map(({ spell, missing }) => [spell, missing]),
    [["counter_spell", "P"], ["invisibility", "Pws"]],
  );
  assert.deepEqual(found[0].cells, cells("L1", "L2"));
  assert.deepEqual(begunSpans(rounds("C", "C"), "White", LORE).map(({ spell, hand }) => [spell, hand]), [
    ["magic_mirror", "left"],
    ["magic_mirror", "right"],
    ["dispel_magic", "left"],
    ["dispel_magic", "right"],
  ]);
});

test("a spell of once a duel is not begun again, and the fallen have begun nothing", () => {
  const spent = rounds("WDDCWDD", "---C---", { 4: [cast("White", "clap_of_lightning", "both")] });
  assert.ok(!begunSpans(spent, "White", LORE).some(({ spell }) => spell === "clap_of_lightning"));
  assert.deepEqual(spansOf(rounds("FSS", "---"), [wizard({ alive: false })], LORE), []);
});

test("a second pair of gestures follows the first", () => {
  const [round] = rounds("W", "-");
  round.gestures.White.second = { left: "P", right: "-" };
  const [, next] = rounds("WP", "--", { 2: [cast("White", "counter_spell", "left")] });
  const [span] = completedSpans([round, next], "White", LORE);
  assert.deepEqual(span.cells, ["1||left|White", "1|second|left|White", "2||left|White"]);
});

test("what the orders would complete is part of it, and a hand that has picked nothing keeps what it has begun", () => {
  const [ordered] = rounds("P", "-");
  Object.assign(ordered, { number: 3, chosen: [{ caster: "White", spell: "counter_spell", hand: "left", pair: "" }] });
  Object.assign(ordered.gestures.White, { right: null });
  const spans = spansOf([...rounds("WP", "CW"), ordered], [wizard()], LORE);
  assert.deepEqual(spans[0].cells, cells("L1", "L2", "L3"));
  assert.equal(spans[0].kind, "chosen");
  assert.ok(spans.some(({ hand, spell, missing }) => hand === "right" && spell === "counter_spell" && missing === "PP"));
});

test("the hidden orders of others are no gestures yet", () => {
  const [toCome] = rounds("?", "?");
  Object.assign(toCome.gestures.White, { isToCome: true });
  assert.deepEqual(begunSpans([...rounds("FSS", "---"), { ...toCome, number: 4 }], "White", LORE).map(({ missing }) => missing), ["DD"]);
});

test("what a gesture completed stands before what it was part of, and that before what it may become", () => {
  const given = rounds("WPP", "---", { 2: [cast("White", "shield", "left")], 3: [cast("White", "counter_spell", "left")] });
  const found = spansAt(spansOf(given, [wizard()], LORE), "2||left|White");
  assert.deepEqual(found.map(({ kind, spell }) => [kind, spell]), [["cast", "shield"], ["cast", "counter_spell"], ["begun", "invisibility"]]);
  assert.deepEqual(found.map((span) => isEnd(span, "2||left|White")), [true, false, false]);
});
