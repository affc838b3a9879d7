// What is to be said of each gesture of the history: as notes for its mark and for who hears the page. Pure.

import { titled } from "./gestures.js";
import { cellOf, isCut } from "./spans.js";
import { _ } from "./words.js";

const isOf = (event, name, hand, pair) =>
  event.caster === name && Boolean(event.second) === (pair === "second") && (event.hand === hand || event.hand === "both");

/** Slugs of the spells that a hand completed with a pair of gestures, as the events of the round tell. */
export const spellsOf = ({ events = [] }, name, hand, pair) =>
  events.filter((event) => event.type === "cast" && isOf(event, name, hand, pair)).map(({ spell }) => spell);

const bankedBy = ({ events = [] }, name, hand, pair) =>
  events.find((event) => event.type === "banked" && isOf({ ...event, caster: event.wizard }, name, hand, pair));

/** What marks a gesture has: "cast", "banked", "forced", "hidden". */
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

/** Of what a wizard did in a round, the one pair of gestures. */
export const pairOf = (made, pair) => (pair ? made.second : made);

/** What is said of a gesture. */
export function notesOf(round, name, hand, pair) {
  const made = pairOf(round.gestures[name], pair);
  const marks = marksOf(round, name, hand, pair);
  const spells = spellsOf(round, name, hand, pair).map(titled);
  const lasting = (round.events ?? []).filter((event) => event.type === "extended" && isOf(event, name, hand, pair));
  return [
    ...spells.map((spell) => _("completes {spell}", { spell })),
    ...(marks.includes("cast") && !spells.length ? [_("completes a spell")] : []),
    ...(marks.includes("banked") ? [_("banks {spell}", { spell: titled(bankedBy(round, name, hand, pair).spell) })] : []),
    ...lasting.map(({ spell }) => _("makes {spell} permanent", { spell: titled(spell) })),
    ...(marks.includes("forced") ? [_("forced by {effect}", { effect: titled(made.forced[hand]) })] : []),
    ...asidesOf(round, name).map(({ text }) => text),
  ];
}

/** What is said of both hands of a wizard in a round, as `{mark, text}`: it has its mark between them. */
export function asidesOf(round, name) {
  const { events = [] } = round;
  const released = events.filter(({ type, hand, caster }) => type === "cast" && hand === "released" && caster === name);
  const banks = events.some(({ type, wizard }) => type === "banks" && wizard === name);
  return [
    ...(isCut(round, name) ? [{ mark: "disruption", text: _("disrupted: gestures up to here are spent") }] : []),
    ...released.map(({ spell }) => ({ mark: "delay_effect", text: _("lets go of {spell}", { spell: titled(spell) }) })),
    ...(banks ? [{ mark: "delay_effect", text: _("banks a spell") }] : []),
  ];
}

/** For each wizard the round up to which his gestures are spent, 0 for none. */
export const spentUpTo = (rounds, wizards) =>
  Object.fromEntries(wizards.map(({ name }) => [name, rounds.findLast((round) => isCut(round, name))?.number ?? 0]));

/** What happened with a spell that was cast: the events of its round that are about it, itself first. */
export function outcomeOf(span, { events = [] }) {
  const { event, spell, caster } = span;
  if (!event) return [];
  const isTwin = events.some((other) => other !== event && other.type === event.type && other.spell === spell);
  const others = events.filter((other) => other !== event && other.type !== "cast" && isAbout(other, spell, caster));
  return [event, ...others.filter(({ subject, owner }) => !isTwin || [undefined, event.target].includes(subject ?? owner))];
}

const isAbout = ({ type, caster, ...event }, spell, by) =>
  (caster === undefined || caster === by) &&
  ([event.spell, event.effect, event.cause, event.why].includes(spell) || (type === "appears" && appears(event, spell)) || isMark(type, spell));

const appears = ({ kind }, spell) => spell === `summon_${kind}` || (spell === "summon_elemental" && kind.endsWith("elemental"));

const MARKS = { countering: "counter_spell", mirroring: "magic_mirror", dispelling: "dispel_magic", cured: "cure", raised: "raise_dead", charmed: "charm_monster", confused: "confusion" };

const isMark = (type, spell) => Boolean(MARKS[type]) && spell.startsWith(MARKS[type]);

/** The round that is being ordered, as a round of the view: one's own hands as they are picked, the others hidden. */
export function roundOrdered({ request, hands, spells, acting }) {
  const hidden = { left: "?", right: "?", isToCome: true };
  const gestures = Object.fromEntries(acting.map((name) => [name, name === request.wizard ? { ...hands[0], second: hands[1] } : hidden]));
  return { number: request.round, kind: request.kind, gestures, events: [], chosen: spells.map((spell) => ({ ...spell, caster: request.wizard })) };
}

/** All gestures of a table in the order of its rows, by cell: `{round, name, hand, pair}`. */
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
