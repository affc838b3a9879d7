// @ts-check
// The unsent orders as the last row of the history, from state and picks. Pure.

import { isStanding } from "../board/circle.js";
import { HANDS } from "../lib/gestures.js";
import { gestureOf } from "./castings.js";
import { allCastings, pairsOf } from "./pairs.js";

/**
 * Return `{request, acting, hands, spells}`: acting wizards, the viewer's pairs of gestures, and the spells that they
 * complete; null after the end.
 */
export function orderingOf({ view, request, acting }, picks) {
  if (view.result || view.reveal) return null;
  const others = view.wizards
    .filter(isStanding)
    .map(({ name }) => name)
    .filter((name) => name !== view.viewer);
  const about = { acting: acting.length ? acting : others, hands: [], spells: [] }; // any of them may be acting unseen
  if (request?.type !== "orders")
    return { ...about, request: { round: view.number + 1, kind: view.kind, wizard: null } };
  const hands = pairsOf(request, picks).map((one) =>
    Object.fromEntries(HANDS.map((hand) => [hand, gestureOf(one.request, one.picks, hand)])),
  );
  const spells = allCastings(request, picks).map(({ hand, pair, spell }) => ({
    hand,
    pair,
    spell: spell.spell,
    name: spell.name,
  }));
  return { ...about, request, hands, spells };
}
