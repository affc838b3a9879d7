// Keyboard shortcuts: modules register their keys here, and the help lists them.
//
// A key is written as it is printed: "t", "?", "Space", "Enter", "ArrowLeft", "Shift+w", "Ctrl+z" (the command key on a
// Mac). Shortcuts do nothing while the user types or a dialog is open. Enter, Space and arrows keep their effect on
// controls.

import { preference } from "./preferences.js";

const known = [];

/**
 * Register `action(event)` for a key; return a function that removes it. `what` describes the action in the help; ""
 * keeps it out of the help. If the action returns false, the next one for this key is tried, then the browser's own.
 * `repeats`: also run while the key is held down.
 */
export function onKey(key, what, action, { repeats = false } = {}) {
  const entry = { key, what, action, repeats };
  known.push(entry);
  return () => known.splice(known.indexOf(entry), 1);
}

/** Return the lines of the help, `{what, keys}`, in order of registration. */
export function keysKnown() {
  const lines = new Map();
  for (const { key, what } of known) if (what) lines.set(what, [...(lines.get(what) ?? []), key]);
  return [...lines].map(([what, keys]) => ({ what, keys }));
}

/** Return the pressed key in our notation, such as "Shift+w", "Ctrl+z" or "?"; null for other keys. */
export function pressed({ key, code = "", shiftKey, ctrlKey, metaKey, altKey, isComposing }) {
  if (isComposing || altKey || key.length === 0) return null;
  const name = key === " " ? "Space" : key.length > 1 ? key : latin(key, code).toLowerCase();
  const isShifted = shiftKey && (name.length > 1 || /^[a-z]$/.test(name));
  return [ctrlKey || metaKey ? "Ctrl" : "", isShifted ? "Shift" : "", name].filter(Boolean).join("+");
}

/** A letter of another script counts as the Latin letter on the same key. */
const latin = (key, code) => (key.charCodeAt(0) > 127 && code.startsWith("Key") ? code.at(-1) : key);

const TEXTS =
  "input:not([type=radio], [type=checkbox], [type=button], [type=submit]), textarea, select, [contenteditable]";
const PRESSED = "a, button, summary, input, [role=button], [role=tab], [tabindex='0']";

/** Return whether the element with the focus handles this key itself, such as a text field, a button or a dialog. */
export function isTaken(place, name) {
  if (!place?.matches) return false;
  if (place.matches(TEXTS) || place.closest("dialog")) return true;
  return /^(Shift\+)?(Enter|Space|Arrow.*|Home|End|Page.*)$/.test(name) && place.matches(PRESSED);
}

/** Users of speech input switch off single-character keys, which speech would trigger by accident (WCAG 2.1.4). */
const isSilenced = (place, name) =>
  name.replace("Shift+", "").length === 1 && preference("keys") === "off" && !place?.closest?.(".hand");

function press(event) {
  const name = pressed(event);
  if (!name || event.defaultPrevented || isTaken(event.target, name) || isSilenced(event.target, name)) return;
  const meant = known.filter(({ key, repeats }) => key === name && (repeats || !event.repeat)).toReversed();
  if (meant.some(({ action }) => action(event) !== false)) event.preventDefault();
}

globalThis.addEventListener?.("keydown", press);
