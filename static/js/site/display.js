// The menu of what this browser's user wishes of all pages: light or dark, motion, sound, pace.

import { preference, setPreference } from "../lib/preferences.js";

const menu = document.getElementById("display");

/** As it stands: another page, or another part of this one, may have changed it. */
function show() {
  for (const field of menu.querySelectorAll("input")) field.checked = field.value === preference(field.name);
}

show();
menu.addEventListener("toggle", show);
menu.addEventListener("change", ({ target }) => setPreference(target.name, target.value));
