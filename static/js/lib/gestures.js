// What hands can do: the letter of the record, the name that players read, the drawing in icons.svg.

import { _, language } from "./words.js";

/** @import { Hand } from "../types.d.ts" */

/** @type {Hand[]} */
export const HANDS = ["left", "right"];

export const GESTURES = {
  C: { name: _("clap"), icon: "gesture-c" },
  D: { name: _("digit"), icon: "gesture-d" },
  F: { name: _("fingers"), icon: "gesture-f" },
  P: { name: _("palm"), icon: "gesture-p" },
  S: { name: _("snap"), icon: "gesture-s" },
  W: { name: _("wave"), icon: "gesture-w" },
  ">": { name: _("stab"), icon: "gesture-stab" },
  "-": { name: _("nothing"), icon: "gesture-nothing" },
};

export const isGesture = (letter) => Object.hasOwn(GESTURES, letter);

/** "P, palm"; what a screen reader says of a gesture. */
export function spoken(letter) {
  if (!isGesture(letter)) return _("hidden");
  return /[A-Z]/.test(letter) ? `${letter}, ${GESTURES[letter].name}` : GESTURES[letter].name;
}

export { titled } from "./names.js";

let lists = null; // made when it is needed, as that takes a while

/** Names as they stand in a sentence: "Bung, Froodal and Lento". */
export function listed(names) {
  lists ??= new Intl.ListFormat(language === "en" ? "en-GB" : language); // British English has no comma before the last
  return lists.format(names);
}
