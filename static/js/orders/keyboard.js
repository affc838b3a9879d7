// Gestures by the keyboard: which hand a letter goes to, and what the keys of orders are.
//
// A place is `{pair, hand}`. Letters fill the places one after the other, the left hand first, and begin anew after the last;
// the page marks the place that is next.

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

/** The place that the next letter fills: `at`, if it is one, else the first that is empty; null: no hand is free. */
export function nextPlace(request, picks, at) {
  const open = places(request, picks);
  const [empty] = missing(request, picks);
  return open.find(isAt(at)) ?? open.find(isAt(empty)) ?? open[0] ?? null;
}

const beside = (step) => (request, picks, place) => {
  const open = places(request, picks);
  return open.at((open.findIndex(isAt(place)) + step + open.length) % open.length) ?? null;
};

const after = beside(1);

const before = beside(-1);

const openTo = (request, picks, { pair, hand }) =>
  pairsOf(request, picks).find((one) => one.pair === pair).request.hands[hand].gestures;

/** `{picks, at}` after a gesture for the hand at `place`. */
export const picked = (request, picks, place, gesture) => ({
  picks: pickGesture(picks, place.hand, gesture, place.pair),
  at: after(request, picks, place),
});

/** `{picks, at}` after a gesture for the place that is next, or for both hands of its pair; null: the hand is not free for it. */
export function typed(request, picks, at, gesture, { both = false } = {}) {
  const place = nextPlace(request, picks, at);
  if (!place) return null;
  const pair = places(request, picks).filter((one) => one.pair === place.pair);
  const meant = (both ? pair : [place]).filter((one) => openTo(request, picks, one).includes(gesture));
  if (!meant.length) return null;
  const changed = meant.reduce((made, one) => pickGesture(made, one.hand, gesture, one.pair), picks);
  return { picks: changed, at: after(request, changed, meant.at(-1)) };
}

/** `{picks, at}` with the hand empty again that was filled last. */
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

/** Other keys for the same gesture: what lies beside, unshifted, on one keyboard or another. */
const ALIASES = { ">": [".", "<"], "-": ["_"] };

/** Makes the keys of orders known. `act`: `{type(gesture, both), clear, go(hand), seal, undo, redo}`, each false if it can do nothing. */
export function bindKeys(act) {
  const choose = _("Choose a gesture, first for the left hand, then for the right");
  for (const gesture of Object.keys(GESTURES)) {
    onKey(gesture.toLowerCase(), choose, () => act.type(gesture));
    for (const key of ALIASES[gesture] ?? []) onKey(key, "", () => act.type(gesture));
    if (/[A-Z]/.test(gesture)) onKey(`Shift+${gesture.toLowerCase()}`, "", () => act.type(gesture, true));
  }
  onKey(_("Shift+letter"), _("Choose it for both hands"), () => false);
  onKey("ArrowLeft", _("Go to the left or the right hand"), () => act.go("left"));
  onKey("ArrowRight", _("Go to the left or the right hand"), () => act.go("right"));
  onKey("Backspace", _("Clear the last choice"), act.clear, { repeats: true });
  onKey("Enter", _("Seal your orders"), act.seal);
  for (const key of ["u", "Ctrl+z"]) onKey(key, _("Undo"), act.undo, { repeats: true });
  for (const key of ["Shift+u", "Ctrl+Shift+z"]) onKey(key, _("Redo"), act.redo, { repeats: true });
}
