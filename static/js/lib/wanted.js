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

/** @type {Record<string, (gesture: string) => string>} */
const CHOOSE = {
  left: (gesture) => _("Choose {gesture} with your left hand", { gesture }),
  right: (gesture) => _("Choose {gesture} with your right hand", { gesture }),
};

/** @type {Record<string, (gesture: string, made: string) => string>} */
const CHANGE = {
  left: (gesture, made) => _("Left hand: choose {gesture} instead of {made}", { gesture, made }),
  right: (gesture, made) => _("Right hand: choose {gesture} instead of {made}", { gesture, made }),
};

/**
 * Return the first hand without the gesture that the guide asks for, null if there is none. Unless the guide is strict,
 * any gesture will do.
 * @type {(picks: { left: string | null, right: string | null }) => "left" | "right" | null}
 */
export const missingHand = (picks) =>
  HANDS.find((hand) => wanted?.[hand] && (isStrict ? picks[hand] !== wanted[hand] : !picks[hand])) ?? null;

/**
 * Return what that hand is to choose: "Choose S with your left hand", or "Left hand: choose S instead of W". "" if
 * nothing is missing.
 * @type {(picks: { left: string | null, right: string | null }) => string}
 */
export function missingText(picks) {
  const hand = missingHand(picks);
  if (!hand) return "";
  const gesture = labelled(wanted?.[hand] ?? "");
  const made = picks[hand];
  return made ? CHANGE[hand](gesture, labelled(made)) : CHOOSE[hand](gesture);
}

/** Return a gesture as on its button, with its name if it is not a letter: "> (stab)". */
const labelled = (gesture) =>
  /[A-Z]/.test(gesture) ? gesture : `${gesture === "-" ? "–" : gesture} (${GESTURES[gesture].name})`;
