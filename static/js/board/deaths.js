// @ts-check
// The causes of the deaths that ended a duel, a sentence each. Pure.

import { titled } from "../lib/gestures.js";
import { _, ngettext } from "../lib/words.js";
import { isHit, isMonsters, knifeOf, named, spellOf } from "./outcome.js";

/** @import { Event, Name, Round, View } from "../types.d.ts" */

/** @typedef {{ wizard: Name, event: Event, round: Round }} Death */

/**
 * Return what killed the viewer or, if they did not lose by dying, what killed the wizards who died in the last round.
 * Returns nothing if the events do not say it.
 * @type {(view: View) => string[]}
 */
export function deathTexts(view) {
  const { viewer, rounds, result } = view;
  const deaths = rounds.flatMap((round) =>
    round.events
      .filter(({ type, wizard }) => type === "dies" && result?.killed.includes(wizard))
      .map((event) => ({ wizard: event.wizard, event, round })),
  );
  const own = deaths.findLast(({ wizard }) => wizard === viewer);
  const last = deaths.filter(({ round }) => round === rounds.at(-1));
  const isDefeat = result?.outcome === "victory" && !result.winners.includes(viewer ?? "");
  const told = own && isDefeat ? [own] : last;
  const texts = told
    .toSorted((one, other) => Number(other === own) - Number(one === own))
    .map((death) => deathText(death, view));
  return texts.every(Boolean) ? texts : [];
}

/** @type {(death: Death, view: View) => string} */
function deathText({ wizard, event: { cause = "wounds" }, round }, view) {
  if (cause === "forfeit") return "";
  return cause === "wounds" ? woundsText(wizard, round, view.viewer) : killedText(wizard, cause, view);
}

/**
 * Return "You lost your last 5 hit points to Tansy’s Fireball."
 * @type {(name: Name, round: Round, me: Name | null) => string}
 */
function woundsText(name, { events, hp }, me) {
  const hits = events.filter((event) => isHit(event) && event.subject === name);
  const count = hits.reduce((sum, { points }) => sum + points, 0) + Math.min(0, hp?.[name] ?? 0);
  const monsters = hits.filter(isMonsters).map(({ by }) => by);
  const others = hits.filter((hit) => hit.cause && !isMonsters(hit)).map((hit) => sourceText(hit, me));
  const sources = named([...new Set(monsters)], [...new Set(others)]);
  if (!sources) return "";
  return name === me
    ? ngettext(
        "You lost your last hit point to {sources}.",
        "You lost your last {count} hit points to {sources}.",
        count,
        { sources },
      )
    : ngettext(
        "{name} lost the last hit point to {sources}.",
        "{name} lost the last {count} hit points to {sources}.",
        count,
        { name, sources },
      );
}

/** @type {(hit: Event, me: Name | null) => string} */
function sourceText({ cause, by, subject }, me) {
  if (cause === "stab") return knifeOf(by, me);
  if (!by) return titled(cause);
  return by === me && subject === me ? _("your own {spell}", { spell: titled(cause) }) : spellOf(cause, by, me);
}

/**
 * Return "Tansy’s Finger of Death killed you."; without the caster if the spell was reflected or unseen.
 * @type {(name: Name, slug: string, view: View) => string}
 */
function killedText(name, slug, { viewer: me, rounds }) {
  const cast = rounds
    .flatMap(({ events }) => events)
    .findLast(({ type, spell, target }) => type === "cast" && spell === slug && target === name);
  const words = { wizard: cast?.caster, name, spell: titled(slug) };
  if (!cast) return name === me ? _("{spell} killed you.", words) : _("{spell} killed {name}.", words);
  if (name === me)
    return cast.caster === me ? _("Your own {spell} killed you.", words) : _("{wizard}’s {spell} killed you.", words);
  return cast.caster === me ? _("Your {spell} killed {name}.", words) : _("{wizard}’s {spell} killed {name}.", words);
}
