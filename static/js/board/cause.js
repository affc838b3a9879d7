// @ts-check
// The main cause of a defeat, for beginners: the damage that was neither shielded nor countered, and since when it
// could be seen. Pure.

import { HANDS, listed, titled } from "../lib/gestures.js";
import { factsOf, spellFacts } from "../lib/spell-facts.js";
import { _, ngettext } from "../lib/words.js";
import { departures } from "./circle.js";
import { begunSpells } from "./spell-progress.js";

/** @import { Event, Name, View } from "../types.d.ts" */

/**
 * All damage from one source. `cause`: a spell, "stab" or "monster"; `rounds`: the rounds in which it struck.
 * @typedef {{ cause: string, by: Name, points: number, rounds: number[] }} Blow
 */

/**
 * The decisive blow of a duel. `number`: its round; `lesson`: the slug of the lesson that teaches the defence.
 * @typedef {{ number: number, text: string, lesson: string }} Cause
 */

/** Total damage that is too small to have decided a duel. */
const LITTLE = 2;
/** Spells that answer another spell, the simplest first. */
const ANSWERS = ["shield", "counter_spell", "magic_mirror", "remove_enchantment", "dispel_magic", "raise_dead"];

/**
 * Return why the viewer lost or, for other viewers, why the only loser lost. Null: there is no clear cause. `reader`: the
 * wizard called "you", if any.
 * @type {(whole: View, reader?: Name | null) => Cause | null}
 */
export function causeOf(whole, reader = whole.viewer) {
  const name = loserOf(whole);
  if (!name) return null;
  const view = { ...untilHisEnd(whole, name), viewer: reader };
  const blow = fatal(view, name) ?? greatest(view, name);
  const how = departures(view)[name];
  if (how === "absence") return null;
  if (how !== "ruling" && isGivenUp(view, name, blow)) return how === "timeout" ? null : surrender(view, name);
  if (!blow) return null;
  const lesson = isWalledIn(view, name) ? "wall" : (LESSONS[blow.cause] ?? "counters");
  const told = (SENTENCES[blow.cause] ?? bySpell)(view, name, blow);
  return { lesson, number: blow.rounds[0], ...told };
}

/** @type {Record<string, string>} */
const LESSONS = { monster: "monsters", stab: "shield", magic_missile: "shield" };

/** @type {(view: View) => Name | null} */
function loserOf({ viewer, wizards, result }) {
  if (result?.outcome !== "victory") return null;
  const losers = wizards.map(({ name }) => name).filter((name) => !result.winners.includes(name));
  return viewer && losers.includes(viewer) ? viewer : losers.length === 1 ? losers[0] : null;
}

/**
 * Cut the view to the rounds up to the wizard's exit. If a melee continued without them, drop the monsters too, because
 * only their final owners are known.
 * @type {(view: View, name: Name) => View}
 */
function untilHisEnd(view, name) {
  const isEnd = (/** @type {Event} */ { type, wizard }) => ["dies", "surrenders"].includes(type) && wizard === name;
  const at = view.rounds.findIndex(({ events }) => events.some(isEnd));
  if (at < 0 || at === view.rounds.length - 1) return view;
  return { ...view, rounds: view.rounds.slice(0, at + 1), monsters: [] };
}

/** @type {(view: View) => (Event & { number: number })[]} */
const eventsOf = ({ rounds }) => rounds.flatMap(({ number, events }) => events.map((event) => ({ ...event, number })));

/**
 * Find the spell that killed the wizard outright, whatever their hit points.
 * @type {(view: View, name: Name) => Blow | null}
 */
function fatal(view, name) {
  const events = eventsOf(view);
  const death = events.findLast(({ type, wizard }) => type === "dies" && wizard === name);
  const cast = events.findLast(
    ({ type, spell, target }) => type === "cast" && spell === death?.cause && target === name,
  );
  return cast ? { cause: cast.spell, by: cast.caster, points: 0, rounds: [cast.number] } : null;
}

/**
 * Find the source of most of the wizard's damage, on a tie one of someone else. Ignores monsters that appeared in the
 * last round.
 * @type {(view: View, name: Name) => Blow | null}
 */
function greatest(view, name) {
  /** @type {Map<string, Blow>} */
  const blows = new Map();
  for (const { type, subject, cause, by, points, number } of eventsOf(view)) {
    if (type !== "damage" || subject !== name) continue;
    const key = `${cause} ${by}`;
    const blow = blows.get(key) ?? { cause, by, points: 0, rounds: [] };
    blows.set(key, { ...blow, points: blow.points + points, rounds: [...new Set([...blow.rounds, number])] });
  }
  const known = [...blows.values()].filter(
    ({ cause, by }) => cause !== "monster" || appeared(view, by) !== lastOf(view),
  );
  const rank = (/** @type {Blow} */ { points, by }) => points - (by === name ? 0.5 : 0);
  const [most] = known.toSorted((one, other) => rank(other) - rank(one));
  return most?.points >= LITTLE ? most : null;
}

