// @ts-check
// One pair of hands as picked: gestures, the spells that they cast, the stab. Pure.
//
// `request` is the request for the pair (see pairs.js), `picks` its picks: { left, right, apart, cast: {hand: spell},
// target: {hand: ref} }.

import { HANDS } from "../lib/gestures.js";
import { _ } from "../lib/words.js";

/** @import { Casting, Gesture, Hand, PairPicks, PairRequest, Ref, Slot, Slug, SpellOption } from "../types.d.ts" */

/**
 * Return a hand's gesture: the only one that is open to it, or the picked one if it is open; null: nothing picked yet.
 * @type {(request: PairRequest, picks: PairPicks, hand: Hand) => Gesture | null}
 */
export function gestureOf(request, picks, hand) {
  const { gestures } = request.hands[hand];
  if (gestures.length === 1) return gestures[0];
  return gestures.includes(picks[hand]) ? picks[hand] : null;
}

/** @type {(request: PairRequest, hand: Slot, gesture: Gesture | null) => SpellOption[]} */
const optionsOf = (request, hand, gesture) => request.completes[hand]?.[gesture] ?? [];

/** @type {(request: PairRequest, picks: PairPicks) => SpellOption[]} */
function pairOptions(request, picks) {
  const [left, right] = HANDS.map((hand) => gestureOf(request, picks, hand));
  return left !== null && left === right ? optionsOf(request, "both", left) : [];
}

/** @type {(request: PairRequest, picks: PairPicks) => Casting[]} */
function singleCastings(request, picks) {
  return HANDS.map((hand) => casting(picks, hand, optionsOf(request, hand, gestureOf(request, picks, hand)))).filter(
    Boolean,
  );
}

/** @type {(picks: PairPicks, hand: Slot, options: SpellOption[]) => Casting | null} */
function casting(picks, hand, options) {
  if (!options.length) return null;
  const spell = options.find(({ spell }) => spell === picks.cast[hand]) ?? options[0];
  return { hand, options, spell, target: picks.target[hand] ?? spell.target ?? "nobody" };
}

/**
 * Return whether the pair can be read both as one two-handed spell and as a spell of a hand.
 * @type {(request: PairRequest, picks: PairPicks) => boolean}
 */
export const mayPart = (request, picks) =>
  pairOptions(request, picks).length > 0 && singleCastings(request, picks).length > 0;

/**
 * Return the spells that the picked gestures cast: `{hand, options, spell, target}`, hand "left", "right" or "both".
 * @type {(request: PairRequest, picks: PairPicks) => Casting[]}
 */
export function castings(request, picks) {
  const pair = pairOptions(request, picks);
  if (pair.length && !(picks.apart && mayPart(request, picks))) return [casting(picks, "both", pair)];
  return singleCastings(request, picks);
}

/**
 * The hand that stabs, or null. There is one knife; if both hands stab, the right one has it.
 * @type {(request: PairRequest, picks: PairPicks) => Hand | null}
 */
export const stabbing = (request, picks) => HANDS.findLast((hand) => gestureOf(request, picks, hand) === ">") ?? null;

/** @type {(request: PairRequest, picks: PairPicks) => Ref} */
export const stabTarget = (request, picks) =>
  picks.target[stabbing(request, picks)] ?? request.stab?.target ?? "nobody";

/**
 * Return the spells that the picked gesture would continue, closest to completion first.
 * @type {(request: PairRequest, picks: PairPicks, hand: Hand) => { spell: Slug, missing: string }[]}
 */
export function leadsOf(request, picks, hand) {
  const found = Object.entries(request.paths?.[hand]?.[gestureOf(request, picks, hand)] ?? {});
  return found
    .map(([spell, missing]) => ({ spell, missing }))
    .toSorted((one, other) => one.missing.length - other.missing.length);
}

/**
 * Return the names of the spells that `gesture` completes with `hand` alone or with both (as "… with both").
 * @type {(request: PairRequest, hand: Hand, gesture: Gesture) => string[]}
 */
export function completedBy(request, hand, gesture) {
  const single = optionsOf(request, hand, gesture).map(({ name }) => name);
  const pair = optionsOf(request, "both", gesture).map(({ name }) => _("{spell} (both hands)", { spell: name }));
  return [...single, ...pair];
}
