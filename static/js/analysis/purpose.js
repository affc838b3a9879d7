// What orders are good for: the spells that they complete, and those that hands go on towards. Worked out from what a viewer
// has seen of the hands, and his book. Pure.

import { begunSpells, ripeSpells } from "../board/spell-progress.js";
import { HANDS } from "../lib/gestures.js";

/** Gestures that may be wanting still in what a hand is said to go on towards. */
const FAR = 3;

/**
 * `casts`: `{hand, spell, target}`, none where that is himself; `stabs`: whom, "" if that is left open, null: nobody; `leads`: `{hand, spell, missing}` of hands that cast nothing.
 * `rounds`: what has been seen before them.
 */
export function purposeOf(orders, name, rounds, spellFacts) {
  const made = { number: (rounds.at(-1)?.number ?? 0) + 1, gestures: { [name]: gesturesOf(orders) }, events: [] };
  const all = [...rounds, made];
  const cast = castsOf(orders, ripeSpells(all, name, spellFacts), spellFacts);
  const casts = cast.map((one) => (one.target === name ? { ...one, target: null } : one));
  return { casts, stabs: stabOf(orders), leads: leadsOf(begunSpells(all, name, spellFacts), casts) };
}

const gesturesOf = ({ left, right }) => ({ left: left ?? "-", right: right ?? "-" });

/** A hand completes what the orders say, else what takes the most gestures; a spell that takes both hands, once. */
function castsOf({ cast = {}, target = {} }, ripe, spellFacts) {
  const aimed = (hand, spell) => ({ hand, spell, target: target[hand] ?? null });
  const found = HANDS.flatMap((hand) => {
    const open = ripe.filter((one) => one.hand === hand);
    const spell = cast.both ?? cast[hand] ?? open[0]?.spell;
    return spell ? [aimed(hand, spell)] : [];
  });
  const [one, other] = found;
  if (cast.both) return [aimed("both", cast.both)];
  if (one?.spell === other?.spell && isOfBoth(one?.spell, spellFacts))
    return [{ ...one, hand: "both", target: target.both ?? one.target ?? other.target }];
  return found;
}

/** Whether the last gesture of a spell is made by both hands. */
const isOfBoth = (spell, spellFacts) => spellFacts[spell]?.gestures.every((pattern) => /[a-z]$/.test(pattern)) ?? false;

const stabOf = ({ left, right, target = {} }) =>
  left === ">" ? (target.left ?? "") : right === ">" ? (target.right ?? "") : null;

/** For each hand that casts nothing what is nearest, of what it has begun with two gestures or more; else what the next may complete. */
function leadsOf(begun, casts) {
  const busy = casts.flatMap(({ hand }) => (hand === "both" ? HANDS : [hand]));
  return HANDS.filter((hand) => !busy.includes(hand)).flatMap((hand) => {
    const open = begun.filter((one) => one.hand === hand && one.missing.length <= FAR);
    const found = open.find(({ from, to }) => from < to) ?? open.find(({ missing }) => missing.length === 1);
    return found ? [{ hand, spell: found.spell, missing: found.missing }] : [];
  });
}
