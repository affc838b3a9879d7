// @ts-check
// Storage of drafts soon after a pick and when the page is left: in this browser, and on the server for the wizard's
// other tabs and devices.

import { keep, kept } from "./drafts.js";

const SOON = 400; // milliseconds to collect picks; long enough for the tap to be painted first

/**
 * Keep the drafts of `wizard` in the duel `slug`. `draft()` returns the current draft as a frame, null: none;
 * `tell(frame)` sends it to the server. `isUrgent()`: picks may be sealed in a moment, so none waits. `host` contains
 * what tests replace: setTimeout, clearTimeout, localStorage.
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
    /** The draft that this browser has kept, or null. */
    kept: () => (wizard ? kept(slug, wizard, host.localStorage) : null),
    keep() {
      if (isUrgent()) send();
      else timer ??= host.setTimeout(send, SOON);
    },
    /** Store the draft now, and send it. */
    send,
    /** Drop a pending save. */
    cancel,
    forget: () => wizard && keep(slug, wizard, null, host.localStorage),
    /** Carry out a pending save now. */
    flush: () => timer !== null && send(),
  };
}

/** A store that keeps nothing. */
export const NO_STORE = { kept: () => null, keep() {}, send() {}, cancel() {}, forget() {}, flush() {} };
