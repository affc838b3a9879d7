// @ts-check
// A round as lines, one per event, with the hit points before and after. Pure.

import { listed, titled } from "../lib/gestures.js";
import { _ } from "../lib/words.js";
import { HIT_POINTS } from "./circle.js";
import {
  castText,
  fall,
  forcedText,
  hits,
  isAbout,
  isHit,
  isSameForce,
  isStopped,
  reasonOf,
  stoppedSpell,
  stops,
  viewerText,
} from "./outcome.js";

/** @import { Event, Name, Round, View } from "../types.d.ts" */

/** @typedef {{ name: Name, before: number, after: number }} Change */
/**
 * `events`: those that the line tells, `event` the one that gives it its mark; `change`: the hit points that they changed.
 * @typedef {{ event: Event, events: Event[], text: string, change: Change | null }} Line
 */

/** Events that only repeat what a spell says, or what the page shows elsewhere. */
const SILENT = new Set(["gestures", "shielded", "countering", "mirroring", "dispelling"]);

/**
 * Return what happened in a round of the view: a spell together with its consequence, hits, stopped attacks and others'
 * spells of the same kind together, all else in the words of the event. They are in the order of events, in a melee
 * those about the viewer first and the falls of wizards and the end of the duel last.
 * @type {(round: Round, view: View) => Line[]}
 */
export function linesOf(round, view) {
  const points = pointsBefore(round, view);
  const limits = limitsOf(view);
  const lines = withCompany(joined(round.events.filter(({ type }) => !SILENT.has(type))), view.viewer)
    .map((events) => ({
      event: events.find(isImpact) ?? events[0],
      events,
      text: textOf(events, view.viewer),
      change: changeOf(events, points, limits),
    }))
    .filter(({ text }) => text);
  return view.wizards.length > 2 ? lines.toSorted((one, other) => rankOf(one, view) - rankOf(other, view)) : lines;
}

const ENDS = ["dies", "surrenders", "victory", "draw"];

/** @type {(line: Line, view: View) => number} */
function rankOf(line, view) {
  const isEnd = line.events.every(({ type, monster }) => ENDS.includes(type) && !monster);
  return isEnd ? 2 : Number(!isMine(line, view));
}

/** @type {(line: Line, view: View) => boolean} */
const isMine = ({ events }, { viewer }) => events.some((event) => isAbout(event, viewer));

/**
 * Return how the hit points of each wizard changed in a round, for the viewer first.
 * @type {(round: Round, view: View) => Change[]}
 */
export function changesOf(round, { rounds, wizards, viewer }) {
  const earlier = rounds[rounds.indexOf(round) - 1]?.hp;
  return wizards
    .map(({ name }) => ({
      name,
      before: (earlier ? earlier[name] : HIT_POINTS) ?? NaN,
      after: round.hp?.[name] ?? NaN,
    }))
    .filter(({ before, after }) => before !== after && !Number.isNaN(before) && !Number.isNaN(after))
    .toSorted((one, other) => Number(other.name === viewer) - Number(one.name === viewer));
}

// Events that share a line --------------------------------------------------------------------------------------------

/**
 * Group events by line, in the order of their first ones. A spell that hits or fails is in the place where it does so,
 * after the spell that stopped it.
 * @type {(events: Event[]) => Event[][]}
 */
function joined(events) {
  let lines = /** @type {Event[][]} */ ([]);
  for (const event of events) {
    const line = lines.find((others) => isJoined(others, event));
    if (!line) lines.push([event]);
    else line.push(event);
    if (line?.[0].type === "cast" && isImpact(event)) lines = [...lines.filter((other) => other !== line), line];
  }
  return lines;
}

/** @type {(line: Event[], event: Event) => boolean} */
function isJoined(line, event) {
  const [first] = line;
  if (first.type === "cast") return line.length === 1 && isConsequence(first, event);
  if (first.type !== event.type) return false;
  if (isHit(event)) return isSameHit(first, event);
  if (event.type === "forced") return isSameForce(first, event);
  return isStopped(event) && Boolean(event.attacker) && isSameStop(first, event);
}

/**
 * Join lines in which wizards only cast the same spell on themselves, except the viewer's with those of others.
 * @type {(lines: Event[][], me: Name | null) => Event[][]}
 */
function withCompany(lines, me) {
  const kept = /** @type {Event[][]} */ ([]);
  for (const line of lines) {
    const company = isPlain(line) && kept.find((others) => isPlain(others) && isCompany(others[0], line[0], me));
    if (company) company.push(...line);
    else kept.push(line);
  }
  return kept;
}

/** @type {(line: Event[]) => boolean} */
const isPlain = (line) => line.every(({ type, caster, target }) => type === "cast" && (target ?? caster) === caster);

/** @type {(one: Event, other: Event, me: Name | null) => boolean} */
const isCompany = (one, other, me) => one.spell === other.spell && (one.caster === me) === (other.caster === me);

