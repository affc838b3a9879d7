// @ts-check
// Changes of sealed orders that were still on their way when the round was played. Pure.

import { HANDS } from "../lib/gestures.js";

/** @import { Answers, Duel, Orders, Overtaken, View } from "../types.d.ts" */

/**
 * Return the earlier orders or answers if `next` shows that `round` was played, or its gestures revealed, while a change
 * of them was on its way; null if none was, or if the change counted.
 * @type {(state: Duel, next: Pick<Duel, "view" | "sealed_by_time">, round: number) => Overtaken | null}
 */
export function overtakenIn({ request, entered, pending, view: { viewer } }, { view, sealed_by_time: byTime }, round) {
  if (!pending?.before || !request || byTime === round) return null;
  const isSealing = request.type === "orders";
  if (view.number < round && !(isSealing && view.reveal)) return null;
  const isOf = (/** @type {Orders | Answers | null} */ orders) => isSealing && isPlayed(view, round, viewer, orders);
  const [isEarlier, isChange] = [isOf(pending.before), isOf(entered)];
  if (isSealing && !isEarlier && (isChange || !entered)) return null;
  const isSure = isEarlier && !isChange; // the same gestures may be aimed at others
  return { id: pending.id, round, until: Math.max(round, view.number), request, orders: pending.before, isSure };
}

/**
 * Return whether a wizard made the gestures of these orders in a round.
 * @type {(view: View, round: number, wizard: string | null, orders: Orders | null) => boolean}
 */
function isPlayed({ reveal, rounds }, round, wizard, orders) {
  const played = [reveal, ...rounds].find((one) => one?.number === round)?.gestures[wizard];
  return Boolean(played && orders) && HANDS.every((hand) => isSame(played, orders, hand));
}

/** @type {(played: any, orders: Orders, hand: "left" | "right") => boolean} */
const isSame = (played, orders, hand) =>
  played[hand] === orders[hand] && played.second?.[hand] === orders.second?.[hand];
