// Preferences of the user, stored by the browser for all pages. "motion", "sound" and "keys" are "on" or "off"; the
// "layout" of the duel page is "calm" or "expert".

const USUAL = { theme: "system", motion: "on", sound: "off", pace: "usual", keys: "on", layout: "calm" };

/** Return a preference, or its default if the browser has stored none. */
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
    // Storage is blocked: the preference lasts for this page only.
  }
  document.documentElement.dataset[name] = value;
}

/** Return whether animations are allowed by the user's preference and the system's. */
export const mayMove = () => preference("motion") !== "off" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
