// @ts-check
// How far a puzzle is, for what is said beside its board. Pure.

import { _ } from "../lib/words.js";

/**
 * `isShown`: whether the solution was asked for.
 * @type {(guide: { over: boolean, strayed: boolean }, isShown: boolean) => "asked" | "wrong" | "solved" | "shown"}
 */
export function phaseOf({ over, strayed }, isShown) {
  if (strayed) return "wrong";
  if (!over) return "asked";
  return isShown ? "shown" : "solved";
}

/** What stands above it all. */
export const titleOf = (phase) =>
  ({ asked: _("Your task"), wrong: _("Not that"), solved: _("Solved"), shown: _("The solution") })[phase];

/** What a first try has come to, as a line: "Your rating: 1500 → 1523 (+23)". */
export function ratingText({ before, after }) {
  const change = after < before ? `−${before - after}` : `+${after - before}`;
  return _("Your rating: {before} → {after} ({change})", { before, after, change });
}
