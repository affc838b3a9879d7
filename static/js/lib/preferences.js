// What this browser's user wishes of the page: kept by the browser, for all pages. "motion", "sound" and "keys" are "on" or "off".

const USUAL = { theme: "system", motion: "on", sound: "off", pace: "usual", keys: "on" };

/** The preference as it stands; a browser that keeps nothing, or knows none yet, has the usual one. */
export function preference(name) {
  return document.documentElement.dataset[name] ?? kept(name) ?? USUAL[name];
}

function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function setPreference(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // A browser that keeps nothing: the preference lasts for this page.
  }
  document.documentElement.dataset[name] = value;
}

/** Whether things may move: by the user's preference, and his system's. */
export const mayMove = () => preference("motion") !== "off" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
