// Playback of a round: turns the views before and after it into steps, each a view. Has a timer, but does not touch the
// page.

import { numeral } from "../lib/words.js";

/** The steps in order, and the sections of the report (`section` of an event) that each step shows. */
const STEPS = {
  gestures: ["round", "forced", "banking", "hands"],
  spells: ["protections", "summons", "spells"],
  attacks: ["monsters", "attacks"],
  ends: ["effects", "end"],
};

const NAMES = Object.keys(STEPS);

/** The step in which an event is shown. Gestures complete spells, but the casting belongs to the spells. */
export const stepOf = ({ type, section }) =>
  type === "cast" ? "spells" : (NAMES.find((name) => STEPS[name].includes(section)) ?? "ends");

/**
 * The events of a round by the step in which they are shown, in the order of the report: `[{ name, events }]`, without
 * empty steps.
 */
export const groupsOf = ({ events }) =>
  NAMES.map((name) => ({ name, events: events.filter((event) => stepOf(event) === name) })).filter(
    ({ events }) => events.length,
  );

/** Return whether a step of this name comes after the one that is playing. */
export const comesAfter = (name, playing) => NAMES.indexOf(name) > NAMES.indexOf(playing);

/**
 * Return the playback steps of the last round of `after`: `[{ name, view, marks, texts, events }]`, empty without a round.
 *
 * `view`: the duel at this step, for the last step as after the round; `marks`: by being, its latest change `{ kind,
 * points }`; `texts`: the step's events as text. `revealed`: the gestures have been seen already.
 */
export function stepsOf(before, after, { revealed = false } = {}) {
  const round = after.rounds.at(-1);
  const groups = round ? groupsOf(round).filter(({ name }) => !revealed || name !== "gestures") : [];
  return groups.map(({ name, events }, at) => ({
    name,
    view: at === groups.length - 1 ? lastOf(before, after) : between(before, after, eventsUpTo(after, name)),
    marks: marksOf(events),
    texts: events.map(({ text }) => text),
    events,
  }));
}

/** The events of the last round up to and including a step. */
const eventsUpTo = ({ rounds }, name) => rounds.at(-1).events.filter((event) => !comesAfter(stepOf(event), name));

/** The moments of a round, each a list of events: all gestures at once, then every other event by itself. */
export const momentsOf = (round) =>
  groupsOf(round)
    .flatMap(({ events }) => events)
    .reduce((moments, event) => {
      const last = moments.at(-1);
      if (event.type === "gestures" && last?.[0].type === "gestures") last.push(event);
      else moments.push([event]);
      return moments;
    }, []);

/** The view after these events of the last round, and the marks of the latest one: `{ view, marks }`. */
export const afterEvents = (before, after, events) => ({
  view: between(before, after, events),
  marks: marksOf(events.slice(-1)),
});

/**
 * Return the view in the middle of a round: hit points after these events, everything else as before, no result yet.
 */
function between(before, after, events) {
  const round = after.rounds.at(-1);
  const isWoven = events.some((event) => stepOf(event) !== "gestures");
  const gestures = isWoven ? round.gestures : withoutCasts(round.gestures);
  return {
    ...before,
    number: after.number,
    reveal: null,
    result: null,
    rounds: [...after.rounds.slice(0, -1), { ...round, gestures, events }],
    wizards: before.wizards.map((wizard) => ({ ...wizard, hp: pointsOf(wizard, events) })),
    monsters: monstersOf(before, after, events),
  };
}

/** Gestures without the spells that they complete. */
const withoutCasts = (gestures) =>
  Object.fromEntries(Object.entries(gestures).map(([name, made]) => [name, uncast(made)]));

const uncast = (made) => ({
  ...made,
  cast: [],
  barrier: false,
  second: made.second ? { ...made.second, cast: [] } : made.second,
});

/** A being's hit points after these events; healing stops at its maximum, or at what it had if that was more. */
const pointsOf = ({ name, hp, max_hp: most }, events) =>
  events
    .filter(({ subject }) => subject === name)
    .reduce((points, event) => {
      if (event.type === "cured") return Math.max(points, Math.min(Math.max(most, hp), points + event.points));
      return isBlow(event) ? points - event.points : points;
    }, hp);

const isBlow = ({ type }) => type === "damage" || type === "hurt";

/**
 * Return the earlier monsters and those that have appeared, each with its current owner. Destroyed monsters fall at
 * once, dying ones at the end.
 */
function monstersOf(before, after, events) {
  const masters = mastersIn(after);
  const told = (type) => new Set(events.filter((event) => event.type === type).map(({ monster }) => monster));
  const [known, appeared, charmed] = [
    new Set(before.monsters.map(({ name }) => name)),
    told("appears"),
    told("charmed"),
  ];
  const old = before.monsters.map((monster) =>
    charmed.has(monster.name) ? { ...monster, owner: masters.get(monster.name) ?? null } : monster,
  );
  const fresh = after.monsters.filter(({ name }) => appeared.has(name) && !known.has(name));
  const whole = fresh.map((monster) => ({
    ...monster,
    owner: masters.get(monster.name) ?? monster.owner,
    hp: monster.max_hp,
    alive: true,
    effects: {},
  }));
  const gone = new Set([...told("destroyed"), ...told("merged")]);
  return [...old, ...whole].map((monster) => ({
    ...monster,
    hp: pointsOf(monster, events),
    alive: monster.alive && !gone.has(monster.name),
  }));
}

