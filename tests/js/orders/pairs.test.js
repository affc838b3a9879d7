import assert from "node:assert/strict";
import test from "node:test";

import { castings } from "../../../static/js/orders/castings.js";
import * as orders from "../../../static/js/orders/orders.js";
import { secondOf } from "../../../static/js/orders/pairs.js";
import { takable, taken } from "../../../static/js/orders/spell-windows.js";
import { free, held, request, spell } from "../frames.js";

const nothing = { left: {}, right: {} };

const second = (completes = {}, hands = {}) => ({
  hands: { left: free(), right: free(), ...hands },
  completes: { ...nothing, both: {}, ...completes },
  paths: nothing,
});

const picks = ({ second: pair, ...changes } = {}) => {
  const none = orders.noPicks();
  return { ...none, ...changes, second: { ...none.second, ...pair } };
};

const after = (asked, picked) =>
  castings(secondOf(asked, picked), picked.second).map(({ hand, spell }) => [hand, spell.spell]);

// Second pairs

test("the second pair continues the gestures of the first", () => {
  const asked = request({ second: second({ left: { S: { D: [spell("magic_missile")] } } }) });
  assert.deepEqual(after(asked, picks({ left: "S", right: "-", second: { left: "D", right: "-" } })), [
    ["left", "magic_missile"],
  ]);
  assert.deepEqual(after(asked, picks({ left: "W", right: "-", second: { left: "D", right: "-" } })), []);
});

test("a two-handed gesture of the second pair needs the first gesture of both hands", () => {
  const asked = request({ second: second({ right: { C: { W: [spell("dispel_magic", { first_both: true })] } } }) });
  assert.deepEqual(after(asked, picks({ left: "C", right: "C", second: { left: "-", right: "W" } })), [
    ["right", "dispel_magic"],
  ]);
  assert.deepEqual(after(asked, picks({ left: "P", right: "C", second: { left: "-", right: "W" } })), []);
});

test("a two-handed spell begun by one hand counts for that hand's first gesture", () => {
  const mirror = { C: { W: [spell("magic_mirror", { hand: "right", first_both: true })] } };
  const storm = { S: { C: [spell("fire_storm", { hand: "left" })] } };
  const asked = request({ second: second({ both: { ...mirror, ...storm } }) });
  assert.deepEqual(after(asked, picks({ left: "C", right: "C", second: { left: "W", right: "W" } })), [
    ["both", "magic_mirror"],
  ]);
  assert.deepEqual(after(asked, picks({ left: "S", right: "-", second: { left: "C", right: "C" } })), [
    ["both", "fire_storm"],
  ]);
  assert.deepEqual(after(asked, picks({ left: "-", right: "S", second: { left: "C", right: "C" } })), []);
});

test("both pairs are sent, each with its own spells and targets", () => {
  const asked = request({
    completes: { left: { P: [spell("shield", { target: "Black" })] }, right: {}, both: {} },
    second: second({ left: { P: { D: [spell("magic_missile")] } } }),
  });
  const picked = picks({
    left: "P",
    right: "W",
    target: { left: "White" },
    second: { left: "D", right: ">", target: { left: "Black" } },
  });
  assert.deepEqual(orders.ordersOf(asked, picked), {
    left: "P",
    right: "W",
    target: { left: "White" },
    second: { left: "D", right: ">", target: { left: "Black" } },
  });
  assert.deepEqual(orders.picksOf(asked, orders.ordersOf(asked, picked)), picked);
});

test("a hand of either pair without a gesture is missing", () => {
  const asked = request({ second: second({}, { right: held("F") }) });
  const lacking = orders.missing(asked, picks({ left: "P", right: "W" }));
  assert.deepEqual(lacking, [{ pair: "second", hand: "left" }]);
});

test("another first gesture drops the choices for the spells of that hand in both pairs", () => {
  const before = picks({
    left: "S",
    second: { left: "D", cast: { left: "a" }, target: { left: "White", right: "Grub" } },
  });
  const changed = orders.pickGesture(before, "left", "W").second;
  assert.deepEqual([changed.left, changed.cast, changed.target], ["D", {}, { right: "Grub" }]);
});

