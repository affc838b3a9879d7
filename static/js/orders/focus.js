// Where the focus is among the orders, and where it goes.

import { fieldOf } from "./pairs.js";

/** The hand that has the focus, where it is to be seen there, as `{pair, hand}`: letters are for it; else null. */
export function focusedHand() {
  const hand = document.activeElement?.matches(":focus-visible") ? document.activeElement.closest(".hand") : null;
  return hand ? { pair: hand.dataset.pair, hand: hand.dataset.hand } : null;
}

/** Goes to the gesture that is picked for a hand, else to its first. */
export function focusHand(root, place) {
  const buttons = [...root.querySelectorAll(`[name=${fieldOf(place)}]:enabled`)];
  (buttons.find(({ checked }) => checked) ?? buttons[0])?.focus();
}

export const hasFocus = (root) =>
  root.contains(document.activeElement) && document.activeElement.closest(".orders") !== null;

/** Goes to the first of the orders, or to the first that is picked, and leaves the page where it is. */
export function focusOrders(root, { isPicked = false } = {}) {
  const wanted = isPicked ? ".orders input:checked:enabled, .orders input:enabled" : ".orders input:enabled";
  root.querySelector(wanted)?.focus({ preventScroll: true });
}
