// The gestures: their letters in records, their names and their icons in icons.svg.

import { _, language } from "./words.js";

/** @import { Hand } from "../types.d.ts" */

/** @type {Hand[]} */
export const HANDS = ["left", "right"];

export const GESTURES = {
  C: { name: _("clap"), icon: "gesture-c" },
  D: { name: _("point"), icon: "gesture-d" },
  F: { name: _("fingers"), icon: "gesture-f" },
  P: { name: _("palm"), icon: "gesture-p" },
  S: { name: _("snap"), icon: "gesture-s" },
  W: { name: _("wave"), icon: "gesture-w" },
  ">": { name: _("stab"), icon: "gesture-stab" },
  "-": { name: _("nothing"), icon: "gesture-nothing" },
};

export const isGesture = (letter) => Object.hasOwn(GESTURES, letter);

/** Return a gesture as screen readers say it: "P, palm". */
export function spoken(letter) {
  if (!isGesture(letter)) return _("hidden");
  return /[A-Z]/.test(letter) ? `${letter}, ${GESTURES[letter].name}` : GESTURES[letter].name;
}

export { titled } from "./names.js";

let lists = null; // created on first use, because that is slow

/** Join names for a sentence: "Bung, Froodal and Lento". */
export function listed(names) {
  lists ??= new Intl.ListFormat(language === "en" ? "en-GB" : language); // British English has no comma before "and"
  return lists.format(names);
}
