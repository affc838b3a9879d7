// @ts-check
// Damage that monsters will do to the viewer in this round, and whether the orders stop it. Pure.

import { titled } from "../lib/gestures.js";
import { _, ngettext } from "../lib/words.js";
import { allCastings } from "../orders/pairs.js";
import { aheadOf, attacksOf, choiceText, isForMonsters, simpleWays } from "./completions.js";

/** @import { Casting, Duel, OrdersRequest, Picks } from "../types.d.ts" */

/**
 * Return "4 damage incoming. Shield (P) stops it.", without the attacks that these picks stop, and whether they stop all;
 * null: no damage is expected.
 * @type {(duel: Duel, picks: Picks, facts: Record<string, any>) => { text: string, isMet: boolean } | null}
 */
export function incoming(duel, picks, facts) {
  const { request, view } = duel;
  const ahead = aheadOf(duel);
  if (request?.type !== "orders" || !ahead) return null;
  const attacks = attacksOf(request, ahead, view.viewer, facts);
  if (!attacks.length) return null;
  const casts = allCastings(request, picks);
  const stopOf = (/** @type {any} */ attack) => casts.find((cast) => isStopped(attack, cast, view.viewer, facts));
  const open = attacks.filter((attack) => !stopOf(attack));
  if (!open.length) {
    const [spell, ...more] = new Set(attacks.map((attack) => titled(stopOf(attack)?.spell.spell ?? "")));
    const comes = sumOf(attacks);
    const text = more.length
      ? _("{comes}. Your spells stop it.", { comes })
      : _("{comes}. {spell} stops it.", { comes, spell });
    return { text, isMet: true };
  }
  const common = open[0].answers.filter(
    (/** @type {any} */ { spell }) => open.every((other) => has(other, spell)) && !isForMonsters(facts[spell]),
  );
  return { text: withAnswer(sumOf(open), common, request, casts), isMet: false };
}

/** @type {(attacks: any[]) => string} */
function sumOf(attacks) {
  const count = attacks.reduce((sum, { attack }) => sum + attack, 0);
  return ngettext("{count} damage incoming", "{count} damage incoming", count);
}

/**
 * Return whether a spell stops this attack: at the viewer, or at the monster itself, such as a Charm Monster.
 * @type {(attack: any, cast: { spell: any, target: string | null }, me: string | null, facts: Record<string, any>) => boolean}
 */
function isStopped(attack, { spell: { spell }, target }, me, facts) {
  if (isForMonsters(facts[spell]))
    return target === attack.by && (has(attack, spell) || facts[spell].claims === "standing");
  return target === me && has(attack, spell);
}

/** @type {(attack: any, spell: string) => boolean} */
const has = ({ answers }, spell) => answers.some((/** @type {any} */ one) => one.spell === spell);

/** @type {(comes: string, answers: any[], request: OrdersRequest, casts: Casting[]) => string} */
function withAnswer(comes, answers, request, casts) {
  const choice = choiceText(answers, casts);
  if (choice) return `${comes}. ${choice}`;
  const ways = answers.flatMap((/** @type {any} */ one) => simpleWays(one, request));
  const way = ways.find(({ isUsual }) => isUsual) ?? ways[0];
  if (!way) return `${comes}.`;
  const { hand, missing: gesture, spell } = way;
  if (!way.isUsual || hand === "either")
    return _("{comes}. {spell} ({gesture}) stops it.", { comes, gesture, spell: titled(spell) });
  return STOPS[hand]({ comes, gesture });
}

/** @type {Record<string, (it: { comes: string, gesture: string }) => string>} */
const STOPS = {
  left: (it) => _("{comes}. {gesture} with the left hand stops it.", it),
  right: (it) => _("{comes}. {gesture} with the right hand stops it.", it),
};
