import assert from "node:assert/strict";
import test from "node:test";

import "../page.js";

import { castings, leadsOf, mayPart, stabbing, stabTarget } from "../../../static/js/orders/castings.js";
import * as orders from "../../../static/js/orders/orders.js";
import { free, held, request, spell } from "../frames.js";

const picks = (changes) => ({ ...orders.noPicks(), ...changes });
const slugs = (castings) => castings.map(({ hand, spell }) => [hand, spell.spell]);

const shieldOf = (hand) => ({ [hand]: { P: [spell("shield", { target: "Black" })] } });

test("a gesture that completes a spell casts it at its default", () => {
  const asked = request({ completes: { left: { D: [spell("magic_missile")] }, right: {}, both: {} } });
  const [casting] = castings(asked, picks({ left: "D", right: "W" }));
  assert.deepEqual([casting.hand, casting.spell.spell, casting.target], ["left", "magic_missile", "White"]);
  assert.deepEqual(orders.ordersOf(asked, picks({ left: "D", right: "W" })), { left: "D", right: "W" });
});

test("the same gesture of both hands casts the two-handed spell, or one each if read apart", () => {
  const completes = { left: { W: [spell("counter_spell")] }, right: {}, both: { W: [spell("magic_mirror")] } };
  const asked = request({ completes });
  const pair = picks({ left: "W", right: "W" });
  assert.deepEqual(slugs(castings(asked, pair)), [["both", "magic_mirror"]]);
  assert.equal(mayPart(asked, pair), true);
  const apart = orders.pickApart(pair, true);
  assert.deepEqual(slugs(castings(asked, apart)), [["left", "counter_spell"]]);
  assert.deepEqual(orders.ordersOf(asked, apart).cast, { left: "counter_spell" });
});

test("a two-handed spell needs both hands", () => {
  const asked = request({
    completes: { left: {}, right: {}, both: { C: [spell("fire_storm", { aimed: false, target: null })] } },
  });
  assert.deepEqual(castings(asked, picks({ left: "C", right: "W" })), []);
  assert.deepEqual(slugs(castings(asked, picks({ left: "C", right: "C" }))), [["both", "fire_storm"]]);
});

test("of several possible spells the best counts unless another is picked, and it is named", () => {
  const options = [spell("finger_of_death"), spell("magic_missile")];
  const asked = request({ completes: { left: { D: options }, right: {}, both: {} } });
  const first = picks({ left: "D", right: "-" });
  assert.deepEqual(slugs(castings(asked, first)), [["left", "finger_of_death"]]);
  assert.deepEqual(orders.ordersOf(asked, first).cast, { left: "finger_of_death" });
  const other = orders.pickSpell(first, "left", "magic_missile");
  assert.deepEqual(orders.ordersOf(asked, other).cast, { left: "magic_missile" });
});

test("another gesture drops only the spell and the target of its hand", () => {
  const before = picks({ left: "D", right: "P", cast: { left: "a" }, target: { left: "White", right: "Grub" } });
  const after = orders.pickGesture(before, "left", "S");
  assert.deepEqual([after.left, after.cast, after.target], ["S", {}, { right: "Grub" }]);
});

test("a target is sent only for spells that have one", () => {
  const completes = { left: { D: [spell("magic_missile")] }, right: { C: [] }, both: {} };
  const asked = request({ completes });
  const aimed = picks({ left: "D", right: "W", target: { left: "Black", right: "White" } });
  assert.deepEqual(orders.ordersOf(asked, aimed).target, { left: "Black" });
});

test("a stab hits the opponent unless another target is picked", () => {
  const asked = request();
  assert.equal(stabTarget(asked, picks({ left: ">", right: "-" })), "White");
  assert.deepEqual(orders.ordersOf(asked, picks({ left: ">", right: "-", target: { left: "Grub" } })).target, {
    left: "Grub",
  });
});

test("of two stabs only the right hand's counts", () => {
  const both = picks({ left: ">", right: ">" });
  assert.equal(stabbing(request(), both), "right");
});

test("a forced hand makes its gesture, whatever is picked", () => {
  const asked = request({ hands: { left: free(), right: held("F") } });
  assert.deepEqual(
    orders.missing(asked, picks()).map(({ hand }) => hand),
    ["left"],
  );
  assert.equal(orders.ordersOf(asked, picks({ left: "D", right: "P" })).right, "F");
});

