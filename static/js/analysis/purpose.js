// The purpose of orders: the spells they complete, by the gestures the viewer has seen and their spell book, and the
// spells they lead to, by the search. Pure.

import { ripeSpells } from "../board/spell-progress.js";
import { HANDS } from "../lib/gestures.js";

/**
 * Return the purpose of orders. `casts`: `{hand, spell, target}`, without a target for the wizard itself; `stabs`: the
 * target, "" if left open, null without a stab; `leads`: those given, `{hand, spell, missing}`, for hands that cast
 * nothing. `rounds`: those seen before.
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

/** A hand casts the spell in the orders, else the longest it completes; a spell of both hands counts once. */
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

/** Return whether both hands make the last gesture of a spell. */
const isOfBoth = (spell, spellFacts) => spellFacts[spell]?.gestures.every((pattern) => /[a-z]$/.test(pattern)) ?? false;

const stabOf = ({ left, right, target = {} }) =>
  left === ">" ? (target.left ?? "") : right === ">" ? (target.right ?? "") : null;
