// @ts-check
// The outcome of a round in a few sentences: wounds, deaths, stopped attacks, new monsters and effects. Pure.

import { GESTURES, listed, titled } from "../lib/gestures.js";
import { _, ngettext } from "../lib/words.js";

/** @import { Event, Name, Round } from "../types.d.ts" */

/**
 * A sentence and the last of the events that it tells.
 * @typedef {{ text: string, event: Event }} Told
 */

/**
 * Return "Nib appears and serves Tansy.", "Nib hits you for 1.": at most `most` sentences, the weightiest and on a tie
 * those about `me`, in the order of their events. A round without consequences is described by its forced hands and its
 * spells. In addition, the first sentences tell who ran out of time.
 * @type {(round: Pick<Round, "events">, me: Name | null, most?: number) => string[]}
 */
export function outcomeOf({ events }, me, most = Infinity) {
  const consequences = mineFirst(events, me).flatMap((event) =>
    consequence(event, me).map((text) => ({ text, event })),
  );
  const forced = toldForced(mineFirst(events, me), me);
  const sentences = [
    ...falls(
      events.filter((event) => !isLate(event)),
      me,
    ),
    ...toldHits(events, me),
    ...consequences.filter(({ event }) => event.type === "charmed"), // a monster that changes sides outweighs a Shield
    ...forced,
    ...toldStops(mineFirst(events, me), me),
    ...consequences,
  ];
  const texts = new Set(sentences.map(({ text }) => text));
  const weightiest = [...texts].slice(0, most);
  const at = (/** @type {string} */ text) =>
    Math.max(...sentences.filter((one) => one.text === text).map(({ event }) => events.indexOf(event)));
  const told =
    sentences.length > forced.length
      ? weightiest.toSorted((one, other) => at(one) - at(other))
      : [...new Set([...texts, ...spells(events, me)])].slice(0, most);
  const late = lateTexts(events, me);
  return told.length || late.length ? [...late, ...told] : [_("Nobody casts a spell.")];
}

const ROLES = ["subject", "victim", "target", "wizard", "caster", "by", "owner"];

/**
 * Return whether an event is about a wizard.
 * @type {(event: Event, wizard: Name | null) => boolean}
 */
export const isAbout = (event, wizard) => ROLES.some((role) => wizard && event[role] === wizard);

/** @type {(events: Event[], me: Name | null) => Event[]} */
const mineFirst = (events, me) =>
  events.toSorted((one, other) => Number(isAbout(other, me)) - Number(isAbout(one, me)));

/**
 * Return "You cast Fear on White."
 * @type {(event: Event, me: Name | null) => string}
 */
export function castText({ caster: wizard, spell: slug, target }, me) {
  const spell = titled(slug);
  const isOwn = !target || target === wizard;
  if (wizard === me)
    return isOwn ? _("You cast {spell}.", { spell }) : _("You cast {spell} on {target}.", { spell, target });
  if (isOwn) return _("{wizard} casts {spell}.", { wizard, spell });
  return target === me
    ? _("{wizard} casts {spell} on you.", { wizard, spell })
    : _("{wizard} casts {spell} on {target}.", { wizard, spell, target });
}

const DEATHS = ["dies", "destroyed", "merged"];
const SURRENDERS = ["surrenders"];

/**
 * Return a function that tells whether a wizard left in this way; `departures` lists the ways.
 * @type {(way: string) => (event: Event) => boolean}
 */
const leftBy =
  (way) =>
  ({ type, how }) =>
    type === "surrenders" && how === way;

const isTimeUp = leftBy("ruling");
const isAbsence = leftBy("absence");
const isTimeout = leftBy("timeout");

/** @type {(event: Event) => boolean} */
const isLate = ({ type }) => type === "late";

/** @type {(event: Event) => boolean} */
export const isOutOfTime = (event) => isTimeout(event) || isLate(event);

/**
 * Return a sentence about a death, a surrender or a time-out; none for other events.
 * @type {(event: Event, me: Name | null) => string[]}
 */
export function fall(event, me) {
  const { type, wizard, monster } = event;
  const name = wizard ?? monster;
  if (isTimeUp(event)) return [_("Time is up: hit points decide.")];
  if (isAbsence(event)) return name === me ? [_("You didn’t show up in time.")] : absenceText([name]);
  if (isOutOfTime(event)) return name === me ? [_("You run out of time.")] : timeoutText([name]);
  if (DEATHS.includes(type)) return name === me ? [_("You die.")] : deathsText([name]);
  if (SURRENDERS.includes(type)) return name === me ? [_("You surrender.")] : surrendersText([name]);
  return [];
}

/**
 * Return a sentence about the viewer's fall, and one each about the other wizards who die, who surrender, who did not
 * come, who ran out of time, and the monsters that die. So a few sentences tell all falls of a melee.
 * @type {(events: Event[], me: Name | null) => Told[]}
 */
