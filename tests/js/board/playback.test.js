import assert from "node:assert/strict";
import test from "node:test";

import {
  afterEvents,
  groupsOf,
  lengthOf,
  momentsOf,
  player,
  soundOf,
  stepsOf,
} from "../../../static/js/board/playback.js";
import { round, view } from "../frames.js";

const wizard = (name, changes = {}) => ({
  name,
  hp: 15,
  max_hp: 15,
  alive: true,
  surrendered: false,
  effects: {},
  ...changes,
});
const goblin = (changes = {}) => ({
  name: "Grunt",
  kind: "goblin",
  owner: "Black",
  hp: 1,
  max_hp: 1,
  alive: true,
  target: "White",
  effects: {},
  ...changes,
});
const hands = (left, right, cast = []) => ({ left, right, cast, forced: {}, barrier: false, second: null });

const EVENTS = {
  gestures: { type: "gestures", section: "hands", wizard: "Black" },
  cast: { type: "cast", section: "hands", caster: "Black", spell: "missile", target: "White" },
  hit: { type: "damage", section: "spells", subject: "White", points: 1 },
  stab: { type: "damage", section: "attacks", subject: "White", points: 1, cause: "stab" },
  cured: { type: "cured", section: "spells", subject: "White", points: 2 },
  begins: { type: "begins", section: "effects", subject: "White", effect: "fear" },
  dies: { type: "dies", section: "end", wizard: "White" },
};

/** Return a duel after its first round, with these events and these changes to its state. */
function played(names, changes = {}, start = {}) {
  const before = view({ wizards: [wizard("Black"), wizard("White")], ...start });
  const first = {
    ...round(1),
    gestures: { Black: hands("S", "D", ["right"]) },
    events: names.map((name) => EVENTS[name]),
  };
  return [before, { ...before, number: 1, rounds: [first], ...changes }];
}

const points = ({ view }) => Object.fromEntries(view.wizards.map(({ name, hp }) => [name, hp]));
const names = (steps) => steps.map(({ name }) => name);

test("gestures come before spells, spells before attacks, and lasting effects at the end", () => {
  assert.deepEqual(names(stepsOf(...played(["dies", "stab", "hit", "cast", "gestures"]))), [
    "gestures",
    "spells",
    "attacks",
    "ends",
  ]);
});

test("steps without events are left out, and a missing round has none", () => {
  assert.deepEqual(names(stepsOf(...played(["gestures", "stab"]))), ["gestures", "attacks"]);
  assert.deepEqual(stepsOf(view(), view()), []);
});

test("gestures that were revealed before are not shown again", () => {
  assert.deepEqual(names(stepsOf(...played(["gestures", "cast", "hit"]), { revealed: true })), ["spells"]);
});

test("hit points fall with the blow, and the last step is the view from the server", () => {
  const after = { wizards: [wizard("Black"), wizard("White", { hp: 13, effects: { fear: 1 } })] };
  const [before, now] = played(["gestures", "hit", "stab", "begins"], after);
  const steps = stepsOf(before, now);
  assert.deepEqual(
    steps.map((step) => points(step).White),
    [15, 14, 13, 13],
  );
  assert.deepEqual(steps[2].view.wizards[1].effects, {});
  assert.equal(steps.at(-1).view, now);
});

test("healing stops at the maximum", () => {
  const [before, now] = played(["gestures", "cured", "stab"], {}, { wizards: [wizard("White", { hp: 14 })] });
  assert.equal(points(stepsOf(before, now)[1]).White, 15);
});

test("gestures complete spells only when the spells are shown", () => {
  const [gestures, spells] = stepsOf(...played(["gestures", "cast", "hit", "stab"]));
  assert.deepEqual(gestures.view.rounds[0].gestures.Black.cast, []);
  assert.deepEqual(gestures.view.rounds[0].events, [EVENTS.gestures]);
  assert.deepEqual(spells.view.rounds[0].gestures.Black.cast, ["right"]);
});

test("a monster appears with its spell, and dies when the round ends", () => {
  const appears = { type: "appears", section: "summons", monster: "Grunt", owner: "Black" };
  const [before, now] = played(["gestures", "stab", "dies"], { monsters: [goblin({ alive: false, hp: 0 })] });
  now.rounds[0].events.push(appears);
  const alive = stepsOf(before, now).map((step) => step.view.monsters.map((monster) => monster.alive));
  assert.deepEqual(alive, [[], [true], [true], [false]]);
});

test("a charmed monster serves its new owner from the spell on", () => {
  const [before, now] = played(
    ["gestures", "stab"],
    { monsters: [goblin({ owner: "White" })] },
    { monsters: [goblin()] },
  );
  now.rounds[0].events.push({ type: "charmed", section: "spells", monster: "Grunt", owner: "White" });
  const owners = stepsOf(before, now).map((step) => step.view.monsters[0].owner);
  assert.deepEqual(owners, ["Black", "White", "White"]);
});

