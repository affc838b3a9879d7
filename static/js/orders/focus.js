// The keyboard focus among the orders.

import { fieldOf } from "./pairs.js";

/** Return the focused hand as `{pair, hand}` if its focus is visible, otherwise null; letters are for this hand. */
export function focusedHand() {
  const hand = document.activeElement?.matches(":focus-visible") ? document.activeElement.closest(".hand") : null;
  return hand ? { pair: hand.dataset.pair, hand: hand.dataset.hand } : null;
}

/** Focus the picked gesture of a hand, or else its first. */
export function focusHand(root, place) {
  const buttons = [...root.querySelectorAll(`[name=${fieldOf(place)}]:enabled`)];
  (buttons.find(({ checked }) => checked) ?? buttons[0])?.focus();
}

export const hasFocus = (root) =>
  root.contains(document.activeElement) && document.activeElement.closest(".orders") !== null;

/**
 * Return whether to focus the new request: the user was among the orders, or it is a question, which letters cannot
 * answer.
 */
export const goesOn = (wasAmong, { request }) =>
  wasAmong || (request?.type === "answers" && document.activeElement === document.body);

/** Focus the first of the orders or the first picked one, without scrolling. */
export function focusOrders(root, { isPicked = false } = {}) {
  const picked = isPicked ? root.querySelector(".orders input:checked:enabled") : null;
  (picked ?? root.querySelector(".orders input:enabled"))?.focus({ preventScroll: true });
}

/**
 * Focus the result, so that screen readers read it, unless the user is typing or in a dialog. With several columns it
 * is scrolled into view; in one column the page has already scrolled to the circle.
 */
export function focusResult(root) {
  const { activeElement: here } = document;
  if (here.matches("input:not([type=radio], [type=checkbox]), textarea, select") || here.closest("dialog")) return;
  root.querySelector("#result-title")?.focus({ preventScroll: true });
  if (matchMedia("(min-width: 62rem)").matches) root.querySelector(".result")?.scrollIntoView({ block: "nearest" });
}

/** Scroll questions and warnings out from behind the seal; on a low screen a round needs scrolling. */
export function showAsked(root) {
  for (const part of root.querySelectorAll(".asked:has(.choice-field, .aim), .warnings:has(*), .orders > [role=alert]"))
    part.scrollIntoView({ block: "nearest" });
}

/** Scroll the reason of a refusal out from behind the seal. */
export const showRefusal = (root) => root.querySelector(".orders > [role=alert]")?.scrollIntoView({ block: "nearest" });