test("a gesture forbidden by fear counts as not picked", () => {
  const afraid = { gestures: ["P", "W", ">", "-"], default: "-", forced: null };
  const asked = request({ hands: { left: afraid, right: free() } });
  assert.deepEqual(
    orders.missing(asked, picks({ left: "S", right: "S" })).map(({ hand }) => hand),
    ["left"],
  );
});

test("a monster being summoned can attack and be a target, other new ones cannot", () => {
  const completes = { left: { W: [spell("summon_goblin", { target: "Black" })] }, right: {}, both: {} };
  const monsters = [
    { ref: "left:Black", kind: "new", target: "White", targets: ["White", "left:Black", "right:Black"] },
  ];
  const asked = request({ completes, monsters });
  const refs = (picked) => orders.targetsFor(asked, picks(picked)).map(({ ref }) => ref);
  assert.deepEqual(
    orders.attackers(asked, picks({ left: "W", right: "-" })).map(({ ref }) => ref),
    ["left:Black"],
  );
  assert.deepEqual(orders.attackers(asked, picks({ left: "W", right: "-" }))[0].targets, ["White", "left:Black"]);
  assert.ok(refs({ left: "W", right: "-" }).includes("left:Black"));
  assert.deepEqual(orders.attackers(asked, picks({ left: "S", right: "-" })), []);
  assert.ok(!refs({ left: "S", right: "-" }).includes("left:Black"));
  assert.ok(refs({ left: "S", right: "-" }).includes("right:White"), "possible monsters of the opponent stay targets");
});

test("a target left to dice is none until one is picked, and can be left to them again", () => {
  const completes = { left: { W: [spell("summon_goblin", { target: "Black" })] }, right: {}, both: {} };
  const monsters = [{ ref: "left:Black", kind: "new", target: null, targets: ["White", "Grey"] }];
  const asked = request({ completes, monsters });
  const with_ = (attack) => picks({ left: "W", right: "-", attack });
  const victim = (attack) => orders.attackers(asked, with_(attack)).map(({ target, isLoose }) => [target, isLoose]);
  assert.deepEqual(victim({}), [[null, true]]);
  assert.equal(orders.ordersOf(asked, with_({})).attack, undefined);
  assert.deepEqual(victim({ "left:Black": "Grey" }), [["Grey", true]]);
  assert.deepEqual(orders.ordersOf(asked, with_({ "left:Black": "Grey" })).attack, { "left:Black": "Grey" });
  assert.deepEqual(victim({ "left:Black": "" }), [[null, true]]);
  assert.equal(orders.ordersOf(asked, with_({ "left:Black": "" })).attack, undefined);
});

test("a monster's target is sent only if it was changed", () => {
  const asked = request({ monsters: [{ ref: "Grub", kind: "goblin", target: "White", targets: ["White", "Black"] }] });
  assert.equal(orders.ordersOf(asked, picks({ left: "-", right: "-" })).attack, undefined);
  assert.deepEqual(orders.ordersOf(asked, picks({ left: "-", right: "-", attack: { Grub: "Black" } })).attack, {
    Grub: "Black",
  });
});

test("only spells that raise the dead may have corpses as targets", () => {
  const asked = request({ corpses: ["Grub"] });
  const refs = (slug) => orders.targetsFor(asked, picks(), spell(slug)).map(({ ref }) => ref);
  assert.ok(refs("raise_dead").includes("Grub"));
  assert.ok(!refs("magic_missile").includes("Grub"));
});

test("an answer is at its field, and half an answer is not sent", () => {
  const hand = { field: ["paralyze", "White"], kind: "hand", choices: ["left", "right"], default: "right" };
  const direct = {
    field: ["direct", "White"],
    kind: "direct",
    hands: ["left", "right"],
    gestures: ["P", "D"],
    default: null,
  };
  const asked = request({ questions: [hand, direct] });
  const answers = { "paralyze/White": "left", "direct/White": { hand: "left" } };
  assert.deepEqual(orders.ordersOf(asked, picks({ left: "-", right: "-", answers })).paralyze, { White: "left" });
  assert.equal(orders.ordersOf(asked, picks({ left: "-", right: "-", answers })).direct, undefined);
  const whole = { "direct/White": { hand: "left", gesture: "P" } };
  assert.deepEqual(orders.answersOf([direct], whole), { direct: { White: { hand: "left", gesture: "P" } } });
});