/** @type {(view: View) => number | undefined} */
const lastOf = ({ rounds }) => rounds.at(-1)?.number;

/** @type {(view: View, name: Name) => number} */
const pointsLeft = ({ wizards }, name) => wizards.find((wizard) => wizard.name === name)?.hp ?? 0;

/**
 * Return whether the wizard surrendered with more hit points than any source had taken; then no blow decided it.
 * @type {(view: View, name: Name, blow: Blow | null) => boolean}
 */
const isGivenUp = (view, name, blow) =>
  Boolean(view.result?.surrendered.includes(name)) && (blow?.points ?? 0) < pointsLeft(view, name);

/** @type {(view: View, by: Name) => number | undefined} */
const appeared = (view, by) => eventsOf(view).find(({ type, monster }) => type === "appears" && monster === by)?.number;

/**
 * Return whether the winner shielded in at least every other round and so was hardly hurt.
 * @type {(view: View, name: Name) => boolean}
 */
function isWalledIn({ rounds, wizards }, name) {
  const others = wizards.filter((wizard) => wizard.name !== name);
  const shields = rounds.filter(({ events }) =>
    events.some(({ type, subject }) => type === "shielded" && subject === others[0].name),
  );
  return others.length === 1 && others[0].hp > 10 && shields.length * 2 > rounds.length;
}

// Texts --------------------------------------------------------------------------------------------------------------

/** @type {Record<string, (view: View, name: Name, blow: Blow) => { text: string, number?: number }>} */
const SENTENCES = { monster: byMonster, stab: byKnife };

/**
 * Explain a surrender by the threats: monsters, or the weightiest spell that the next gesture could have completed.
 * Null: there were none.
 * @type {(view: View, name: Name) => Cause | null}
 */
function surrender(view, name) {
  const monsters = view.monsters.filter(({ owner, alive }) => alive && owner !== null && owner !== name);
  const spell = nearlyCast(view, name);
  const threats = [
    ...monsters.map(({ name: monster, owner }) =>
      owner === view.viewer ? _("your {monster}", { monster }) : _("{owner}’s {monster}", { monster, owner }),
    ),
    ...(spell ? [nearlyText(view, spell)] : []),
  ];
  if (!threats.length) return null;
  const count = pointsLeft(view, name);
  const left =
    name === view.viewer
      ? ngettext(
          "You surrendered with {count} hit point left.",
          "You surrendered with {count} hit points left.",
          count,
          {},
        )
      : ngettext(
          "{name} surrendered with {count} hit point left.",
          "{name} surrendered with {count} hit points left.",
          count,
          { name },
        );
  const why = _("Threats: {threats}.", { threats: listed(threats) });
  return { lesson: monsters.length ? "monsters" : "counters", number: lastOf(view) ?? 1, text: `${left} ${why}` };
}

/**
 * Find the weightiest spell that another wizard could complete in the last round. A wizard under a mind spell, such as
 * Fear, was not free to.
 * @type {(view: View, name: Name) => { spell: string, caster: Name } | undefined}
 */
function nearlyCast({ rounds, wizards }, name) {
  const begun = wizards
    .filter((wizard) => wizard.name !== name && !isBound(rounds.at(-2), wizard.name))
    .flatMap((wizard) => begunSpells(rounds.slice(0, -1), wizard.name, spellFacts));
  return begun
    .filter(({ missing, spell }) => missing.length === 1 && factsOf(spell).default === "opponent")
    .toSorted((one, other) => (factsOf(other.spell).worth ?? 0) - (factsOf(one.spell).worth ?? 0))[0];
}

/** @type {(before: View["rounds"][number] | undefined, name: Name) => boolean} */
const isBound = (before, name) =>
  Boolean(
    before?.events.some(({ type, effect, subject }) => type === "begins" && subject === name && factsOf(effect).mind),
  );

/** @type {(view: View, nearly: { spell: string, caster: Name }) => string} */
function nearlyText({ viewer }, { spell: slug, caster }) {
  const spell = titled(slug);
  return caster === viewer
    ? _("your {spell}, one gesture away", { spell })
    : _("{caster}’s {spell}, one gesture away", { caster, spell });
}

/** @type {(points: number) => string} */
const pointsText = (points) => ngettext("{count} point", "{count} points", points);

