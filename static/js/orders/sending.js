// @ts-check
// Texts about orders and answers on their way to the server. Pure.

import { _ } from "../lib/words.js";

/** @import { Page } from "../types.d.ts" */

/** The texts about what a lost or closed connection holds up. */
const UNSENT = {
  change: {
    lost: () => _("Your change is not sealed yet: no connection. What you sealed before still counts."),
    closed: () => _("Your change is not sealed: no connection. Reload the page. What you sealed before still counts."),
  },
  seal: {
    lost: () => _("Not sealed yet: no connection. Trying again…"),
    closed: () => _("Not sealed: no connection. Reload the page."),
  },
  withdrawal: {
    lost: () => _("Not taken back yet: no connection. Trying again…"),
    closed: () => _("Not taken back: no connection. Reload the page."),
  },
};

/**
 * Return whether orders, answers or a withdrawal are on their way, and the text if the connection is lost; "" otherwise,
 * because the server confirms them in a moment.
 * @type {(page: Pick<Page, "duel" | "link">) => { isSending: boolean, unsent: string }}
 */
export function sendingOf({ duel: { pending, entered }, link }) {
  if (!pending) return { isSending: false, unsent: "" };
  const texts = UNSENT[entered ? (pending.before ? "change" : "seal") : "withdrawal"];
  return { isSending: true, unsent: link === "lost" || link === "closed" ? texts[link]() : "" };
}
