// The gestures of completed spells and the spells that hands have begun, worked out from the viewer's own view and
// their book. Pure.
//
// The progress of a spell is `{kind, spell, caster, hand, event, cells, from, to, ends, missing}`. `kind`: "cast",
// "banked", "begun", or "chosen" for spells that the current picks complete; `cells`: its gestures, by `cellOf`;
// `missing`: those still needed, in small letters for both hands. The round being ordered is an extra round of the
// view, with `chosen`: the spells by hand.

import { HANDS } from "../lib/gestures.js";
import { cellOf, isCut } from "./gesture-notes.js";

/** The pairs of gestures that a wizard made in a round: `{number, pair, left, right}`. */
const pairsMade = (number, made) => [
  { number, pair: "", left: made.left, right: made.right },
  ...(made.second ? [{ number, pair: "second", left: made.second.left, right: made.second.right }] : []),
];

/** Return a wizard's gestures in stretches; no spell crosses the end of one. */
function stretches(rounds, name) {
  const all = [[]];
  for (const round of rounds) {
    const made = round.gestures[name];
    if (made && !made.isToCome) all.at(-1).push(...pairsMade(round.number, made));
    if (isCut(round, name)) all.push([]);
  }
  return all;
}

/**
 * Return a hand's gesture in a pair: small if the other hand made the same, "?" if it was hidden, "" if there is none
 * yet.
 */
function lettered(pair, hand) {
  const letter = pair[hand] ?? "";
  return pair.left === pair.right ? letter.toLowerCase() : letter;
}

const HIDDEN = "?";

/** Return whether a gesture fits a pattern. `blind`: a hidden gesture may be any. */
function fits(wanted, made, blind) {
  if (made === HIDDEN) return blind;
  return (
    made.toUpperCase() === wanted.toUpperCase() && (wanted === wanted.toUpperCase() || made !== made.toUpperCase())
  );
}

/** Return whether the gestures of `stretch` before `end` match `pattern`. */
const matches = (stretch, end, hand, pattern, blind) =>
  end >= pattern.length &&
  [...pattern].every((wanted, at) => fits(wanted, lettered(stretch[end - pattern.length + at], hand), blind));

/** Return the cells of a pattern that ends before `end`, of both hands where the pattern needs both. */
function cellsOf(stretch, end, hand, name, pattern) {
  const hands = (letter) => (letter === letter.toLowerCase() ? HANDS : [hand]);
  return [...pattern].flatMap((letter, at) => {
    const { number, pair } = stretch[end - pattern.length + at];
    return hands(letter).map((each) => cellOf(number, pair, each, name));
  });
}

const handsOf = (hand) => (hand === "both" ? HANDS : [hand]);

/** Return the longest pattern of a spell that the gesture before `end` can have completed. */
function woven(stretch, end, hand, spell, spellFacts) {
  const patterns = (spellFacts[spell]?.gestures ?? []).toSorted((one, other) => other.length - one.length);
  for (const blind of [false, true]) {
    for (const pattern of patterns) {
      const by = handsOf(hand).filter((each) => matches(stretch, end, each, pattern, blind));
      if (by.length)
        return {
          pattern,
          cells: [...new Set(by.flatMap((each) => cellsOf(stretch, end, each, stretch.name, pattern)))],
        };
    }
  }
  const { number, pair } = stretch[end - 1];
  return { pattern: " ", cells: handsOf(hand).map((each) => cellOf(number, pair, each, stretch.name)) };
}

/** Return the spells that a wizard is known to have completed in a round: `{kind, spell, hand, pair, event}`. */
function completed(round, name) {
  const chosen = (round.chosen ?? [])
    .filter(({ caster }) => caster === name)
    .map((casting) => ({ kind: "chosen", event: null, ...casting }));
  const told = (round.events ?? [])
    .filter(
      ({ type, caster, wizard, hand }) =>
        hand && // none: the hand was not seen
        hand !== "released" &&
        ((type === "cast" && caster === name) || (type === "banked" && wizard === name)),
    )
    .map((event) => ({
      kind: event.type,
      spell: event.spell,
      hand: event.hand,
      pair: event.second ? "second" : "",
      event,
    }));
  return [...chosen, ...told];
}

function progressMade({ kind, spell, hand, pair, event }, stretch, number, spellFacts) {
  const end = 1 + stretch.findIndex((made) => made.number === number && made.pair === pair);
  if (!end) return [];
  const { pattern, cells } = woven(stretch, end, hand, spell, spellFacts);
  return [
    {
      kind,
      spell,
      caster: stretch.name,
      hand,
      event,
      cells,
      from: stretch[end - pattern.length].number,
      to: number,
      ends: [number, pair],
      missing: "",
    },
  ];
}

const endsIn = (stretch, number) => stretch.some((made) => made.number === number);

/** Return the spells that a wizard's hands have completed. */
export function completedSpells(rounds, name, spellFacts) {
  const all = stretches(rounds, name).map((stretch) => Object.assign(stretch, { name }));
  return rounds.flatMap((round) =>
    completed(round, name).flatMap((casting) => {
      const stretch = all.find((each) => endsIn(each, round.number));
      return stretch ? progressMade(casting, stretch, round.number, spellFacts) : [];
    }),
  );
}

