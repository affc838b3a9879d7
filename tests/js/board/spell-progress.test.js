import assert from "node:assert/strict";
import test from "node:test";

import {
  begunSpells,
  completedSpells,
  isEnd,
  progressAt,
  progressOf,
} from "../../../static/js/board/spell-progress.js";

const SPELL_FACTS = {
  shield: { gestures: ["P"] },
  counter_spell: { gestures: ["WPP", "WWS"] },
  magic_mirror: { gestures: ["cw"] },
  dispel_magic: { gestures: ["cDPW"] },
  fireball: { gestures: ["FSSDD"] },
  invisibility: { gestures: ["PPws"] },
  clap_of_lightning: { gestures: ["WDDc"], once: true },
};

const cast = (caster, spell, hand, more = {}) => ({ type: "cast", caster, spell, hand, target: caster, ...more });

/** Return rounds in which White makes these gestures. `events` contains their events by round number. */
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
  const [one] = completedSpells(
    rounds("-WPP", "-PPS", { 4: [cast("White", "counter_spell", "left")] }),
    "White",
    SPELL_FACTS,
  );
  assert.deepEqual(one.cells, cells("L2", "L3", "L4"));
  assert.deepEqual([one.from, one.to], [2, 4]);
});

test("a two-handed spell takes both hands only where its pattern says so", () => {
  const [one] = completedSpells(
    rounds("CDPW", "CFFF", { 4: [cast("White", "dispel_magic", "left")] }),
    "White",
    SPELL_FACTS,
  );
  assert.deepEqual(one.cells, cells("L1", "R1", "L2", "L3", "L4"));
  const [mirror] = completedSpells(
    rounds("CW", "CW", { 2: [cast("White", "magic_mirror", "both")] }),
    "White",
    SPELL_FACTS,
  );
  assert.deepEqual(mirror.cells, cells("L1", "R1", "L2", "R2"));
});

test("of two patterns of a spell the one that was made is found", () => {
  const [one] = completedSpells(
    rounds("WWS", "---", { 3: [cast("White", "counter_spell", "left")] }),
    "White",
    SPELL_FACTS,
  );
  assert.deepEqual(one.cells, cells("L1", "L2", "L3"));
  const [invisible] = completedSpells(
    rounds("PPWS", "--WS", { 4: [cast("White", "invisibility", "both")] }),
    "White",
    SPELL_FACTS,
  );
  assert.deepEqual(invisible.cells, cells("L1", "L2", "L3", "R3", "L4", "R4"));
});

test("hidden gestures may belong to a spell that was seen", () => {
  const [one] = completedSpells(
    rounds("??P", "??-", { 3: [cast("White", "counter_spell", "left")] }),
    "White",
    SPELL_FACTS,
  );
  assert.deepEqual(one.cells, cells("L1", "L2", "L3"));
  assert.deepEqual(begunSpells(rounds("??", "??"), "White", SPELL_FACTS), []);
});

test("if the pattern is unknown, the spell is at its last gesture", () => {
  const [one] = completedSpells(rounds("--P", "---", { 3: [cast("White", "counter_spell", "left")] }), "White", {});
  assert.deepEqual(one.cells, cells("L3"));
  assert.deepEqual(
    completedSpells(rounds("-", "-", { 1: [cast("White", "shield", "released")] }), "White", SPELL_FACTS),
    [],
  );
});

test("an Anti-spell ends all begun spells, even if its victim does nothing", () => {
  const begins = [{ type: "begins", effect: "anti_spell", subject: "White" }];
  const spells = (given) => begunSpells(given, "White", SPELL_FACTS).map(({ spell }) => spell);
  assert.deepEqual(spells(rounds("FSS", "---")), ["fireball"]);
  assert.deepEqual(spells(rounds("FSS", "---", { 3: begins })), []);
  const away = [...rounds("FSS", "---"), { number: 4, kind: "haste", gestures: {}, events: begins }];
  assert.deepEqual(spells(away), []);
});

test("a begun spell lists its gestures and the missing ones, closest to completion first", () => {
  const found = begunSpells(rounds("WP", "C-"), "White", SPELL_FACTS);
  assert.deepEqual(
    found.map(({ spell, missing }) => [spell, missing]),
    [
      ["counter_spell", "P"],
      ["invisibility", "Pws"],
    ],
  );
  assert.deepEqual(found[0].cells, cells("L1", "L2"));
  assert.deepEqual(
    begunSpells(rounds("C", "C"), "White", SPELL_FACTS).map(({ spell, hand }) => [spell, hand]),
    [
      ["magic_mirror", "left"],
      ["magic_mirror", "right"],
      ["dispel_magic", "left"],
      ["dispel_magic", "right"],
    ],
  );
});

test("a spell allowed once is not begun again, and fallen wizards begin none", () => {
  const spent = rounds("WDDCWDD", "---C---", { 4: [cast("White", "clap_of_lightning", "both")] });
  assert.ok(!begunSpells(spent, "White", SPELL_FACTS).some(({ spell }) => spell === "clap_of_lightning"));
  assert.deepEqual(progressOf(rounds("FSS", "---"), [wizard({ alive: false })], SPELL_FACTS), []);
});

test("a second pair of gestures follows the first", () => {
  const [round] = rounds("W", "-");
  round.gestures.White.second = { left: "P", right: "-" };
  const [, next] = rounds("WP", "--", { 2: [cast("White", "counter_spell", "left")] });
  const [one] = completedSpells([round, next], "White", SPELL_FACTS);
  assert.deepEqual(one.cells, ["1||left|White", "1|second|left|White", "2||left|White"]);
});

test("picks are part of the spells that they complete; an empty hand keeps its progress", () => {
  const [ordered] = rounds("P", "-");
  Object.assign(ordered, { number: 3, chosen: [{ caster: "White", spell: "counter_spell", hand: "left", pair: "" }] });
  Object.assign(ordered.gestures.White, { right: null });
  const progress = progressOf([...rounds("WP", "CW"), ordered], [wizard()], SPELL_FACTS);
  assert.deepEqual(progress[0].cells, cells("L1", "L2", "L3"));
  assert.equal(progress[0].kind, "chosen");
  assert.ok(
    progress.some(({ hand, spell, missing }) => hand === "right" && spell === "counter_spell" && missing === "PP"),
  );
});

test("the hidden orders of others do not count as gestures", () => {
  const [toCome] = rounds("?", "?");
  Object.assign(toCome.gestures.White, { isToCome: true });
  assert.deepEqual(
    begunSpells([...rounds("FSS", "---"), { ...toCome, number: 4 }], "White", SPELL_FACTS).map(
      ({ missing }) => missing,
    ),
    ["DD"],
  );
});

test("completed spells come first, then spells that used the gesture, then possible ones", () => {
  const given = rounds("WPP", "---", {
    2: [cast("White", "shield", "left")],
    3: [cast("White", "counter_spell", "left")],
  });
  const found = progressAt(progressOf(given, [wizard()], SPELL_FACTS), "2||left|White");
  assert.deepEqual(
    found.map(({ kind, spell }) => [kind, spell]),
    [
      ["cast", "shield"],
      ["cast", "counter_spell"],
      ["begun", "invisibility"],
    ],
  );
  assert.deepEqual(
    found.map((one) => isEnd(one, "2||left|White")),
    [true, false, false],
  );
});
