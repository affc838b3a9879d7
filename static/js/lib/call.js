// A sound when an expected duel begins, even if the user has switched sounds off, because they may be in another window.

import { preference } from "./preferences.js";

const WAITS = 2 * 60 * 60 * 1000; // milliseconds: no live challenge lasts longer
const KEY = "waits-for-call";

/** Record that the user waits for a duel, for all windows. */
export function awaitCall() {
  try {
    localStorage.setItem(KEY, String(Date.now()));
  } catch {
    // Storage is blocked: the sound follows the preference alone.
  }
}

/** Play the call if the user waits for a duel or has sounds on. */
export async function call() {
  if (preference("sound") !== "on" && !isAwaited()) return;
  forget();
  (await import("./sound.js")).sound("call");
}

function forget() {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // storage is blocked: nothing was recorded
  }
}

function isAwaited() {
  try {
    return Date.now() - Number(localStorage.getItem(KEY)) < WAITS;
  } catch {
    return false;
  }
}
