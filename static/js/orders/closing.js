// @ts-check
// Texts about unsealed picks when a round ends, before and after. Pure.

import { _ } from "../lib/words.js";
import { hasSealed } from "./duel-state.js";
import { isEntered } from "./orders.js";
import { picksOn } from "./page-state.js";
import { overtakenText } from "./sending.js";
import { warningsOf } from "./warnings.js";

/** @import { Duel, OrdersRequest, Page } from "../types.d.ts" */

/**
 * Describe what will happen when time runs out: to the picks, or without any, to a wizard who was late twice. "" if
 * nothing will: without a clock, if orders are sealed, or if the server may not have the picks.
 * @type {(page: Page) => string}
 */
export function closingText(page) {
  const { duel, link } = page;
  if (duel.deadline === null || !duel.request || hasSealed(duel) || link === "lost" || link === "closed") return "";
  if (isEntered(duel.request, picksOn(page), null))
    return mayForfeit(duel) ? _("Out of time twice in a row. Running out of time once more forfeits the duel.") : "";
  if (surrenders(page)) return _("A surrender is not sealed for you when your time runs out.");
  return _("Your picks will be sealed when your time is up.");
}

/**
 * Return whether the viewer loses the duel if they run out of time now.
 * @type {(duel: Pick<Duel, "view" | "missed" | "request">) => boolean}
 */
const mayForfeit = ({ view, missed, request }) => request.type === "orders" && missed[view.viewer] > 1;

/**
 * Return whether the closing text says that the duel is about to be lost.
 * @type {(page: Page) => boolean}
 */
export const isClosingGrave = (page) => {
  const { duel } = page;
  return closingText(page) !== "" && mayForfeit(duel) && isEntered(duel.request, picksOn(page), null);
};

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
