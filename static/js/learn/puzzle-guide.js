// @ts-check
// The phase of a puzzle, for the text next to its board. Pure.

import { _, signed } from "../lib/words.js";

/**
 * Return the phase of the puzzle. `isShown`: the user asked for the solution.
 * @type {(guide: { over: boolean, strayed: boolean }, isShown: boolean) => "asked" | "wrong" | "solved" | "shown"}
 */
export function phaseOf({ over, strayed }, isShown) {
  if (strayed) return "wrong";
  if (!over) return "asked";
  return isShown ? "shown" : "solved";
}

/** Return the heading of the guide. */
export const titleOf = (phase) =>
  ({ asked: _("Your task"), wrong: _("Not quite"), solved: _("Solved"), shown: _("The solution") })[phase];

/** The first tries before a rating is shown, as on the page of puzzles. */
const LEAST_PLAYS = 3;

/** Return the rating change after a first try, once ratings are shown: "Your rating: 1500 → 1523 (+23)". */
export function ratingText({ before, after, plays }) {
  if (plays < LEAST_PLAYS) return _("Your rating appears after three puzzles.");
  const change = after === before ? "±0" : signed(after - before);
  return _("Your rating: {before} → {after} ({change})", { before, after, change });
}
