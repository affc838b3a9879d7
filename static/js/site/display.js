// The menu of the preferences for all pages: theme, motion, sound, pace.

import { preference, setPreference } from "../lib/preferences.js";

const menu = document.getElementById("display");

/** Show the current preferences: another page, or another part of this one, may have changed them. */
function show() {
  for (const field of menu.querySelectorAll("input")) field.checked = field.value === preference(field.name);
}

show();
menu.addEventListener("toggle", show);
menu.addEventListener("change", ({ target }) => setPreference(target.name, target.value));