function falls(events, me) {
  const isOwn = (/** @type {Event} */ event) => isTimeUp(event) || (event.wizard && event.wizard === me);
  const others = events.filter((event) => !isOwn(event));
  /** @type {(types: string[], role: "wizard" | "monster", textsOf: (names: Name[]) => string[], isFit?: (event: Event) => boolean) => Told[]} */
  const fallen = (types, role, textsOf, isFit = () => true) => {
    const found = others.filter((event) => types.includes(event.type) && event[role] && isFit(event));
    return textsOf([...new Set(found.map((event) => event[role]))]).map((text) => ({ text, event: found.at(-1) }));
  };
  return [
    ...events
      .filter((event) => !others.includes(event))
      .flatMap((event) => fall(event, me).map((text) => ({ text, event }))),
    ...fallen(DEATHS, "wizard", deathsText),
    ...fallen(SURRENDERS, "wizard", surrendersText, (event) => !isAbsence(event) && !isTimeout(event)),
    ...fallen(SURRENDERS, "wizard", absenceText, isAbsence),
    ...fallen(SURRENDERS, "wizard", timeoutText, isTimeout),
    ...fallen(DEATHS, "monster", deathsText),
  ];
}

/** @type {(names: Name[]) => string[]} */
const deathsText = (names) =>
  names.length ? [ngettext("{names} dies.", "{names} die.", names.length, { names: listed(names) })] : [];

/** @type {(names: Name[]) => string[]} */
const surrendersText = (names) =>
  names.length ? [ngettext("{names} surrenders.", "{names} surrender.", names.length, { names: listed(names) })] : [];

/** @type {(names: Name[]) => string[]} */
const absenceText = (names) =>
  names.length
    ? [
        ngettext("{names} didn’t show up in time.", "{names} didn’t show up in time.", names.length, {
          names: listed(names),
        }),
      ]
    : [];

/** @type {(names: Name[]) => string[]} */
const timeoutText = (names) =>
  names.length
    ? [ngettext("{names} runs out of time.", "{names} run out of time.", names.length, { names: listed(names) })]
    : [];

/**
 * Return who ran out of time in a round, but stays in the duel.
 * @type {(events: Event[], me: Name | null) => string[]}
 */
function lateTexts(events, me) {
  const late = events.filter(isLate).map(({ wizard }) => wizard);
  const others = late.filter((name) => name !== me);
  return [...(late.length > others.length ? [_("You run out of time.")] : []), ...timeoutText(others)];
}

/** @type {(one: Event, other: Event) => boolean} */
export const isSameForce = (one, other) =>
  one.wizard === other.wizard && one.effect === other.effect && one.second === other.second;

/** @type {(events: Event[], me: Name | null) => Told[]} */
function toldForced(events, me) {
  const forced = events.filter(({ type }) => type === "forced");
  return forced
    .filter((event, at) => forced.findIndex((one) => isSameForce(one, event)) === at)
    .map((event) => ({
      text: forcedText(
        forced.filter((one) => isSameForce(one, event)),
        me,
      ),
      event,
    }));
}

/**
 * Return "Confusion controls your left hand: W." for the hands of a wizard that one effect forced.
 * @type {(events: Event[], me: Name | null) => string}
 */
export function forcedText(events, me) {
  const [{ wizard, effect: slug, hand }] = events;
  const gesture = listed(events.map((event) => shown(event.gesture)));
  const words = { wizard, effect: titled(slug), gesture };
  if (events.length > 1)
    return wizard === me
      ? _("{effect} controls your hands: {gesture}.", words)
      : _("{effect} controls {wizard}’s hands: {gesture}.", words);
  if (hand === "left")
    return wizard === me
      ? _("{effect} controls your left hand: {gesture}.", words)
      : _("{effect} controls {wizard}’s left hand: {gesture}.", words);
  return wizard === me
    ? _("{effect} controls your right hand: {gesture}.", words)
    : _("{effect} controls {wizard}’s right hand: {gesture}.", words);
}

/** @type {(letter: keyof typeof GESTURES) => string} */
const shown = (letter) => (/[A-Z]/.test(letter) ? letter : GESTURES[letter].name);

/** @type {(event: Event) => boolean} */
export const isHit = ({ type }) => type === "damage" || type === "hurt";

/** @type {(hit: Event | Hit) => boolean} */
export const isMonsters = ({ cause }) => cause === "monster" || cause === "elemental";

/** @type {(event: Event) => boolean} */
export const isStopped = ({ type }) => type === "attack" || type === "stab";

/**
 * Return the spell or effect that stopped an attack, and the wizard whose it is; "" where unknown.
 * @type {(event: Event) => { spell: string, wizard: Name }}
 */