/** Return the spells that the latest pair of a wizard may complete, longest pattern first: `{hand, spell, length}`. */
export function ripeSpells(rounds, name, spellFacts) {
  const stretch = stretches(rounds, name).at(-1);
  const spent = completedOnce(rounds, name, spellFacts);
  return HANDS.flatMap((hand) =>
    Object.entries(spellFacts)
      .filter(([spell]) => !spent.has(spell))
      .flatMap(([spell, { gestures }]) =>
        gestures
          .filter((pattern) => matches(stretch, stretch.length, hand, pattern, false))
          .map((pattern) => ({ hand, spell, length: pattern.length })),
      ),
  ).toSorted((one, other) => other.length - one.length);
}

/** Return the spells that a wizard's hands have begun and not completed, those closest to completion first. */
export function begunSpells(rounds, name, spellFacts) {
  const last = stretches(rounds, name).at(-1);
  const spent = completedOnce(rounds, name, spellFacts);
  return HANDS.flatMap((hand) => {
    const stretch = last.length && !lettered(last.at(-1), hand) ? last.slice(0, -1) : last;
    return Object.entries(spellFacts)
      .filter(([spell]) => !spent.has(spell))
      .flatMap(([spell, { gestures }]) =>
        nearest(gestures, stretch, hand).map((made) => begun(made, spell, stretch, hand, name)),
      );
  }).toSorted((one, other) => one.missing.length - other.missing.length);
}

const completedOnce = (rounds, name, spellFacts) =>
  new Set(
    rounds.flatMap(({ events = [] }) =>
      events
        .filter(({ type, caster, spell }) => type === "cast" && caster === name && spellFacts[spell]?.once)
        .map(({ spell }) => spell),
    ),
  );

/** Return the begun pattern that is closest to completion, if any. */
function nearest(patterns, stretch, hand) {
  const made = patterns.flatMap((pattern) =>
    [...pattern.slice(1)].map((_, at) => ({ start: pattern.slice(0, at + 1), missing: pattern.slice(at + 1) })),
  );
  return made
    .filter(({ start }) => matches(stretch, stretch.length, hand, start, false))
    .toSorted((one, other) => one.missing.length - other.missing.length)
    .slice(0, 1);
}

const begun = ({ start, missing }, spell, stretch, hand, name) => ({
  kind: "begun",
  spell,
  caster: name,
  hand,
  event: null,
  cells: cellsOf(stretch, stretch.length, hand, name, start),
  from: stretch.at(-start.length).number,
  to: stretch.at(-1).number,
  missing,
});

/** All progress of all wizards; only standing wizards have begun spells. */
export const progressOf = (rounds, wizards, spellFacts) =>
  wizards.flatMap(({ name, alive, surrendered }) => [
    ...completedSpells(rounds, name, spellFacts),
    ...(alive && !surrendered ? begunSpells(rounds, name, spellFacts) : []),
  ]);

/** Return whether a gesture completed this spell. */
export const isEnd = ({ kind, caster, ends }, cell) =>
  kind !== "begun" && HANDS.some((hand) => cell === cellOf(...ends, hand, caster));

/** Return the spells that a gesture completed, was part of, and may still become. */
export function progressAt(progress, cell) {
  const rank = (one) => (isEnd(one, cell) ? 0 : one.kind === "begun" ? 2 : 1);
  return progress.filter(({ cells }) => cells.includes(cell)).toSorted((one, other) => rank(one) - rank(other));
}

/** Return the events of its round that are about a cast spell, its own first. */
export function outcomeOf(one, { events = [] }) {
  const { event, spell, caster } = one;
  if (!event) return [];
  const isTwin = events.some((other) => other !== event && other.type === event.type && other.spell === spell);
  const others = events.filter((other) => other !== event && other.type !== "cast" && isAbout(other, spell, caster));
  return [
    event,
    ...others.filter(({ subject, owner }) => !isTwin || [undefined, event.target].includes(subject ?? owner)),
  ];
}

const isAbout = ({ type, caster, ...event }, spell, by) =>
  (caster === undefined || caster === by) &&
  ([event.spell, event.effect, event.cause, event.why].includes(spell) ||
    (type === "appears" && appears(event, spell)) ||
    isMark(type, spell));

const appears = ({ kind }, spell) =>
  spell === `summon_${kind}` || (spell === "summon_elemental" && kind.endsWith("elemental"));

const MARKS = {
  countering: "counter_spell",
  mirroring: "magic_mirror",
  dispelling: "dispel_magic",
  cured: "cure",
  raised: "raise_dead",
  charmed: "charm_monster",
  confused: "confusion",
};

const isMark = (type, spell) => Boolean(MARKS[type]) && spell.startsWith(MARKS[type]);

/** All gestures of a table in row order, by cell: `{round, name, hand, pair}`. */
export const cellsIn = (rounds) =>
  new Map(
    rounds.flatMap((round) =>
      Object.entries(round.gestures).flatMap(([name, made]) =>
        ["", ...(made.second ? ["second"] : [])].flatMap((pair) =>
          ["left", "right"].map((hand) => [cellOf(round.number, pair, hand, name), { round, name, hand, pair }]),
        ),
      ),
    ),
  );
