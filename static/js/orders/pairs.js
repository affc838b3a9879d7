// @ts-check
// The pairs of gestures that a wizard gives in a round: one, or under Haste a second that follows it.

import { HANDS } from "../lib/gestures.js";
import { castings, gestureOf } from "./castings.js";

/** @import { Casting, OrdersRequest, Pair, PairPicks, PairRequest, Picks, Place } from "../types.d.ts" */

/**
 * The name of the field for a hand of a pair.
 * @type {(place: Place) => string}
 */
export const fieldOf = ({ pair, hand }) => (pair ? `${pair}-${hand}` : hand);

/**
 * Each pair as `{pair, request, picks}`, `pair` "" or "second", with the part of the request that is about it.
 * @type {(request: OrdersRequest, picks: Picks) => { pair: Pair, request: OrdersRequest, picks: PairPicks }[]}
 */
export function pairsOf(request, picks) {
  const first = /** @type {const} */ ({ pair: "", request, picks });
  if (!request.second) return [first];
  return [first, { pair: "second", request: secondOf(request, picks), picks: picks.second }];
}

/**
 * The spells of all pairs, each with its `pair`.
 * @type {(request: OrdersRequest, picks: Picks) => (Casting & { pair: Pair })[]}
 */
export const allCastings = (request, picks) =>
  pairsOf(request, picks).flatMap((one) =>
    castings(one.request, one.picks).map((casting) => ({ ...casting, pair: one.pair })),
  );

/**
 * The request for the second pair, after the first as it is picked.
 * @type {(request: OrdersRequest, picks: PairPicks) => OrdersRequest}
 */
export function secondOf(request, picks) {
  const { hands, completes, leads } = request.second;
  const made = Object.fromEntries(HANDS.map((hand) => [hand, gestureOf(request, picks, hand)]));
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
    leads: bothHands((hand) => after(leads[hand], hand)),
  };
}

const bothHands = (of) => ({ left: of("left"), right: of("right") });

/** Tables of entries by gesture in one, each spell once. */
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