/**
 * The owners that monsters got in the last round, by monster. A wizard who dies or leaves keeps their monsters until
 * its end.
 */
const mastersIn = ({ rounds }) =>
  new Map(
    rounds
      .at(-1)
      .events.filter(({ type }) => type === "appears" || type === "charmed")
      .map(({ monster, owner }) => [monster, owner ?? null]),
  );

/**
 * Return the view of the last step: as after the round, but monsters are still with the owner that they had during it.
 */
function lastOf(before, after) {
  const masters = new Map([...before.monsters.map(({ name, owner }) => [name, owner]), ...mastersIn(after)]);
  const serves = ({ name, owner }) => owner ?? masters.get(name) ?? null;
  const isLeft = after.monsters.some((monster) => monster.owner !== serves(monster));
  return isLeft ? { ...after, monsters: after.monsters.map((one) => ({ ...one, owner: serves(one) })) } : after;
}

// Marks on beings
// -------------------------------------------------------------------------------------------------------

/** The mark of an event, and its being; later entries of this list win. */
const MARKS = [
  ["acts", ({ type, wizard }) => type === "says" && wizard],
  ["cast", ({ type, caster }) => type === "cast" && caster],
  [
    "saved",
    ({ type, subject, victim }) =>
      (["shielded", "countering", "mirroring"].includes(type) && subject) ||
      (["attack", "stab"].includes(type) && victim),
  ],
  ["ails", ({ type, subject }) => ["begins", "ails", "doomed"].includes(type) && subject],
  ["appears", ({ type, monster }) => ["appears", "charmed"].includes(type) && monster],
  ["cured", ({ type, subject }) => ["cured", "raised"].includes(type) && subject],
  ["hurt", (event) => isBlow(event) && event.subject],
  [
    "falls",
    ({ type, wizard, monster }) =>
      (["dies", "destroyed", "merged"].includes(type) && (wizard ?? monster)) || (type === "surrenders" && wizard),
  ],
];

/** Return what happens to each being as `{kind, points}`: `points` is the damage as a text, "−2", or null. */
function marksOf(events) {
  const marks = {};
  for (const [kind, whom] of MARKS) {
    for (const name of events.map(whom).filter(Boolean)) marks[name] = { kind, points: 0 };
  }
  for (const { subject, points } of events.filter(isBlow)) {
    if (marks[subject].kind === "hurt" || marks[subject].kind === "falls") marks[subject].points -= points;
  }
  const shown = Object.entries(marks).map(([name, { kind, points }]) => [
    name,
    { kind, points: points ? numeral(points) : null },
  ]);
  return Object.fromEntries(shown);
}

/** Return the sound of a step: a death before a wound, a wound before anything else; effects are silent. */
export function soundOf({ name, marks }) {
  const kinds = new Set(Object.values(marks).map(({ kind }) => kind));
  if (kinds.has("falls")) return "falls";
  if (kinds.has("hurt")) return "hurt";
  return name === "ends" ? null : name;
}

// The timer -------------------------------------------------------------------------------------------------------------

/** Milliseconds of a step, by the user's preferred pace. */
export const PACES = { slow: 1400, usual: 750, quick: 350 };

/** The number of characters that users read in the time of a step. */
const READ = 90;

/** Milliseconds of a step; steps with much to see or read take longer. */
export const lengthOf = ({ marks, texts = [] }, pace) =>
  (PACES[pace] ?? PACES.usual) *
  (1 + Math.min(3, Object.keys(marks).length) / 6 + Math.min(2, texts.join(" ").length / READ) / 2);

/**
 * Play steps one after the other: calls `show(step)` for each, and `done()` after the last. `pace()` is called at each
 * step. `host` contains what tests replace: setTimeout, clearTimeout.
 */
export function player({ show, done, pace, host = globalThis }) {
  let left = [];
  let timer = null;

  function next() {
    const [step, ...rest] = left;
    left = rest;
    timer = step ? host.setTimeout(next, lengthOf(step, pace())) : null;
    if (step) show(step);
    else done();
  }

  function stop() {
    host.clearTimeout(timer);
    timer = null;
    left = [];
  }

  return {
    play(steps) {
      stop();
      left = steps;
      if (steps.length) next();
    },
    /** Jump to the end; return whether there was something to skip. */
    skip() {
      const wasPlaying = timer !== null;
      stop();
      if (wasPlaying) done();
      return wasPlaying;
    },
    stop,
    isPlaying: () => timer !== null,
  };
}
