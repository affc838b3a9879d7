// @ts-check
// The last round in a few lines. Pure.

import { _ } from "../lib/words.js";

/** @import { Event, View } from "../types.d.ts" */

const LINES = 3;
/** Sections or types of events to show, the weightiest first. */
const TOLD = ["end", "cast", "damage"];

/**
 * Return the weightiest events, as many lines as fit, each after its cause.
 * @type {(view: Pick<View, "rounds">) => string[]}
 */
export function headlines({ rounds }) {
  const last = rounds.at(-1);
  if (!last) return [_("The wizards bow to each other.")];
  const rank = (/** @type {Event} */ { section, type }) => TOLD.findIndex((fact) => fact === section || fact === type);
  const told = TOLD.flatMap((_fact, at) => last.events.filter((event) => rank(event) === at)).slice(0, LINES);
  const texts = last.events.filter((event) => told.includes(event)).map(({ text }) => text);
  return texts.length ? texts : [_("No spells, no damage.")];
}
