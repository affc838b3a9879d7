// Who does something else while he waits for a duel is called aloud when it begins, whatever his usual wish is.

import { preference } from "./preferences.js";

const WAITS = 2 * 60 * 60 * 1000; // milliseconds; a live challenge stands no longer
const KEY = "awaits";

/** He waits for a duel from now on, in whatever window. */
export function awaitCall() {
  try {
    localStorage.setItem(KEY, String(Date.now()));
  } catch {
    // A browser that keeps nothing: he is called as quietly as ever.
  }
}

/** Lets be heard that a duel begins, if he waits for one or likes sounds. */
export async function call() {
  if (preference("sound") !== "on" && !isAwaited()) return;
  forget();
  (await import("./sound.js")).sound("call");
}

function forget() {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // nothing was kept
  }
}

function isAwaited() {
  try {
    return Date.now() - Number(localStorage.getItem(KEY)) < WAITS;
  } catch {
    return false;
  }
}
