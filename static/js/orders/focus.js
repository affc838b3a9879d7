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

/** Whether what is asked now is to have the focus: who was among the orders goes on there, and a question is no matter of letters. */
export const goesOn = (wasAmong, { request }) =>
  wasAmong || (request?.type === "answers" && document.activeElement === document.body);

/** Goes to the first of the orders, or to the first that is picked, and leaves the page where it is. */
export function focusOrders(root, { isPicked = false } = {}) {
  const picked = isPicked ? root.querySelector(".orders input:checked:enabled") : null;
  (picked ?? root.querySelector(".orders input:enabled"))?.focus({ preventScroll: true });
}

/**
 * Goes to how the duel has ended, which is read out so: from wherever, but for who writes or has a dialog before him.
 * On a desk it comes into view, from wherever the page was scrolled to; in one column the circle has been led to.
 */
export function focusResult(root) {
  const { activeElement: here } = document;
  if (here.matches("input:not([type=radio], [type=checkbox]), textarea, select") || here.closest("dialog")) return;
  root.querySelector("#result-title")?.focus({ preventScroll: true });
  if (matchMedia("(min-width: 62rem)").matches) root.querySelector(".result")?.scrollIntoView({ block: "nearest" });
}

/** What is asked besides gestures, and what is amiss, comes from behind the seal: on a low screen a round is scrolled. */
export function showAsked(root) {
  for (const part of root.querySelectorAll(".asked:has(.choice-field), .warnings:has(*), .orders > [role=alert]"))
    part.scrollIntoView({ block: "nearest" });
}

/** Why orders were refused comes from behind the seal. */
export const showRefusal = (root) => root.querySelector(".orders > [role=alert]")?.scrollIntoView({ block: "nearest" });
