// Notes about the gestures of the history, for their marks and for screen readers. Pure.

import { titled } from "../lib/gestures.js";
import { _ } from "../lib/words.js";

/** Return the name of a gesture's cell: round, "second" for the second pair, hand and wizard. */
export const cellOf = (number, pair, hand, name) => [number, pair, hand, name].join("|");

/** The rounds of a view that have gestures: all resolved ones, and the one that is being revealed. */
export const roundsIn = ({ rounds, reveal }) => (reveal ? [...rounds, reveal] : rounds);

/** Return whether a wizard's gestures up to this round can no longer become spells. */
export const isCut = (round, name) =>
  Boolean(round.gestures[name]?.barrier) ||
  (round.events ?? []).some(
    ({ type, effect, subject }) =>
      subject === name && (type === "raised" || (type === "begins" && effect === "anti_spell")),
  );

const isOf = (event, name, hand, pair) =>
  event.caster === name &&
  Boolean(event.second) === (pair === "second") &&
  (event.hand === hand || event.hand === "both");

/** Slugs of the spells that a hand completed with a pair of gestures, according to the events of the round. */
export const spellsOf = ({ events = [] }, name, hand, pair) =>
  events.filter((event) => event.type === "cast" && isOf(event, name, hand, pair)).map(({ spell }) => spell);

const bankedBy = ({ events = [] }, name, hand, pair) =>
  events.find((event) => event.type === "banked" && isOf({ ...event, caster: event.wizard }, name, hand, pair));

/** Return the marks of a gesture: "cast", "banked", "forced", "hidden". */
export function marksOf(round, name, hand, pair) {
  const made = pairOf(round.gestures[name], pair);
  const hasCast = spellsOf(round, name, hand, pair).length || made.cast?.includes(hand) || made.cast?.includes("both");
  return [
    ...(hasCast ? ["cast"] : []),
    ...(bankedBy(round, name, hand, pair) ? ["banked"] : []),
    ...(made.forced?.[hand] ? ["forced"] : []),
    ...(made[hand] === "?" ? ["hidden"] : []),
  ];
}

/** One pair of the gestures that a wizard made in a round. */
export const pairOf = (made, pair) => (pair ? made.second : made);

/** Return the notes about a gesture. */
export function notesOf(round, name, hand, pair) {
  const made = pairOf(round.gestures[name], pair);
  const marks = marksOf(round, name, hand, pair);
  const spells = spellsOf(round, name, hand, pair).map(titled);
  const lasting = (round.events ?? []).filter((event) => event.type === "extended" && isOf(event, name, hand, pair));
  return [
    ...spells.map((spell) => _("completes {spell}", { spell })),
    ...(marks.includes("cast") && !spells.length ? [_("completes a spell")] : []),
    ...(marks.includes("banked")
      ? [_("stores {spell}", { spell: titled(bankedBy(round, name, hand, pair).spell) })]
      : []),
    ...lasting.map(({ spell }) => _("makes {spell} permanent", { spell: titled(spell) })),
    ...(marks.includes("forced") ? [_("forced by {effect}", { effect: titled(made.forced[hand]) })] : []),
    ...asidesOf(round, name).map(({ text }) => text),
  ];
}

/** Return the notes about both hands of a wizard in a round, as `{mark, text}`; their mark is between the hands. */
export function asidesOf(round, name) {
  const { events = [] } = round;
  const released = events.filter(({ type, hand, caster }) => type === "cast" && hand === "released" && caster === name);
  const banks = events.some(({ type, wizard }) => type === "banks" && wizard === name);
  return [
    ...(isCut(round, name) ? [{ mark: "disruption", text: _("disrupted: earlier gestures no longer count") }] : []),
    ...released.map(({ spell }) => ({ mark: "delay_effect", text: _("releases {spell}", { spell: titled(spell) }) })),
    ...(banks ? [{ mark: "delay_effect", text: _("stores a spell") }] : []),
  ];
}

/** Return for each wizard the last round whose gestures are used up, 0 for none. */
export const spentUpTo = (rounds, wizards) =>
  Object.fromEntries(wizards.map(({ name }) => [name, rounds.findLast((round) => isCut(round, name))?.number ?? 0]));

/** Return the round that is being ordered as a round of the view: the viewer's picks, the other hands hidden. */
export function roundOrdered({ request, hands, spells, acting }) {
  const hidden = { left: "?", right: "?", isToCome: true };
  const gestures = Object.fromEntries(
    acting.map((name) => [name, name === request.wizard ? { ...hands[0], second: hands[1] } : hidden]),
  );
  return {
    number: request.round,
    kind: request.kind,
    gestures,
    events: [],
    chosen: spells.map((spell) => ({ ...spell, caster: request.wizard })),
  };
}

/** Return the gestures of one hand that may still become a spell: those since the last disruption. */
export function trail({ rounds }, name, hand) {
  const made = rounds
    .slice(1 + rounds.findLastIndex((round) => isCut(round, name)))
    .map((round) => round.gestures[name]);
  return made
    .filter(Boolean)
    .flatMap((gestures) => [gestures[hand], ...(gestures.second ? [gestures.second[hand]] : [])]);
}
