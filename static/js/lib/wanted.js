// @ts-check
// The gestures that the guide next to a board asks for, for the words on the seal.

import { HANDS } from "./gestures.js";
import { _ } from "./words.js";

/** @type {Record<string, string> | null} */
let wanted = null;

/** Set the orders that the guide asks for; null: it asks for none. */
export const setWanted = (/** @type {typeof wanted} */ orders) => {
  wanted = orders;
};

/**
 * Return "Choose S to go on": the gestures that the guide asks for, of hands without one. "" if nothing is missing.
 * @type {(picks: { left: string | null, right: string | null }) => string}
 */
export function missingText(picks) {
  const gestures = HANDS.filter((hand) => wanted?.[hand] && !picks[hand]).map((hand) => wanted?.[hand] ?? "");
  const [first, second] = gestures.map((gesture) => (gesture === "-" ? "–" : gesture));
  if (!first) return "";
  return second && second !== first
    ? _("Choose {first} and {second} to go on", { first, second })
    : _("Choose {gesture} to go on", { gesture: first });
}
