// The gestures of the spells in "Which spell is it?", and how many of them a hand has already made. Pure.

import { trail } from "../../board/gesture-notes.js";
import { begun } from "../../board/spell-search.js";
import { HANDS } from "../../lib/gestures.js";
import { _ } from "../../lib/words.js";

/** Return the gestures of both hands of the other wizard. */
export function trailsOf(view) {
  const { name } = view.wizards.find((wizard) => wizard.name !== view.viewer);
  return { left: trail(view, name, "left"), right: trail(view, name, "right") };
}

/** Return the pattern of a spell of which a hand has made the most gestures: `{pattern, made, hand}`. */
export function progressOf(patterns, trails) {
  const all = patterns.flatMap((pattern) =>
    HANDS.map((hand) => ({ pattern, hand, made: begun(pattern, trails)[hand] })),
  );
  return all.reduce((best, one) => (one.made > best.made ? one : best));
}

export function progressText(hand, count, all) {
  if (!count) return _("not begun");
  return hand === "left" ? _("left {count} of {all}", { count, all }) : _("right {count} of {all}", { count, all });
}

/** Return "c: both hands", or "" if none of these patterns has a small letter. */
export function bothHandsText(patterns) {
  const letters = [...new Set(patterns.join("").replace(/[^a-z]/g, ""))];
  return letters.length ? _("{letters}: both hands", { letters: letters.join(", ") }) : "";
}
