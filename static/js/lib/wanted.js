// @ts-check
// The gestures that the guide next to a board asks for, for the words on the seal.

import { GESTURES, HANDS } from "./gestures.js";
import { _ } from "./words.js";

/** @type {Record<string, string> | null} */
let wanted = null;

/** True if the seal refuses other gestures. */
let isStrict = false;

/**
 * Set the orders that the guide asks for; null: it asks for none. `only`: the seal refuses other gestures.
 * @type {(orders: typeof wanted, options?: { only?: boolean }) => void}
 */
export function setWanted(orders, { only = false } = {}) {
  wanted = orders;
  isStrict = only;
}

/**
 * Return "Choose S and – (nothing) to go on": the gestures that the guide asks for, of hands without one, or if it is
 * strict with another one. "" if nothing is missing.
 * @type {(picks: { left: string | null, right: string | null }) => string}
 */
export function missingText(picks) {
  const gestures = HANDS.filter(
    (hand) => wanted?.[hand] && (isStrict ? picks[hand] !== wanted[hand] : !picks[hand]),
  ).map((hand) => wanted?.[hand] ?? "");
  const [first, second] = gestures.map(labelled);
  if (!first) return "";
  return second && second !== first
    ? _("Choose {first} and {second} to continue", { first, second })
    : _("Choose {gesture} to continue", { gesture: first });
}

/** Return a gesture as on its button, with its name if it is not a letter: "> (stab)". */
const labelled = (gesture) =>
  /[A-Z]/.test(gesture) ? gesture : `${gesture === "-" ? "–" : gesture} (${GESTURES[gesture].name})`;
