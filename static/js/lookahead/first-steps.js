// @ts-check
// Suggestions for a player's first practice duel: for its first two rounds, and if a wizard shields all the time. Pure.

import { HANDS } from "../lib/gestures.js";
import { spellFacts } from "../lib/spell-facts.js";
import { _ } from "../lib/words.js";
import { MANY, shieldedRounds, shieldTip } from "./shield-tip.js";

/** @import { Duel } from "../types.d.ts" */

/** The rounds at the beginning with a suggestion. */
const ROUNDS = 2;

const NEXT = {
  left: (/** @type {object} */ values) => _("Your left hand can finish {spell} now: {gesture}.", values),
  right: (/** @type {object} */ values) => _("Your right hand can finish {spell} now: {gesture}.", values),
  either: (/** @type {object} */ values) => _("Either hand can finish {spell} now: {gesture}.", values),
};

/**
 * Return what a new player may try in this round of their first practice duel: the aim of the duel at first, then a
 * spell that a hand can finish; later, every third round in a row with a Shield, what passes it; "" for none.
 * @type {(duel: Pick<Duel, "request" | "view">, facts?: Record<string, any>) => string}
 */
export function suggestion({ request, view }, facts = spellFacts) {
  const other = view.wizards.find(({ name }) => name !== view.viewer);
  if (request?.type !== "orders" || !other || view.wizards.length > 2) return "";
  if (view.rounds.length >= ROUNDS) {
    const many = shieldedRounds(view);
    return many && many % MANY === 0 ? shieldTip(facts) : "";
  }
  const found = HANDS.flatMap((hand) =>
    Object.entries(request.completes[hand] ?? {}).flatMap(([gesture, spells]) =>
      spells.filter(({ gestures }) => gestures.length > 1).map(({ name }) => ({ hand, spell: name, gesture })),
    ),
  );
  if (view.rounds.length && found.length) {
    const [{ hand, ...first }] = found;
    const isOfEither = found.some((it) => it.hand !== hand && it.spell === first.spell && it.gesture === first.gesture);
    return NEXT[isOfEither ? "either" : hand](first);
  }
  const aim = _("To win, reduce {name} to 0 hit points.", { name: other.name });
  return `${aim} ${_("Attack with Magic Missile (S D), and block attacks with Shield (P).")}`;
}
