// @ts-check
// A tip for duels in which a wizard shields round after round: what a Shield stops, and what it does not. Pure.

import { _ } from "../lib/words.js";

/** @import { Duel } from "../types.d.ts" */

/** The rounds in a row with a Shield after which the tip is due. */
export const MANY = 3;

/**
 * Return for how many rounds in a row, up to the last one, a wizard has been shielded.
 * @type {(view: Pick<Duel["view"], "wizards" | "rounds">) => number}
 */
export function shieldedRounds({ wizards, rounds }) {
  const runs = wizards.map(({ name }) => {
    const isShielded = (/** @type {any} */ { events }) =>
      events.some((/** @type {any} */ { type, subject }) => type === "shielded" && subject === name);
    return rounds.length - 1 - rounds.findLastIndex((round) => !isShielded(round));
  });
  return Math.max(...runs);
}

/**
 * Return the tip, with the shortest spell of damage and the shortest mind spell that a Shield does not stop; "" if the
 * book has none.
 * @type {(facts: Record<string, any>) => string}
 */
export function shieldTip(facts) {
  const passing = Object.values(facts)
    .filter((spell) => spell.default === "opponent" && !spell.makes && !spell.stopped_by.includes("shield"))
    .map(({ gestures, ...spell }) => ({ ...spell, pattern: shortest(gestures) }))
    .toSorted((one, other) => one.pattern.length - other.pattern.length);
  const damage = passing.find((spell) => spell.class === "damage");
  const mind = passing.find((spell) => spell.mind);
  if (!damage || !mind) return "";
  return _("A Shield stops missiles, stabs and monsters, but not {damage} or mind spells such as {mind}.", {
    damage: withGestures(damage),
    mind: withGestures(mind),
  });
}

const shortest = (/** @type {string[]} */ patterns) => patterns.toSorted((one, other) => one.length - other.length)[0];

const withGestures = (/** @type {any} */ { name, pattern }) => `${name} (${[...pattern].join(" ")})`;
