// @ts-check
// The seal: sends the picks if they are complete; grave warnings need a second click. Pure.

import { missingHand, missingText } from "../lib/wanted.js";
import { _ } from "../lib/words.js";
import { taskOf } from "./aims.js";
import { isChanged } from "./desk.js";
import { answersOf, missing, ordersOf, unanswered } from "./orders.js";
import { gravesOf, isWarned, ordersAsked, picksOn } from "./page-state.js";
import { fieldOf } from "./pairs.js";
import { warningsOf } from "./warnings.js";

/** @import { Orders, OrdersRequest, Page, Sealing } from "../types.d.ts" */

const MISSING = {
  left: () => _("Choose a gesture for your left hand first. You can also choose “–” (nothing)."),
  right: () => _("Choose a gesture for your right hand first. You can also choose “–” (nothing)."),
  "second-left": () => _("Choose a second gesture for your left hand first. You can also choose “–” (nothing)."),
  "second-right": () => _("Choose a second gesture for your right hand first. You can also choose “–” (nothing)."),
};

/**
 * Return the effect of a click on the seal as `{does, …}`: "refuse" (`why`, `place`), "remind" (`why`, `place`) of what
 * the seal already says, "ask", "warn", "send" (`type`, `sealed`), or "nothing".
 * @type {(page: Page) => Sealing}
 */
export function sealOf(page) {
  return page.duel.request.type === "answers" ? answersSealed(page) : ordersSealed(page);
}

/** @type {(page: Page) => Sealing} */
function answersSealed(page) {
  const { questions } = page.duel.request;
  const { answers } = picksOn(page);
  if (unanswered(questions, answers).length)
    return { does: "refuse", why: _("Answer all questions first."), place: null };
  return { does: "send", type: "answers", sealed: answersOf(questions, answers, { all: true }) };
}

/** @type {(page: Page) => Sealing} */
function ordersSealed(page) {
  const { view, entered } = page.duel;
  const request = ordersAsked(page);
  const picks = picksOn(page);
  const hand = missingHand(picks);
  if (hand) return { does: "remind", why: `${missingText(picks)}.`, place: { pair: "", hand } };
  const [place] = missing(request, picks);
  if (place) return { does: "refuse", why: MISSING[fieldOf(place)](), place };
  const task = taskOf(request, picks);
  if (task) return { does: "refuse", why: _("First: {task}.", { task: task.text }), place: null, name: task.name };
  if (warningsOf(view, request, picks).some(({ kind }) => kind === "surrender")) return { does: "ask" };
  if (gravesOf(page).length && !isWarned(page)) return { does: "warn" };
  return isChanged(page.desk, entered) || !entered ? sendingOf(page) : { does: "nothing" };
}

/**
 * The picked orders, ready to send.
 * @type {(page: Page) => { does: "send", type: "orders", sealed: Orders }}
 */
export const sendingOf = (page) => ({
  does: "send",
  type: "orders",
  sealed: ordersOf(ordersAsked(page), picksOn(page)),
});