test("monsters of a wizard who dies in the round stay until its end", () => {
  const [before, now] = played(
    ["gestures", "stab", "dies"],
    { monsters: [goblin({ owner: null }), goblin({ name: "Nib", owner: null })] },
    { monsters: [goblin({ owner: "White" })] },
  );
  now.rounds[0].events.push({ type: "appears", section: "summons", monster: "Nib", owner: "White" });
  const owners = stepsOf(before, now).map((step) => step.view.monsters.map(({ owner }) => owner));
  assert.deepEqual(owners, [["White"], ["White", "White"], ["White", "White"], ["White", "White"]]);
});

test("the result appears only in the last step", () => {
  const result = { outcome: "victory", winners: ["Black"], killed: ["White"], surrendered: [] };
  const steps = stepsOf(...played(["gestures", "stab", "dies"], { result }));
  assert.deepEqual(
    steps.map((step) => step.view.result),
    [null, null, result],
  );
});

test("a victim and the damage are marked in the step of the blow", () => {
  const [gestures, spells, attacks] = stepsOf(...played(["gestures", "cast", "hit", "stab", "stab"]));
  assert.deepEqual(gestures.marks, {});
  assert.deepEqual(spells.marks, { Black: { kind: "cast", points: null }, White: { kind: "hurt", points: "−1" } });
  assert.deepEqual(attacks.marks.White, { kind: "hurt", points: "−2" });
});

test("a round can be stepped through event by event, in the order of the report", () => {
  const [before, now] = played(["stab", "gestures", "hit", "cast"]);
  const events = momentsOf(now.rounds[0]).flat();
  assert.deepEqual(events, [EVENTS.gestures, EVENTS.hit, EVENTS.cast, EVENTS.stab]);
  const steps = events.map((_event, at) => afterEvents(before, now, events.slice(0, at + 1)));
  assert.deepEqual(
    steps.map((step) => points(step).White),
    [15, 14, 14, 13],
  );
  assert.deepEqual(steps[0].view.rounds[0].gestures.Black.cast, []);
  assert.deepEqual(steps[3].marks, { White: { kind: "hurt", points: "−1" } });
});

test("the gestures of all wizards are one moment, because they are revealed at once", () => {
  const moments = momentsOf({ events: [EVENTS.gestures, EVENTS.gestures, EVENTS.cast, EVENTS.hit] });
  assert.deepEqual(moments, [[EVENTS.gestures, EVENTS.gestures], [EVENTS.cast], [EVENTS.hit]]);
});

test("the story is grouped in the same steps", () => {
  const groups = groupsOf({ events: [EVENTS.gestures, EVENTS.cast, EVENTS.begins] });
  assert.deepEqual(names(groups), ["gestures", "spells", "ends"]);
});

/** Return a host whose timers the test runs. */
function host() {
  const timers = new Map();
  let count = 0;
  return {
    setTimeout(action) {
      timers.set(++count, action);
      return count;
    },
    clearTimeout: (id) => timers.delete(id),
    run() {
      const [[id, action]] = timers;
      timers.delete(id);
      action();
    },
    waits: () => timers.size,
  };
}

const STEPS = ["one", "two", "three"].map((name) => ({ name, marks: {} }));

function playing() {
  const shown = [];
  const clock = host();
  const it = player({
    show: ({ name }) => shown.push(name),
    done: () => shown.push("done"),
    pace: () => "quick",
    host: clock,
  });
  it.play(STEPS);
  return { it, shown, clock };
}

test("steps are shown one after the other", () => {
  const { it, shown, clock } = playing();
  assert.deepEqual(shown, ["one"]);
  assert.ok(it.isPlaying());
  clock.run();
  clock.run();
  assert.deepEqual(shown, ["one", "two", "three"]);
  clock.run();
  assert.deepEqual(shown, ["one", "two", "three", "done"]);
  assert.ok(!it.isPlaying());
  assert.equal(clock.waits(), 0);
});

test("skipping shows the end at once, and no step after it", () => {
  const { it, shown, clock } = playing();
  assert.equal(it.skip(), true);
  assert.equal(it.skip(), false);
  assert.deepEqual(shown, ["one", "done"]);
  assert.equal(clock.waits(), 0);
});

test("a new round replaces one that is playing", () => {
  const { it, shown, clock } = playing();
  it.play([{ name: "four", marks: {} }]);
  assert.deepEqual(shown, ["one", "four"]);
  assert.equal(clock.waits(), 1);
});

test("steps with many events take longer, and a quick pace shortens them", () => {
  const quiet = { marks: {} };
  const busy = { marks: { Black: {}, White: {} } };
  assert.ok(lengthOf(busy, "usual") > lengthOf(quiet, "usual"));
  assert.ok(lengthOf(quiet, "quick") < lengthOf(quiet, "usual") && lengthOf(quiet, "usual") < lengthOf(quiet, "slow"));
});

test("a death is heard before a wound, a wound before anything else; effects are silent", () => {
  const marks = (...kinds) => Object.fromEntries(kinds.map((kind, at) => [at, { kind }]));
  assert.equal(soundOf({ name: "attacks", marks: marks("hurt", "falls") }), "falls");
  assert.equal(soundOf({ name: "spells", marks: marks("cast", "hurt") }), "hurt");
  assert.equal(soundOf({ name: "spells", marks: marks("cast") }), "spells");
  assert.equal(soundOf({ name: "ends", marks: {} }), null);
});
