// @ts-check
// Texts about orders and answers on their way to the server. Pure.

import { _ } from "../lib/words.js";

/** @import { Page } from "../types.d.ts" */

const CUT_OFF = new Set(["lost", "closed"]);

/**
 * Return whether orders, answers or a withdrawal are on their way, and the text if the connection is lost; "" otherwise,
 * because the server confirms them in a moment.
 * @type {(page: Pick<Page, "duel" | "link">) => { isSending: boolean, unsent: string }}
 */
export function sendingOf({ duel: { pending, entered }, link }) {
  const isSending = pending !== null;
  return { isSending, unsent: isSending && CUT_OFF.has(link) ? unsentText(entered !== null, link === "closed") : "" };
}

/** @type {(isSealing: boolean, isClosed: boolean) => string} */
function unsentText(isSealing, isClosed) {
  if (isClosed)
    return isSealing
      ? _("Not sealed: no connection. Reload the page.")
      : _("Not taken back: no connection. Reload the page.");
  return isSealing
    ? _("Not sealed yet: no connection. Trying again…")
    : _("Not taken back yet: no connection. Trying again…");
}
