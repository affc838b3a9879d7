// @ts-check
// Texts about unsealed picks when a round ends, before and after. Pure.

import { lateWarning, MISSES } from "../board/circle.js";
import { _ } from "../lib/words.js";
import { hasSealed } from "./duel-state.js";
import { isEntered } from "./orders.js";
import { picksOn } from "./page-state.js";
import { overtakenText } from "./sending.js";
import { warningsOf } from "./warnings.js";

/** @import { Duel, OrdersRequest, Page } from "../types.d.ts" */

/**
 * Describe what will happen when time runs out: to the picks, or without any, to a wizard who was late twice. `text` is
 * "" if nothing will: without a clock, if orders are sealed, or if the server may not have the picks. `isGrave`: the
 * duel is about to be lost.
 * @type {(page: Page) => { text: string, isGrave: boolean }}
 */
export function closingOf(page) {
  const { duel, link } = page;
  const isOver = duel.deadline === null || !duel.request || hasSealed(duel) || link === "lost" || link === "closed";
  if (isOver) return { text: "", isGrave: false };
  if (isEntered(duel.request, picksOn(page), null)) {
    const isGrave = mayForfeit(duel);
    return { text: isGrave ? lateWarning(duel.missed[duel.view.viewer]) : "", isGrave };
  }
  const text = surrenders(page)
    ? _("A surrender is not sealed for you when your time runs out.")
    : _("Your picks will be sealed when your time is up.");
  return { text, isGrave: false };
}

/** @type {(page: Page) => string} */
export const closingText = (page) => closingOf(page).text;

/**
 * Return whether the viewer loses the duel if they run out of time now.
 * @type {(duel: Pick<Duel, "view" | "missed" | "request">) => boolean}
 */
const mayForfeit = ({ view, missed, request }) => request.type === "orders" && missed[view.viewer] >= MISSES - 1;

/** @type {(page: Page) => boolean} */
const surrenders = (page) =>
  page.duel.request.type === "orders" &&
  warningsOf(page.duel.view, /** @type {OrdersRequest} */ (page.duel.request), picksOn(page)).some(
    ({ kind }) => kind === "surrender",
  );

/**
 * Describe what happened to the picks in this round or the last one: whether time ran out, or a change came too late; ""
 * otherwise.
 * @type {(duel: Pick<Duel, "view" | "sealed_by_time" | "overtaken">) => string}
 */
export function closedText(duel) {
  const { view, sealed_by_time: round } = duel;
  return round && round >= view.number ? _("Time ran out: your picks were sealed for you.") : overtakenText(duel);
}

/**
 * Return the same if it is news since `before`.
 * @type {(before: Duel, duel: Duel) => string}
 */
export const closedNews = (before, duel) =>
  before.sealed_by_time === duel.sealed_by_time && before.overtaken === duel.overtaken ? "" : closedText(duel);