export function reasonOf({ because }) {
  const [why] = [because].flat();
  return { spell: why?.spell ?? why?.effect ?? "", wizard: why?.on ?? why?.by ?? "" };
}

/**
 * Return one sentence per source of damage and victim, those about the viewer first; monsters attack together.
 * @type {(events: Event[], me: Name | null) => string[]}
 */
export const hits = (events, me) => toldHits(events, me).map(({ text }) => text);

/** @type {(events: Event[], me: Name | null) => Told[]} */
function toldHits(events, me) {
  /** @type {Map<string, Hit>} */
  const found = new Map();
  for (const event of events.filter(isHit)) {
    const { subject: name, points, cause = "", by } = event;
    const key = `${isMonsters(event) ? "monster" : `${cause} ${by ?? ""}`} ${name}`;
    const hit = found.get(key) ?? { by: [], points: 0, cause, name };
    found.set(key, { ...hit, by: by ? [...hit.by, by] : hit.by, points: hit.points + points, event });
  }
  return [...found.values()]
    .toSorted((one, other) => Number(other.name === me) - Number(one.name === me))
    .map((hit) => ({ text: hitText(hit, me), event: hit.event }));
}

/** @typedef {{ by: Name[], points: number, cause: string, name: Name, event?: Event }} Hit */

/** @type {(hit: Hit, me: Name | null) => string} */
function hitText(hit, me) {
  const { by, points, cause, name } = hit;
  const isMine = name === me;
  if (isMonsters(hit)) return monstersText(by, points, isMine ? null : name);
  if (cause === "stab") return stabText(hit, me);
  if (cause) return spellText(hit, me);
  return isMine ? _("You lose {points}.", { points }) : _("{name} loses {points}.", { name, points });
}

/** @type {(hit: Hit, me: Name | null) => string} */
function stabText({ by: [wizard], points, name }, me) {
  if (wizard === me) return _("You stab {name} for {points}.", { name, points });
  if (name === me) return _("{wizard} stabs you for {points}.", { wizard, points });
  return _("{wizard} stabs {name} for {points}.", { wizard, name, points });
}

/** @type {(hit: Hit, me: Name | null) => string} */
function spellText({ by: [wizard], points, cause, name }, me) {
  const isMine = name === me;
  const values = { wizard, name, points, spell: titled(cause) };
  if (!wizard)
    return isMine ? _("{spell} hits you for {points}.", values) : _("{spell} hits {name} for {points}.", values);
  if (wizard === me)
    return isMine
      ? _("Your {spell} hits you for {points}.", values)
      : _("Your {spell} hits {name} for {points}.", values);
  return isMine
    ? _("{wizard}’s {spell} hits you for {points}.", values)
    : _("{wizard}’s {spell} hits {name} for {points}.", values);
}

/** @type {(monsters: Name[], points: number, name: Name | null) => string} */
function monstersText(monsters, points, name) {
  const values = { monsters: named(monsters), points, name };
  return name === null
    ? ngettext("{monsters} hits you for {points}.", "{monsters} hit you for {points}.", monsters.length, values)
    : ngettext("{monsters} hits {name} for {points}.", "{monsters} hit {name} for {points}.", monsters.length, values);
}

/**
 * Return "your knife" or "Tansy’s knife".
 * @type {(wizard: Name, me: Name | null) => string}
 */
export const knifeOf = (wizard, me) => (wizard === me ? _("your knife") : _("{wizard}’s knife", { wizard }));

/**
 * Return "your Fireball" or "Tansy’s Fireball".
 * @type {(slug: string, wizard: Name, me: Name | null) => string}
 */
export function spellOf(slug, wizard, me) {
  const spell = titled(slug);
  return wizard === me ? _("your {spell}", { spell }) : _("{wizard}’s {spell}", { wizard, spell });
}

/** The most monsters to name; more are counted. */
const NAMED = 3;

/**
 * Return monsters and other sources of damage as one list; many monsters are counted.
 * @type {(monsters: Name[], others?: string[]) => string}
 */
export const named = (monsters, others = []) =>
  listed([
    ...(monsters.length > NAMED ? [ngettext("{count} monster", "{count} monsters", monsters.length, {})] : monsters),
    ...others,
  ]);

/**
 * Return one sentence per spell or effect that stopped attacks, and one for attacks that failed for another reason. The
 * viewer's stabs have their own.
 * @type {(events: Event[], me: Name | null) => string[]}
 */
export const stops = (events, me) => toldStops(events, me).map(({ text }) => text);

