// @ts-check
// Where drafts are kept, soon after a pick or when the page is left: by this browser, and by the server for the wizard's other tabs and devices.

import { keep, kept } from "./drafts.js";

const SOON = 400; // milliseconds, in which picks are gathered, and the tap that picked is long seen

/**
 * Keeps the drafts of `wizard` in the duel `slug`. `draft()` gives what is to be kept, as a frame, null: nothing; `tell(frame)`
 * sends it to the server. `isUrgent()`: picks may be sealed in a moment, so none waits. `host` carries what tests replace:
 * setTimeout, clearTimeout, localStorage.
 */
export function draftStoreOf({ slug, wizard, draft, tell, isUrgent, host = globalThis }) {
  let timer = null;

  function cancel() {
    host.clearTimeout(timer);
    timer = null;
  }

  function send() {
    cancel();
    const frame = draft();
    if (!frame) return;
    keep(slug, wizard, frame.draft, host.localStorage);
    tell(frame);
  }

  return {
    /** What this browser has kept, null: nothing. */
    kept: () => (wizard ? kept(slug, wizard, host.localStorage) : null),
    keep() {
      if (isUrgent()) send();
      else timer ??= host.setTimeout(send, SOON);
    },
    /** Keeps the draft now, and sends it. */
    send,
    /** What waits to be kept is of no account any more. */
    cancel,
    forget: () => wizard && keep(slug, wizard, null, host.localStorage),
    /** Keeps what still waits for it. */
    flush: () => timer !== null && send(),
  };
}

/** A store for a page that keeps nothing. */
export const NO_STORE = { kept: () => null, keep() {}, send() {}, cancel() {}, forget() {}, flush() {} };
