// @ts-check
// The worst threat of this round in a sentence, with its answer. Pure.

import { isAlly } from "../board/circle.js";
import { titled } from "../lib/gestures.js";
import { _ } from "../lib/words.js";
import { allCastings } from "../orders/pairs.js";
import { aheadOf, choiceOf, choiceText, completionsOf, isMet, simpleWays } from "./completions.js";
import { incoming } from "./incoming.js";

/** @import { Casting, Duel, Picks } from "../types.d.ts" */

/** The worth of spells that are worse than any damage by monsters, such as deadly ones. */
const GRAVE = 10;

/**
 * Return the worst of the expected damage and the spells of opponents, and whether the picks stop it: "Tansy can cast
 * Magic Missile this round. Shield (P) stops it."; null: no threats. What the picks do not stop comes first. Allies'
 * spells and spells that only protect their caster are no threats.
 * @type {(duel: Duel, picks: Picks, facts: Record<string, any>) => { text: string, isMet: boolean } | null}
 */
export function worstThreat(duel, picks, facts) {
  const spells = spellsNow(duel, facts).map((spell) => ({ worth: spell.worth, ...spellText(spell, duel, picks) }));
  const isGrave = (/** @type {{ worth: number }} */ { worth }) => worth >= GRAVE;
  const light = spells.find((spell) => !isGrave(spell));
  const threats = [...spells.filter(isGrave), incoming(duel, picks, facts), light].filter((one) => one != null);
  const worst = threats.find(({ isMet }) => !isMet) ?? threats[0];
  return worst ? { text: worst.text, isMet: worst.isMet } : null;
}

/**
 * Return the spells that opponents can complete this round, the worst first.
 * @type {(duel: Duel, facts: Record<string, any>) => any[]}
 */
function spellsNow(duel, facts) {
  const ahead = aheadOf(duel);
  const { view } = duel;
  if (!ahead) return [];
  const friends = view.wizards.filter((wizard) => isAlly(view, wizard)).map(({ name }) => name);
  return completionsOf(ahead, view.viewer, facts)
    .filter(({ name, isOwn }) => !isOwn && !friends.includes(name))
    .flatMap(({ hands }) => hands.flatMap(({ rounds: [next] }) => next))
    .filter(({ spell }) => !isGuard(facts[spell]))
    .toSorted((one, other) => other.worth - one.worth);
}

/**
 * Return whether a spell only protects its caster; raising a dead monster or dispelling all magic does more.
 * @type {(facts?: any) => boolean}
 */
const isGuard = ({ class: chapter, default: usual, role, claims, guards } = {}) =>
  usual === "self" && (guards || (chapter === "protection" && role !== "dispel" && !claims));

/** @type {(completion: any, duel: Duel, picks: Picks) => { text: string, isMet: boolean }} */
function spellText(completion, { request, view }, picks) {
  const threat = _("{name} can cast {spell} this round.", { name: completion.by, spell: titled(completion.spell) });
  const castings = request?.type === "orders" ? allCastings(request, picks) : [];
  const casts = castings.map(({ spell, target }) => ({ spell: spell.spell, target }));
  const met = (/** @type {string} */ how) => ({ text: `${threat} ${how}`, isMet: true });
  const stops = casts.find((cast) => isMet(completion, [cast]));
  if (stops) return met(_("Your {spell} stops it.", { spell: titled(stops.spell) }));
  const guards = completion.guards.map((/** @type {{ spell: string }} */ { spell }) => spell);
  const guard = casts.find(({ spell, target }) => target === view.viewer && guards.includes(spell));
  if (guard) return met(_("Your {spell} stops the monster’s first attack.", { spell: titled(guard.spell) }));
  const answer =
    choiceText(completion.answers, castings) || answerTo(completion, request) || guardText(completion, castings);
  return { text: `${threat} ${answer}`.trim(), isMet: false };
}

/**
 * Return "Shield (P) stops the monster’s first attack." for a summoned monster; "" if no single gesture does.
 * @type {(completion: { guards: { spell: string, ways: { missing: string }[] }[] }, castings: Casting[]) => string}
 */
function guardText({ guards }, castings) {
  const choice = choiceOf(guards, castings);
  if (choice) return _("Choose {spell} instead of {other} to stop the monster’s first attack.", choice);
  const found = guards.find(({ ways }) => ways.some(({ missing }) => missing.length === 1));
  if (!found) return "";
  const { missing: gesture } = found.ways.find(({ missing }) => missing.length === 1) ?? {};
  return _("{spell} ({gesture}) stops the monster’s first attack.", { spell: titled(found.spell), gesture });
}

/**
 * Return "Shield (P) stops it.": the first of the answers that needs a single gesture; "" for none. The answer to a
 * spell that wizards cast on themselves must be aimed at them: "Counter-spell (P) on Tansy stops it."
 * @type {(completion: any, request: Duel["request"]) => string}
 */
function answerTo({ by, answers }, request) {
  const ways = answers.flatMap((/** @type {any} */ one) => simpleWays(one, request));
  if (!ways.length) return "";
  const { hand, missing: gesture, spell, on, isUsual } = ways.find((way) => way.isUsual) ?? ways[0];
  if (on === by) return _("{spell} ({gesture}) on {name} stops it.", { spell: titled(spell), gesture, name: by });
  if (!isUsual || hand === "either") return _("{spell} ({gesture}) stops it.", { spell: titled(spell), gesture });
  return hand === "left"
    ? _("{gesture} with the left hand stops it.", { gesture })
    : _("{gesture} with the right hand stops it.", { gesture });
}