const FAILURES = ["fails", "misses", "reflected"];

/** @type {(event: Event) => boolean} */
const isImpact = (event) => isHit(event) || FAILURES.includes(event.type);

/** @type {(cast: Event, event: Event) => boolean} */
function isConsequence({ caster, spell, target }, event) {
  const { type, cause, by, subject, kind, owner, effect } = event;
  if (type === "damage") return cause === spell && by === caster;
  if (FAILURES.includes(type)) return event.spell === spell && event.caster === caster;
  if (type === "appears") return spell === `summon_${kind}` && owner === (target ?? caster);
  const [why] = [event.because].flat();
  if (type === "cured") return why?.spell === spell && why?.by === caster;
  return type === "begins" && effect === spell && subject === (target ?? caster);
}

/** @type {(one: Event, other: Event) => boolean} */
const isSameHit = (one, other) =>
  one.subject === other.subject && one.cause === other.cause && (one.cause === "monster" || one.by === other.by);

/** @type {(one: Event, other: Event) => boolean} */
function isSameStop(one, other) {
  const [before, now] = [reasonOf(one), reasonOf(other)];
  return before.spell === now.spell && before.wizard === now.wizard;
}

// Texts ---------------------------------------------------------------------------------------------------------------

/** @type {(events: Event[], me: Name | null) => string} */
function textOf(events, me) {
  const [first, second] = events;
  if (second?.type === "cast") return castsText(events, me);
  if (first.type === "cast") return second ? consequenceText(first, second, me) : castText(first, me);
  if (first.type === "forced") return forcedText(events, me);
  if (isHit(first)) return hits(events, me).join(" ");
  if (isStopped(first) && first.attacker) return stops(events, me).join(" ");
  return fall(first, me)[0] ?? stoppedSpell(first, me) ?? viewerText(first, me) ?? withoutReason(first.text);
}

/** @type {(casts: Event[], me: Name | null) => string} */
function castsText([first, ...others], me) {
  const casters = new Set([first, ...others].map(({ caster }) => caster));
  if (casters.size === 1) return castText(first, me);
  return _("{names} cast {spell}.", { names: listed([...casters]), spell: titled(first.spell) });
}

/** @type {(cast: Event, event: Event, me: Name | null) => string} */
function consequenceText(cast, event, me) {
  if (isHit(event)) return hits([event], me).join(" ");
  if (FAILURES.includes(event.type)) return stoppedSpell(event, me) ?? withoutReason(event.text);
  if (event.type !== "appears" || (cast.target ?? cast.caster) !== cast.caster) return castText(cast, me);
  const words = { wizard: cast.caster, spell: titled(cast.spell), monster: event.monster };
  return cast.caster === me
    ? _("You cast {spell}: {monster} appears.", words)
    : _("{wizard} casts {spell}: {monster} appears.", words);
}

/** Remove "(White cast Shield)" from the end of a sentence; the line of that spell says it. */
const withoutReason = (/** @type {string} */ text) => (text ?? "").replace(/ \([^()]*\)(?=\.$)/, "");

// Hit points ----------------------------------------------------------------------------------------------------------

/**
 * Return the hit points before a round, as far as the viewer knows them: those of wizards, and in the last round those
 * of monsters.
 * @type {(round: Round, view: View) => Map<Name, number>}
 */
function pointsBefore(round, { rounds, wizards, monsters }) {
  const at = rounds.indexOf(round);
  const points = new Map();
  for (const { name } of wizards) points.set(name, at > 0 ? rounds[at - 1].hp?.[name] : HIT_POINTS);
  if (at !== rounds.length - 1) return points;
  for (const { name, hp } of monsters)
    points.set(
      name,
      hp - round.events.filter(({ subject }) => subject === name).reduce((sum, one) => sum + gain(one), 0),
    );
  return points;
}

/** @type {(event: Event) => number} */
const gain = (event) => (isHit(event) ? -event.points : event.type === "cured" ? event.points : 0);

/** @type {(view: View) => Map<Name, number>} */
const limitsOf = ({ wizards, monsters }) =>
  new Map([...wizards, ...monsters].map(({ name, max_hp: most }) => [name, most]));

/**
 * Return the change of hit points by the events of a line, and count it in `points`. Nobody heals beyond their limit.
 * @type {(events: Event[], points: Map<Name, number>, limits: Map<Name, number>) => Change | null}
 */
function changeOf(events, points, limits) {
  const about = events.filter((event) => gain(event));
  const name = about[0]?.subject;
  const before = points.get(name);
  if (before === undefined) return null;
  const sum = about.reduce((total, event) => total + gain(event), 0);
  const after = sum > 0 ? Math.max(before, Math.min(limits.get(name) ?? Infinity, before + sum)) : before + sum;
  points.set(name, after);
  return after === before ? null : { name, before, after };
}
