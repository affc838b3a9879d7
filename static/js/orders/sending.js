// @ts-check
// Texts about orders and answers on their way to the server. Pure.

import { _ } from "../lib/words.js";
import { called } from "./beings.js";
import { picksOf, summary } from "./orders.js";

/** @import { Answers, Duel, Orders, Page, Request } from "../types.d.ts" */

/** The texts about what a lost or closed connection holds up; `still` says what counts in the meantime. */
const UNSENT = {
  change: {
    lost: (still) => `${_("Your change is not sealed yet: no connection.")} ${still}`,
    closed: (still) => `${_("Your change is not sealed: no connection. Reload the page.")} ${still}`,
  },
  seal: {
    lost: () => _("Not sealed yet: no connection. Trying again…"),
    closed: () => _("Not sealed: no connection. Reload the page."),
  },
  withdrawal: {
    lost: (still) => `${_("Not taken back yet: no connection.")} ${still || _("Trying again…")}`,
    closed: (still) => `${_("Not taken back: no connection. Reload the page.")} ${still}`,
  },
};

/**
 * Return whether orders, answers or a withdrawal are on their way, and the text if the connection is lost; "" otherwise,
 * because the server confirms them in a moment.
 * @type {(page: Pick<Page, "duel" | "link">) => { isSending: boolean, unsent: string }}
 */
export function sendingOf({ duel: { request, pending, entered }, link }) {
  if (!pending) return { isSending: false, unsent: "" };
  if (link !== "lost" && link !== "closed") return { isSending: true, unsent: "" };
  const texts = UNSENT[entered ? (pending.before ? "change" : "seal") : "withdrawal"];
  return { isSending: true, unsent: texts[link](pending.before ? stillText(request, pending.before) : "").trim() };
}

/** @type {(request: Request, orders: Orders | Answers) => string} */
const stillText = (request, orders) =>
  request.type === "orders"
    ? _("Your earlier orders still count: {orders}.", { orders: wordsOf(request, orders) })
    : _("Your earlier answer still counts.");

/** @type {(request: Request, orders: Orders | Answers) => string} */
const wordsOf = (request, orders) =>
  request.type === "orders" ? summary(request, picksOf(request, orders), (ref) => called(request, ref)) : "";

/**
 * Say that the last round was played with the earlier orders, because a change of them did not arrive in time; "" if
 * there was none.
 * @type {(duel: Pick<Duel, "view" | "overtaken">) => string}
 */
export function overtakenText({ view, overtaken }) {
  if (!overtaken || view.number > overtaken.until) return "";
  const { round, request, orders, isSure } = overtaken;
  return isSure
    ? _("Round {round} was played with your earlier orders: {orders}.", { round, orders: wordsOf(request, orders) })
    : _("Round {round} was played before your change was confirmed. It may have come too late.", { round });
}
