// The keys of a page, in one place: who has something to be done by a key says so here, and the help lists it.
//
// A key is written as it is printed: "t", "?", "Space", "Enter", "ArrowLeft", "Shift+w", "Ctrl+z" (on a Mac the command
// key). None fires while somebody writes or a dialog is open, and what Enter, Space and arrows do to a button stays so.

import { preference } from "./preferences.js";

const known = [];

/**
 * Has `action(event)` done on a key. `what` tells the help what it does, in words; "": the help has it already.
 * An action that returns false has had nothing to do: the next one for this key is asked, at last the browser.
 * `repeats`: again and again while it is held down. Gives a function that forgets the key.
 */
export function onKey(key, what, action, { repeats = false } = {}) {
  const entry = { key, what, action, repeats };
  known.push(entry);
  return () => known.splice(known.indexOf(entry), 1);
}

/** What the help lists: `{what, keys}`, in the order in which keys were made known. */
export function keysKnown() {
  const lines = new Map();
  for (const { key, what } of known) if (what) lines.set(what, [...(lines.get(what) ?? []), key]);
  return [...lines].map(([what, keys]) => ({ what, keys }));
}

/** What has been pressed, as keys are written here: "Shift+w", "Ctrl+z", "?"; null: nothing of ours. */
export function pressed({ key, code = "", shiftKey, ctrlKey, metaKey, altKey, isComposing }) {
  if (isComposing || altKey || key.length === 0) return null;
  const name = key === " " ? "Space" : key.length > 1 ? key : latin(key, code).toLowerCase();
  const isShifted = shiftKey && (name.length > 1 || /^[a-z]$/.test(name));
  return [ctrlKey || metaKey ? "Ctrl" : "", isShifted ? "Shift" : "", name].filter(Boolean).join("+");
}

/** A letter of another script counts as the Latin one on its key. */
const latin = (key, code) => (key.charCodeAt(0) > 127 && code.startsWith("Key") ? code.at(-1) : key);

const TEXTS =
  "input:not([type=radio], [type=checkbox], [type=button], [type=submit]), textarea, select, [contenteditable]";
const PRESSED = "a, button, summary, input, [role=button], [role=tab], [tabindex='0']";

/** Whether the page does nothing of its own with a key pressed here: somebody writes, chooses or presses something. */
export function isTaken(place, name) {
  if (!place?.matches) return false;
  if (place.matches(TEXTS) || place.closest("dialog")) return true;
  return /^(Shift\+)?(Enter|Space|Arrow.*|Home|End|Page.*)$/.test(name) && place.matches(PRESSED);
}

/** Single characters may be switched off, as who speaks to his machine presses them without meaning to. */
const isSilenced = (place, name) =>
  name.replace("Shift+", "").length === 1 && preference("keys") === "off" && !place?.closest?.(".hand");

function press(event) {
  const name = pressed(event);
  if (!name || event.defaultPrevented || isTaken(event.target, name) || isSilenced(event.target, name)) return;
  const meant = known.filter(({ key, repeats }) => key === name && (repeats || !event.repeat)).toReversed();
  if (meant.some(({ action }) => action(event) !== false)) event.preventDefault();
}

globalThis.addEventListener?.("keydown", press);