/** @type {(events: Event[], me: Name | null) => Told[]} */
function toldStops(events, me) {
  /** @type {Map<string, { spell: string, wizard: Name, isMine: boolean, monsters: Name[], knives: string[], event?: Event }>} */
  const found = new Map();
  for (const event of events.filter(isStopped)) {
    const { type, attacker } = event;
    const { spell, wizard } = reasonOf(event);
    const isMine = attacker === me;
    const key = `${spell} ${wizard} ${isMine}`; // the viewer has a sentence of their own
    const stop = found.get(key) ?? { spell, wizard, isMine, monsters: [], knives: [] };
    if (type === "stab") stop.knives.push(knifeOf(attacker, me));
    else stop.monsters.push(attacker);
    found.set(key, { ...stop, event });
  }
  return [...found.values()].map(({ spell, wizard, isMine, monsters, knives, event }) => ({
    text:
      isMine && !spell
        ? _("You do no damage.")
        : stopText({ spell, wizard, names: named(monsters, knives), count: monsters.length + knives.length }, me),
    event,
  }));
}

/** @type {(stop: { spell: string, wizard: Name, names: string, count: number }, me: Name | null) => string} */
function stopText({ spell, wizard, names, count }, me) {
  if (!spell) return ngettext("{names} does no damage.", "{names} do no damage.", count, { names });
  if (wizard === me) return _("Your {spell} stops {names}.", { spell: titled(spell), names });
  return wizard
    ? _("{wizard}’s {spell} stops {names}.", { wizard, spell: titled(spell), names })
    : _("{spell} stops {names}.", { spell: titled(spell), names });
}

/** @type {Record<string, (spell: string) => string>} */
const FAILED = {
  fails: (spell) => _("{spell} fails.", { spell }),
  misses: (spell) => _("{spell} misses.", { spell }),
  reflected: (spell) => _("{spell} is reflected.", { spell }),
};

/**
 * Return "Your Shield stops Tansy’s Magic Missile."; null for a spell that fails without such a reason.
 * @type {(event: Event, me: Name | null) => string | null}
 */
export function stoppedSpell({ type, spell, caster: wizard, because }, me) {
  const [why] = [because].flat();
  if (type !== "fails" || !why?.spell || !wizard) return null;
  const names = spellOf(spell, wizard, me);
  return stopText({ spell: why.spell, wizard: why.by ?? why.on ?? "", names, count: 1 }, me);
}

/** @type {(effect: string, names: Name[], me: Name | null) => string} */
function beginsText(slug, names, me) {
  const effect = titled(slug);
  return names.includes(/** @type {Name} */ (me))
    ? _("{effect} takes hold of you.", { effect })
    : _("{effect} takes hold of {name}.", { effect, name: listed(names) });
}

/**
 * Return a sentence about the viewer for an event without one of its own; null for the others.
 * @type {(event: Event, me: Name | null) => string | null}
 */
export function viewerText({ type, wizard, subject, effect, spell, words }, me) {
  if (!me || ![wizard, subject].includes(me)) return null;
  if (type === "victory") return _("You win the duel.");
  if (type === "says") return _("You say: “{words}”", { words });
  if (type === "begins" && effect) return beginsText(effect, [subject], me);
  if (type === "doomed" && spell) return beginsText(spell, [subject], me);
  if (type === "ends" && effect) return _("{effect} on you ends.", { effect: titled(effect) });
  return null;
}

/**
 * The sentences about the master of a monster; `name` is null for the viewer.
 * @type {Record<string, (monster: Name, name: Name | null) => string>}
 */
const MASTERS = {
  appears: (monster, name) =>
    name === null
      ? _("{monster} appears and serves you.", { monster })
      : _("{monster} appears and serves {name}.", { monster, name }),
  charmed: (monster, name) =>
    name === null ? _("{monster} now obeys you.", { monster }) : _("{monster} now obeys {name}.", { monster, name }),
};

/** @type {(event: Event, me: Name | null) => string[]} */
function consequence(event, me) {
  const { type, monster, owner, subject, effect, spell, wizards } = event;
  if (MASTERS[type] && owner) return [MASTERS[type](monster, owner === me ? null : owner)];
  if (type === "cured") return [subject === me ? _("You heal.") : _("{name} heals.", { name: subject })];
  if (type === "begins" && effect) return [beginsText(effect, [subject], me)];
  if (type === "stops_time" && wizards) return [beginsText("time_stop", wizards, me)];
  return FAILED[type] ? [stoppedSpell(event, me) ?? FAILED[type](titled(spell))] : [];
}

/** @type {(events: Event[], me: Name | null) => string[]} */
function spells(events, me) {
  /** @type {Map<Name, string[]>} */
  const cast = new Map();
  for (const { type, caster, spell } of events) {
    if (type === "cast") cast.set(caster, [...(cast.get(caster) ?? []), titled(spell)]);
  }
  return [...cast].map(([name, found]) =>
    name === me
      ? _("You cast {spell}.", { spell: listed(found) })
      : _("{wizard} casts {spell}.", { wizard: name, spell: listed(found) }),
  );
}