/** @type {typeof SENTENCES[string]} */
function byMonster(view, name, { by, points, rounds }) {
  const count = rounds.length;
  const words = { name, monster: by, points: pointsText(points), since: appeared(view, by) ?? rounds[0] };
  const hit =
    name === view.viewer
      ? ngettext(
          "{monster}, summoned in round {since}, hit you once for {points}.",
          "{monster}, summoned in round {since}, hit you {count} times for {points}.",
          count,
          words,
        )
      : ngettext(
          "{monster}, summoned in round {since}, landed {count} hit on {name} for {points}.",
          "{monster}, summoned in round {since}, landed {count} hits on {name} for {points}.",
          count,
          words,
        );
  const advice = ngettext("A Shield would have blocked the hit.", "A Shield would have blocked each hit.", count);
  return { text: withAdvice(view, [hit], advice) };
}

/** @type {typeof SENTENCES[string]} */
function byKnife(view, name, { by, points }) {
  const words = { by, name, points: pointsText(points) };
  const hit =
    name === view.viewer
      ? _("{by} stabbed you for {points}.", words)
      : by === view.viewer
        ? _("You stabbed {name} for {points}.", words)
        : _("{by} stabbed {name} for {points}.", words);
  return { text: withAdvice(view, [hit], _("A Shield would have blocked the stab.")) };
}

/**
 * Join sentences, and add the advice except for the winner, who needs none.
 * @type {(view: View, sentences: string[], advice: string) => string}
 */
function withAdvice({ viewer, result }, sentences, advice) {
  const isWinner = viewer && result?.winners.includes(viewer);
  return [...sentences, isWinner ? "" : advice].filter(Boolean).join(" ");
}

/**
 * Explain the last strike of a spell, with the rounds of all its strikes, and the spells that would have stopped it.
 * @type {typeof SENTENCES[string]}
 */
function bySpell(view, name, { cause, by, points, rounds }) {
  const number = /** @type {number} */ (rounds.at(-1));
  if (by === name) return { number, text: byOwnSpell(view, name, cause, points) };
  const { since, gestures } = wovenFrom(view, number, by, cause);
  const words = { name, spell: titled(cause), points: pointsText(points), since, gestures };
  const struck =
    name === view.viewer ? struckMe(points, rounds.length, words) : struckThem(points, rounds.length, words);
  const when =
    rounds.length > 1
      ? _("It struck in rounds {rounds}.", { rounds: listed(rounds.map(String)) })
      : since
        ? _("Its gestures ({gestures}) were visible from round {since}.", words)
        : "";
  return { number, text: withAdvice(view, [struck, when].filter(Boolean), answerText(cause)) };
}

/** @type {(view: View, name: Name, spell: string, points: number) => string} */
function byOwnSpell({ viewer }, name, slug, points) {
  const words = { name, spell: titled(slug), points: pointsText(points) };
  return name === viewer
    ? _("Your own {spell} hit you for {points}.", words)
    : _("{name}’s own {spell} hit {name} for {points}.", words);
}

/** @type {(points: number, count: number, words: object) => string} */
function struckMe(points, count, words) {
  if (count > 1)
    return ngettext("{spell} hit you once for {points}.", "{spell} hit you {count} times for {points}.", count, words);
  return points ? _("{spell} hit you for {points}.", words) : _("{spell} killed you.", words);
}

/** @type {typeof struckMe} */
function struckThem(points, count, words) {
  if (count > 1)
    return ngettext(
      "{spell} hit {name} once for {points}.",
      "{spell} hit {name} {count} times for {points}.",
      count,
      words,
    );
  return points ? _("{spell} hit {name} for {points}.", words) : _("{spell} killed {name}.", words);
}

/** @type {(spell: string) => string} */
function answerText(spell) {
  const { stopped_by = [] } = factsOf(spell);
  const answer = ANSWERS.find((slug) => stopped_by.includes(slug));
  if (!answer) return "";
  const gestures = spaced(factsOf(answer).gestures[0]);
  return _("{spell} ({gestures}) would have stopped it.", { spell: titled(answer), gestures });
}

/** @type {(pattern: string) => string} */
const spaced = (pattern) => [...pattern].join(" ");

/**
 * Return the first round and the gestures of a completed spell; nothing if the gestures are not in single rounds.
 * @type {(view: View, number: number, caster: Name, spell: string) => { since: number | null, gestures: string }}
 */
function wovenFrom({ rounds }, number, caster, spell) {
  const cast = rounds
    .find((round) => round.number === number)
    ?.events.find((event) => event.type === "cast" && event.spell === spell && event.caster === caster);
  const hands = HANDS.filter((hand) => cast && ["both", hand].includes(cast.hand));
  const made = rounds.filter((round) => round.number <= number && round.gestures[caster]).toReversed();
  for (const pattern of factsOf(spell).gestures ?? []) {
    const letters = [...pattern.toUpperCase()].toReversed();
    const isMade = hands.some((hand) => letters.every((letter, at) => made[at]?.gestures[caster][hand] === letter));
    if (isMade) return { since: made[letters.length - 1].number, gestures: spaced(pattern) };
  }
  return { since: null, gestures: "" };
}
