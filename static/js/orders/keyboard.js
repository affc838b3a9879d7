// Gestures by keyboard: the hand of each letter, and the keys of orders.
//
// A place is `{pair, hand}`. Letters fill the places one after the other, the left hand first, and start again after
// the last; the page marks the next place.

import { GESTURES, HANDS } from "../lib/gestures.js";
import { onKey } from "../lib/keys.js";
import { _ } from "../lib/words.js";
import { gestureOf } from "./castings.js";
import { missing, pickGesture } from "./orders.js";
import { pairsOf } from "./pairs.js";

/** The hands that are free to choose, in the order in which letters fill them. */
const places = (request, picks) =>
  pairsOf(request, picks).flatMap((one) =>
    HANDS.filter((hand) => one.request.hands[hand].gestures.length > 1).map((hand) => ({ pair: one.pair, hand })),
  );

const isAt = (one) => (other) => one?.pair === other.pair && one?.hand === other.hand;

/** Return the place of the next letter: `at` if it is a place, otherwise the first empty one; null: no hand is free. */
export function nextPlace(request, picks, at) {
  const open = places(request, picks);
  const [empty] = missing(request, picks);
  return open.find(isAt(at)) ?? open.find(isAt(empty)) ?? open[0] ?? null;
}

const neighbour = (step) => (request, picks, place) => {
  const open = places(request, picks);
  return open.at((open.findIndex(isAt(place)) + step + open.length) % open.length) ?? null;
};

const after = neighbour(1);

const before = neighbour(-1);

const openTo = (request, picks, { pair, hand }) =>
  pairsOf(request, picks).find((one) => one.pair === pair).request.hands[hand].gestures;

/** `{picks, at}` after a gesture of the hand at `place`. */
export const picked = (request, picks, place, gesture) => ({
  picks: pickGesture(picks, place.hand, gesture, place.pair),
  at: after(request, picks, place),
});

/**
 * Return `{picks, at}` after a gesture of the next hand, or of both hands of its pair; null: the hand cannot make it.
 */
export function typed(request, picks, at, gesture, { both = false } = {}) {
  const place = nextPlace(request, picks, at);
  if (!place) return null;
  const pair = places(request, picks).filter((one) => one.pair === place.pair);
  const meant = (both ? pair : [place]).filter((one) => openTo(request, picks, one).includes(gesture));
  if (!meant.length) return null;
  const changed = meant.reduce((made, one) => pickGesture(made, one.hand, gesture, one.pair), picks);
  return { picks: changed, at: after(request, changed, meant.at(-1)) };
}

/** Return `{picks, at}` after clearing the hand that was filled last. */
export function cleared(request, picks, at) {
  const place = nextPlace(request, picks, at);
  if (!place) return null;
  const isFilled = ({ pair, hand }) =>
    gestureOf(pairsOf(request, picks).find((one) => one.pair === pair).request, pair ? picks[pair] : picks, hand) !==
    null;
  const last = [before(request, picks, place), place].find(isFilled);
  return last ? { picks: pickGesture(picks, last.hand, null, last.pair), at: last } : null;
}

// Keys ----------------------------------------------------------------------------------------------------------------

/** Other keys for the same gesture: unshifted or neighbouring keys of some keyboard layouts. */
const ALIASES = { ">": [".", "<"], "-": ["_"] };

/**
 * Register the keys of orders. `act`: `{type(gesture, both), clear, go(hand), seal, undo, redo}`; each returns false if
 * it can do nothing.
 */
export function bindKeys(act) {
  const choose = _("Choose a gesture, first for the left hand, then for the right");
  for (const gesture of Object.keys(GESTURES)) {
    onKey(gesture.toLowerCase(), choose, () => act.type(gesture));
    for (const key of ALIASES[gesture] ?? []) onKey(key, "", () => act.type(gesture));
    if (/[A-Z]/.test(gesture)) onKey(`Shift+${gesture.toLowerCase()}`, "", () => act.type(gesture, true));
  }
  onKey(_("Shift+letter"), _("Choose the same gesture for both hands"), () => false);
  onKey("ArrowLeft", _("Go to the left or right hand"), () => act.go("left"));
  onKey("ArrowRight", _("Go to the left or right hand"), () => act.go("right"));
  onKey("Backspace", _("Clear the last choice"), act.clear, { repeats: true });
  onKey("Enter", _("Seal your orders"), act.seal);
  for (const key of ["u", "Ctrl+z"]) onKey(key, _("Undo"), act.undo, { repeats: true });
  for (const key of ["Shift+u", "Ctrl+Shift+z"]) onKey(key, _("Redo"), act.redo, { repeats: true });
}