test("a hasted monster may have another target in its second attack, whoever orders it", () => {
  const goblin = {
    ref: "Grub",
    kind: "goblin",
    target: "White",
    targets: ["White", "Black"],
    second: { target: "White" },
  };
  const asked = request({ monsters: [goblin] });
  assert.equal(orders.ordersOf(asked, picks({ left: "-", right: "-" })).second, undefined);
  const sent = orders.ordersOf(asked, picks({ left: "-", right: "-", second: { attack: { Grub: "Black" } } }));
  assert.deepEqual(sent, { left: "-", right: "-", second: { attack: { Grub: "Black" } } });
});

test("a monster summoned by the second pair can have a target", () => {
  const asked = request({
    monsters: [{ ref: "right:Black", kind: "new", target: "White", targets: ["White"] }],
    second: second({ right: { F: { W: [spell("summon_goblin", { target: "Black" })] } } }),
  });
  const picked = picks({ left: "-", right: "F", second: { left: "-", right: "W" } });
  assert.deepEqual(
    orders.attackers(asked, picked).map(({ ref }) => ref),
    ["right:Black"],
  );
});

// Delayed Effect, Permanency, release

const two = {
  left: { P: [spell("shield", { gestures: "P" })] },
  right: { D: [spell("fireball", { gestures: "FSSDD" })] },
  both: {},
};
const both = { left: "P", right: "D" };

test("a forced choice takes the longest spell, and says which if there are several", () => {
  const asked = request({ completes: two, delay: { must: true, left: 2 } });
  assert.equal(taken(asked, picks(both), "delay").spell.spell, "fireball");
  assert.equal(orders.ordersOf(asked, picks(both)).delay, "right");
  assert.equal(orders.ordersOf(asked, picks({ ...both, delay: "left" })).delay, "left");
});

test("an optional choice takes no spell until one is picked", () => {
  const asked = request({ completes: two, delay: { must: false, left: 2 } });
  assert.equal(orders.ordersOf(asked, picks(both)).delay, undefined);
  assert.equal(orders.ordersOf(asked, picks({ ...both, delay: "left" })).delay, "left");
});

test("Permanency takes only suitable spells, and takes precedence over Delayed Effect", () => {
  const asked = request({
    completes: two,
    delay: { must: true, left: 2 },
    permanent: { must: true, left: 2, spells: ["fireball"] },
  });
  assert.equal(taken(asked, picks(both), "permanent").hand, "right");
  assert.equal(taken(asked, picks(both), "delay").hand, "left");
});

test("a spell of the first pair is taken before any of the second", () => {
  const pair = second({ left: { P: { D: [spell("finger_of_death", { gestures: "PWPFSSSD" })] } } });
  const asked = request({
    completes: { left: two.left, right: {}, both: {} },
    second: pair,
    delay: { must: true, left: 2 },
  });
  const picked = picks({ left: "P", right: "-", second: { left: "D", right: "-" } });
  assert.deepEqual(
    takable(asked, picked, "delay").map(({ pair }) => pair),
    [""],
  );
});

test("a spell of the second pair may be taken, and the order is in that pair", () => {
  const pair = second({ left: { S: { D: [spell("magic_missile", { gestures: "SD" })] } } });
  const asked = request({ second: pair, delay: { must: false, left: 2 } });
  const picked = picks({ left: "S", right: "-", delay: "second/left", second: { left: "D", right: "-" } });
  const sent = orders.ordersOf(asked, picked);
  assert.deepEqual([sent.delay, sent.second.delay], [undefined, "left"]);
  assert.equal(orders.picksOf(asked, sent).delay, "second/left");
});

test("with a spell in store, another can be stored only if the first is released", () => {
  const fire = { spell: "fireball", name: "Fireball", target: "White" };
  const asked = request({ completes: two, delay: { must: true, left: 2, full: true }, fire });
  assert.equal(taken(asked, picks(both), "delay"), null);
  const sent = orders.ordersOf(asked, picks({ ...both, fire: true }));
  assert.deepEqual([sent.fire, sent.delay], [true, "right"]);
});

test("the summary contains both pairs, and stored or released spells", () => {
  const fire = { spell: "fireball", name: "Fireball", target: "White" };
  const asked = request({ completes: two, second: second(), permanent: { must: false, spells: ["shield"] }, fire });
  const text = orders.summary(
    asked,
    picks({ ...both, fire: true, permanent: "left", second: { left: "W", right: "S" } }),
    (ref) => ref,
  );
  assert.equal(
    text,
    "left palm, shield on White; right point, fireball on White; second pair: left wave; right snap; Permanency makes shield permanent; Fireball is released",
  );
});
