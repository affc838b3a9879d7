// @ts-check
// The pairs of gestures in a wizard's round: one, or with Haste a second that follows it.

import { HANDS } from "../lib/gestures.js";
import { castings, gestureOf } from "./castings.js";

/** @import { Casting, OrdersRequest, Pair, PairPicks, PairRequest, Picks, Place } from "../types.d.ts" */

/**
 * The name of the field of a hand.
 * @type {(place: Place) => string}
 */
export const fieldOf = ({ pair, hand }) => (pair ? `${pair}-${hand}` : hand);

/**
 * Return each pair as `{pair, request, picks}`, `pair` "" or "second", with its part of the request.
 * @type {(request: OrdersRequest, picks: Picks) => { pair: Pair, request: OrdersRequest, picks: PairPicks }[]}
 */
export function pairsOf(request, picks) {
  const first = /** @type {const} */ ({ pair: "", request, picks });
  if (!request.second) return [first];
  return [first, { pair: "second", request: secondOf(request, picks), picks: picks.second }];
}

/**
 * Return the spells of all pairs, each with its `pair`.
 * @type {(request: OrdersRequest, picks: Picks) => (Casting & { pair: Pair })[]}
 */
export const allCastings = (request, picks) =>
  pairsOf(request, picks).flatMap((one) =>
    castings(one.request, one.picks).map((casting) => ({ ...casting, pair: one.pair })),
  );

/**
 * Return the request for the second pair, given the picks of the first.
 * @type {(request: OrdersRequest, picks: PairPicks) => OrdersRequest}
 */
export function secondOf(request, picks) {
  const { hands, completes, paths } = request.second;
  const made = Object.fromEntries(HANDS.map((hand) => [hand, gestureOf(request, picks, hand)]));
  const first = (hand) => (made.left === made.right ? made[hand]?.toLowerCase() : made[hand]);
  const isWoven = (entry) => !entry.first_both || made.left === made.right;
  const after = (table, hand, fits = isWoven) =>
    Object.fromEntries(
      Object.entries(table?.[made[hand]] ?? {}).map(([gesture, entries]) => [gesture, entries.filter(fits)]),
    );
  const begunBy = (hand) => after(completes.both, hand, (entry) => isWoven(entry) && (entry.hand ?? hand) === hand);
  return {
    ...request,
    second: null,
    hands,
    completes: { ...bothHands((hand) => after(completes[hand], hand)), both: joined(HANDS.map(begunBy)) },
    paths: bothHands((hand) => paths?.[hand]?.[first(hand)] ?? {}),
  };
}

const bothHands = (of) => ({ left: of("left"), right: of("right") });

/** Merge tables of entries by gesture, each spell once. */
function joined(tables) {
  const all = {};
  for (const table of tables) {
    for (const [gesture, entries] of Object.entries(table)) {
      const known = all[gesture] ?? [];
      all[gesture] = [...known, ...entries.filter(({ spell }) => !known.some((entry) => entry.spell === spell))];
    }
  }
  return all;
}
