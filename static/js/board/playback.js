// How a round plays out: from the views before and after it to steps, each a view of its own. The timer is below; no page is here.

/** The steps, in their order, and the parts of a report (`section` of an event) that each of them tells. */
const STEPS = {
  gestures: ["round", "forced", "banking", "hands"],
  spells: ["protections", "summons", "spells"],
  attacks: ["monsters", "attacks"],
  ends: ["effects", "end"],
};

const NAMES = Object.keys(STEPS);

/** The step in which an event is shown: hands complete spells, but what is cast shows with the spells. */
const stepOf = ({ type, section }) =>
  type === "cast" ? "spells" : (NAMES.find((name) => STEPS[name].includes(section)) ?? "ends");

/** The events of a round by the step in which they are shown, within it in the order of the report: `[{ name, events }]`, no step empty. */
export const groupsOf = ({ events }) =>
  NAMES.map((name) => ({ name, events: events.filter((event) => stepOf(event) === name) })).filter(
    ({ events }) => events.length,
  );

/** Whether a step of this name comes after the one that is playing. */
export const comesAfter = (name, playing) => NAMES.indexOf(name) > NAMES.indexOf(playing);

/**
 * The steps in which the last round of `after` plays out: `[{ name, view, marks, told }]`, none if there is no round.
 *
 * `view`: the duel as it stands with this step, of the last one as after the round; `marks`: by being, what has just befallen it,
 * `{ kind, points }`; `told`: its events in words. `revealed`: the gestures have been seen before.
 */
export function stepsOf(before, after, { revealed = false } = {}) {
  const round = after.rounds.at(-1);
  const groups = round ? groupsOf(round).filter(({ name }) => !revealed || name !== "gestures") : [];
  return groups.map(({ name, events }, at) => ({
    name,
    view: at === groups.length - 1 ? lastOf(before, after) : between(before, after, eventsUpTo(after, name)),
    marks: marksOf(events),
    told: events.map(({ text }) => text),
  }));
}

/** What has happened in the last round when a step is over. */
const eventsUpTo = ({ rounds }, name) => rounds.at(-1).events.filter((event) => !comesAfter(stepOf(event), name));

/** All that happens in a round, one moment after the other, each a list of events: gestures are shown at once, all else by itself. */
export const momentsOf = (round) =>
  groupsOf(round)
    .flatMap(({ events }) => events)
    .reduce((moments, event) => {
      const last = moments.at(-1);
      if (event.type === "gestures" && last?.[0].type === "gestures") last.push(event);
      else moments.push([event]);
      return moments;
    }, []);

/** The view when these of the events of the last round have happened, and what the last of them marks: `{ view, marks }`. */
export const afterEvents = (before, after, events) => ({
  view: between(before, after, events),
  marks: marksOf(events.slice(-1)),
});

/** The view in the middle of a round: points as far as blows have fallen, all else as it was, and no end yet. */
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

/** Gestures that have not become spells yet. */
const withoutCasts = (gestures) =>
  Object.fromEntries(Object.entries(gestures).map(([name, made]) => [name, uncast(made)]));

const uncast = (made) => ({
  ...made,
  cast: [],
  barrier: false,
  second: made.second ? { ...made.second, cast: [] } : made.second,
});

/** A being's points after these events; nobody is healed above what he may have, or what he had. */
const pointsOf = ({ name, hp, max_hp: most }, events) =>
  events
    .filter(({ subject }) => subject === name)
    .reduce((points, event) => {
      if (event.type === "cured") return Math.max(points, Math.min(Math.max(most, hp), points + event.points));
      return isBlow(event) ? points - event.points : points;
    }, hp);

const isBlow = ({ type }) => type === "damage" || type === "hurt";

/** Those who were there, and who has appeared, each serving whom it serves now; what is destroyed falls at once, who dies at the end. */
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

/** Whom monsters came to serve in the last round, by monster: who dies or leaves in it has them until it is over. */
const mastersIn = ({ rounds }) =>
  new Map(
    rounds
      .at(-1)
      .events.filter(({ type }) => type === "appears" || type === "charmed")
      .map(({ monster, owner }) => [monster, owner ?? null]),
  );

/** The view of the last step: all as it is after the round, but that monsters stand yet with whom they served in it. */
function lastOf(before, after) {
  const masters = new Map([...before.monsters.map(({ name, owner }) => [name, owner]), ...mastersIn(after)]);
  const serves = ({ name, owner }) => owner ?? masters.get(name) ?? null;
  const isLeft = after.monsters.some((monster) => monster.owner !== serves(monster));
  return isLeft ? { ...after, monsters: after.monsters.map((one) => ({ ...one, owner: serves(one) })) } : after;
}

// What befalls beings ---------------------------------------------------------------------------------------------------

/** The mark of an event, and on whom: the later ones of this list weigh more. */
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

function marksOf(events) {
  const marks = {};
  for (const [kind, whom] of MARKS) {
    for (const name of events.map(whom).filter(Boolean)) marks[name] = { kind, points: null };
  }
  for (const { subject, points } of events.filter(isBlow)) {
    if (marks[subject].kind === "hurt" || marks[subject].kind === "falls") marks[subject].points -= points;
  }
  return marks;
}

/** What a step sounds like: a fall before a wound, a wound before what else there is; effects are silent. */
export function soundOf({ name, marks }) {
  const kinds = new Set(Object.values(marks).map(({ kind }) => kind));
  if (kinds.has("falls")) return "falls";
  if (kinds.has("hurt")) return "hurt";
  return name === "ends" ? null : name;
}

// The timer -------------------------------------------------------------------------------------------------------------

/** Milliseconds of a step, by the pace that is wished for. */
export const PACES = { slow: 1400, usual: 750, quick: 350 };

/** So many letters are read in the time of a step. */
const READ = 90;

/** Milliseconds of a step: where much is to be seen or read it takes longer. */
export const lengthOf = ({ marks, told = [] }, pace) =>
  (PACES[pace] ?? PACES.usual) *
  (1 + Math.min(3, Object.keys(marks).length) / 6 + Math.min(2, told.join(" ").length / READ) / 2);

/**
 * Plays steps one after the other: `show(step)` for each, `done()` when the last has stood for its time. `pace()` is asked
 * at each step. `host` carries what tests replace: setTimeout, clearTimeout.
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
    /** To the end at once; says whether there was something to skip. */
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
