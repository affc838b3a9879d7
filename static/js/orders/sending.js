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
  if (!pending) return { isSending: false, unsent: "" };
  const isChange = entered !== null && pending.before !== null;
  return {
    isSending: true,
    unsent: CUT_OFF.has(link) ? unsentText(entered !== null, isChange, link === "closed") : "",
  };
}

/** @type {(isSealing: boolean, isChange: boolean, isClosed: boolean) => string} */
function unsentText(isSealing, isChange, isClosed) {
  if (isChange)
    return isClosed
      ? _("Your change is not sealed: no connection. Reload the page. What you sealed before still counts.")
      : _("Your change is not sealed yet: no connection. What you sealed before still counts.");
  if (isClosed)
    return isSealing
      ? _("Not sealed: no connection. Reload the page.")
      : _("Not taken back: no connection. Reload the page.");
  return isSealing
    ? _("Not sealed yet: no connection. Trying again…")
    : _("Not taken back yet: no connection. Trying again…");
}