test("for a hand chosen before only the gesture is sent: a hand would be the next charm's", () => {
  const direct = { field: ["direct", "White"], kind: "direct", hands: ["left"], gestures: ["P", "D"], default: null };
  const answers = { "direct/White": { gesture: "P" } };
  assert.deepEqual(orders.answerOf(direct, answers), { hand: "left", gesture: "P" });
  assert.deepEqual(orders.unanswered([direct], answers), []);
  assert.deepEqual(orders.answersOf([direct], answers), { direct: { White: { gesture: "P" } } });
  const kept = { "direct/White": { hand: "left", gesture: "D" } };
  assert.deepEqual(orders.answersOf([direct], kept, { all: true }), { direct: { White: { gesture: "D" } } });
});

test("a question without a default stays open until answered, and half an answer is none", () => {
  const hand = { field: ["paralyze", "White"], kind: "hand", choices: ["left", "right"], default: null };
  const direct = { field: ["direct", "White"], kind: "direct", hands: ["left"], gestures: ["P"], default: null };
  assert.deepEqual(orders.unanswered([hand, direct], { "direct/White": { hand: "left" } }), [hand, direct]);
  assert.deepEqual(orders.unanswered([hand], { "paralyze/White": "left" }), []);
});

test("answers after the reveal contain unchanged defaults", () => {
  const element = { field: ["elemental"], kind: "element", choices: ["fire", "ice"], default: "fire" };
  assert.deepEqual(orders.answersOf([element], {}, { all: true }), { elemental: "fire" });
  assert.equal(orders.choiceOf(element, { elemental: "ice" }), 1);
});

test("entered orders become the picks that produced them", () => {
  const question = { field: ["paralyze", "White"], kind: "hand", choices: ["left", "right"], default: "right" };
  const completes = {
    left: { D: [spell("finger_of_death"), spell("magic_missile")] },
    right: shieldOf("right").right,
    both: {},
  };
  const monsters = [{ ref: "Grub", kind: "goblin", target: "White", targets: ["White", "Black"] }];
  const asked = request({ completes, monsters, questions: [question] });
  const sent = {
    left: "D",
    right: "P",
    cast: { left: "magic_missile" },
    target: { left: "Black" },
    attack: { Grub: "Black" },
    paralyze: { White: "left" },
    say: "En garde!",
  };
  assert.deepEqual(orders.ordersOf(asked, orders.picksOf(asked, sent)), {
    ...sent,
    cast: { left: "magic_missile", right: "shield" },
  });
});

test("spells closest to completion come first", () => {
  const paths = { left: { S: { summon_elemental: "WWS", magic_missile: "D" } }, right: {} };
  assert.deepEqual(
    leadsOf(request({ paths }), picks({ left: "S" }), "left").map(({ spell }) => spell),
    ["magic_missile", "summon_elemental"],
  );
});

test("the summary contains hands, spells and targets", () => {
  const completes = { left: {}, right: { D: [spell("magic_missile", { name: "Missile" })] }, both: {} };
  const text = orders.summary(request({ completes }), picks({ left: ">", right: "D" }), (ref) => ref);
  assert.equal(text, "left stab on White; right point, Missile on White");
});

test("only a charmed monster needs a target", () => {
  const claim = (ref) => ({
    ref,
    name: ref,
    kind: "goblin",
    target: "White",
    targets: ["White", "Black", "nobody"],
    by: "charm_monster",
  });
  const completes = { left: { D: [spell("charm_monster", { target: "Black" })] }, right: {}, both: {} };
  const asked = request({ completes, claims: [claim("Skrit"), claim("Yag")] });
  const charm = picks({ left: "D", right: "S" });
  assert.deepEqual(orders.attackers(asked, charm), []);
  const charming = { ...charm, target: { left: "Skrit" }, attack: { Skrit: "White", Yag: "Black" } };
  assert.deepEqual(
    orders.attackers(asked, charming).map(({ ref, target }) => [ref, target]),
    [["Skrit", "White"]],
  );
  assert.deepEqual(orders.ordersOf(asked, charming).attack, { Skrit: "White" });
});
