// @ts-check
// The worst threat of this round in a sentence, with its answer. Pure.

import { isAlly } from "../board/circle.js";
import { titled } from "../lib/gestures.js";
import { _ } from "../lib/words.js";
import { allCastings } from "../orders/pairs.js";
import { aheadOf, completionsOf, handsOf, isMet } from "./completions.js";
import { incoming } from "./incoming.js";

/** @import { Duel, Picks } from "../types.d.ts" */

/** The worth of spells that are worse than any damage by monsters, such as deadly ones. */
const GRAVE = 10;

/**
 * Return the worst of the expected damage and the spells of opponents, and whether the picks stop it: "Tansy can cast
 * Magic Missile this round. P stops it."; null: no threats. What the picks do not stop comes first. Allies' spells and
 * spells that only protect their caster are no threats.
 * @type {(duel: Duel, picks: Picks, facts: Record<string, any>) => { text: string, isMet: boolean } | null}
 */
export function worstThreat(duel, picks, facts) {
  const coming = incoming(duel, picks, facts);
  const spell = worstSpell(duel, facts);
  const told = spell && spellText(spell, duel, picks);
  const threats = [coming, told].filter(Boolean);
  if (spell?.worth >= GRAVE) threats.reverse();
  return threats.find(({ isMet }) => !isMet) ?? threats[0] ?? null;
}

/** @type {(duel: Duel, facts: Record<string, any>) => any} */
function worstSpell(duel, facts) {
  const ahead = aheadOf(duel);
  const { view } = duel;
  if (!ahead) return null;
  const friends = view.wizards.filter((wizard) => isAlly(view, wizard)).map(({ name }) => name);
  return completionsOf(ahead, view.viewer, facts)
    .filter(({ name, isOwn }) => !isOwn && !friends.includes(name))
    .flatMap(({ hands }) => hands.flatMap(({ rounds: [next] }) => next))
    .filter(({ spell }) => !isGuard(facts[spell]))
    .toSorted((one, other) => other.worth - one.worth)[0];
}

/**
 * Return whether a spell only protects its caster; raising a dead monster or dispelling all magic does more.
 * @type {(facts?: any) => boolean}
 */
const isGuard = ({ class: chapter, default: usual, role, claims, guards } = {}) =>
  usual === "self" && (guards || (chapter === "protection" && role !== "dispel" && !claims));

/** @type {(completion: any, duel: Duel, picks: Picks) => { text: string, isMet: boolean }} */
function spellText(completion, { request }, picks) {
  const threat = _("{name} can cast {spell} this round.", { name: completion.by, spell: titled(completion.spell) });
  const casts =
    request?.type === "orders"
      ? allCastings(request, picks).map(({ spell, target }) => ({ spell: spell.spell, target }))
      : [];
  const stops = casts.find((cast) => isMet(completion, [cast]));
  if (stops) return { text: `${threat} ${_("Your {spell} stops it.", { spell: titled(stops.spell) })}`, isMet: true };
  const answer = answerTo(completion);
  return { text: answer ? `${threat} ${answer}` : threat, isMet: false };
}

/**
 * Return "P stops it.": the first of the answers that needs a single gesture; "" for none. The answer to a spell that
 * wizards cast on themselves must be aimed at them: "Counter-spell (P) on Tansy stops it."
 * @type {(completion: any) => string}
 */
function answerTo({ by, answers }) {
  const ways = answers
    .flatMap(({ spell, on, ways }) => handsOf(ways).map((way) => ({ ...way, spell, on })))
    .filter(({ missing }) => missing.length === 1);
  if (!ways.length) return "";
  const [{ hand, missing: gesture, spell, on }] = ways;
  if (on === by) return _("{spell} ({gesture}) on {name} stops it.", { spell: titled(spell), gesture, name: by });
  if (hand === "left") return _("{gesture} with the left hand stops it.", { gesture });
  return hand === "right"
    ? _("{gesture} with the right hand stops it.", { gesture })
    : _("{gesture} stops it.", { gesture });
}
