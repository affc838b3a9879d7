// @ts-check
// Damage that monsters will do to the viewer in this round, and whether the orders stop it. Pure.

import { titled } from "../lib/gestures.js";
import { _, ngettext } from "../lib/words.js";
import { allCastings } from "../orders/pairs.js";
import { aheadOf, attacksOf } from "./completions.js";

/** @import { Duel, Picks } from "../types.d.ts" */

/**
 * Return "4 damage coming; P stops it.", and whether these picks stop it; null: no damage is expected.
 * @type {(duel: Duel, picks: Picks, facts: Record<string, any>) => { text: string, isMet: boolean } | null}
 */
export function incoming(duel, picks, facts) {
  const { request, view } = duel;
  const ahead = aheadOf(duel);
  if (request?.type !== "orders" || !ahead) return null;
  const attacks = attacksOf(request, ahead, view.viewer, facts);
  if (!attacks.length) return null;
  const count = attacks.reduce((sum, { attack }) => sum + attack, 0);
  const answers = attacks[0].answers.filter((/** @type {any} */ one) =>
    attacks.every((other) => has(other, one.spell)),
  );
  const met = allCastings(request, picks).find(
    ({ spell, target }) =>
      target === view.viewer && answers.some((/** @type {any} */ one) => one.spell === spell.spell),
  );
  const comes = ngettext("{count} damage incoming", "{count} damage incoming", count);
  if (met) return { text: _("{comes}. {spell} stops it.", { comes, spell: titled(met.spell.spell) }), isMet: true };
  return { text: withAnswer(comes, answers), isMet: false };
}

/** @type {(attack: any, spell: string) => boolean} */
const has = ({ answers }, spell) => answers.some((/** @type {any} */ one) => one.spell === spell);

/** @type {(comes: string, answers: any[]) => string} */
function withAnswer(comes, answers) {
  const ways = answers.flatMap((/** @type {any} */ one) => one.ways).filter(({ missing }) => missing.length === 1);
  if (!ways.length) return `${comes}.`;
  const inEither = ways.find(({ missing, hand }) => ways.some((it) => it.missing === missing && it.hand !== hand));
  const { missing, hand } = inEither ?? ways[0];
  const stops = (!inEither && STOPS[hand]) || STOPS.either;
  return stops({ comes, gesture: missing });
}

/** @type {Record<string, (it: { comes: string, gesture: string }) => string>} */
const STOPS = {
  left: (it) => _("{comes}. {gesture} with the left hand stops it.", it),
  right: (it) => _("{comes}. {gesture} with the right hand stops it.", it),
  either: (it) => _("{comes}. {gesture} stops it.", it),
};
