// What orders are good for: the spells that they complete, worked out from what a viewer has seen of the hands, and his
// book; and those that hands go on towards, as the search says. Pure.

import { ripeSpells } from "../board/spell-progress.js";
import { HANDS } from "../lib/gestures.js";

/**
 * `casts`: `{hand, spell, target}`, none where that is himself; `stabs`: whom, "" if that is left open, null: nobody; `leads`: of those given, `{hand, spell, missing}`, of hands that cast nothing.
 * `rounds`: what has been seen before them.
 */
export function purposeOf({ orders, leads = [] }, name, rounds, spellFacts) {
  const made = { number: (rounds.at(-1)?.number ?? 0) + 1, gestures: { [name]: gesturesOf(orders) }, events: [] };
  const all = [...rounds, made];
  const cast = castsOf(orders, ripeSpells(all, name, spellFacts), spellFacts);
  const casts = cast.map((one) => (one.target === name ? { ...one, target: null } : one));
  const busy = casts.flatMap(({ hand }) => (hand === "both" ? HANDS : [hand]));
  return { casts, stabs: stabOf(orders), leads: leads.filter(({ hand }) => !busy.includes(hand)) };
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
