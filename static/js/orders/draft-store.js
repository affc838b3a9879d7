// @ts-check
// Where drafts are kept: by this browser at once, and soon by the server, for the wizard's other tabs and devices.

import { keep, kept } from "./drafts.js";

const SOON = 400; // milliseconds, in which picks are gathered

/**
 * Keeps the drafts of `wizard` in the duel `slug`. `draft()` gives what is to be kept, as a frame, null: nothing; `tell(frame)`
 * sends it to the server. `host` carries what tests replace: setTimeout, clearTimeout, localStorage.
 */
export function draftStoreOf({ slug, wizard, draft, tell, host = globalThis }) {
  let timer = null;

  function cancel() {
    host.clearTimeout(timer);
    timer = null;
  }

  function send() {
    cancel();
    const frame = draft();
    if (frame) tell(frame);
  }

  return {
    /** What this browser has kept, null: nothing. */
    kept: () => (wizard ? kept(slug, wizard, host.localStorage) : null),
    keep() {
      keep(slug, wizard, draft().draft, host.localStorage);
      timer ??= host.setTimeout(send, SOON);
    },
    /** Sends the draft now. */
    send,
    /** What waits to be sent is of no account any more. */
    cancel,
    forget: () => wizard && keep(slug, wizard, null, host.localStorage),
    /** Sends what still waits to be sent. */
    flush: () => timer !== null && send(),
  };
}

/** A store for a page that keeps nothing. */
export const NO_STORE = { kept: () => null, keep() {}, send() {}, cancel() {}, forget() {}, flush() {} };
