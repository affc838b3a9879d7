// @ts-check
// The aims of the picks: the wizards that they are aimed at, and the ways to aim at a being. Pure.

import { castings, stabbing, stabTarget } from "./castings.js";
import { attackers, secondAttackers, targetsFor } from "./orders.js";
import { allCastings, pairsOf } from "./pairs.js";

/** @import { Casting, Duel, Hand, OrdersRequest, Pair, Picks, Ref, Slot } from "../types.d.ts" */

/**
 * A way to aim: a spell, the knife, or a monster (`ref`); `target`: what it is aimed at now.
 * @typedef {{ kind: "spell" | "stab" | "attack", name: string, pair: Pair, hand?: Slot, ref?: Ref, target: Ref | null, targets: Ref[] }} Aim
 */

/**
 * Return the names of the wizards that the picks aim at, directly or at a monster of theirs; without the viewer.
 * @type {(duel: Pick<Duel, "view" | "request">, picks: Picks) => Set<string>}
 */
export function aimedAt({ view, request }, picks) {
  if (request?.type !== "orders") return new Set();
  const masters = new Map(view.monsters.map(({ name, owner }) => [name, owner]));
  const names = view.wizards.map(({ name }) => name).filter((name) => name !== view.viewer);
  const refs = [...allCastings(request, picks), ...attackers(request, picks)].map(({ target }) => target);
  const stabbed = pairsOf(request, picks)
    .filter((one) => stabbing(one.request, one.picks))
    .map((one) => stabTarget(one.request, one.picks));
  const aimed = new Set([...refs, ...stabbed].map((ref) => masters.get(ref) ?? ref));
  return new Set(names.filter((name) => aimed.has(name)));
}

/**
 * Return everything that the picks can aim: spells and the knife of each pair, then monsters.
 * @type {(request: OrdersRequest, picks: Picks) => Aim[]}
 */
export function aimsOf(request, picks) {
  /** @type {(pair: Pair, monsters: any[]) => Aim[]} */
  const attacks = (pair, monsters) =>
    monsters.map(({ ref, name, target, targets }) => ({ kind: "attack", name, pair, ref, target, targets }));
  return [
    ...pairsOf(request, picks).flatMap((one) => [...spellsOf(request, picks, one), ...stabOf(request, picks, one)]),
    ...attacks("", attackers(request, picks)),
    ...attacks("second", secondAttackers(request, picks)),
  ];
}

/** @type {(request: OrdersRequest, picks: Picks, one: any) => Aim[]} */
const spellsOf = (request, picks, one) =>
  castings(one.request, one.picks)
    .filter(({ spell }) => spell.aimed)
    .map(({ hand, spell, target }) => ({
      kind: "spell",
      name: spell.name,
      pair: one.pair,
      hand,
      target,
      targets: targetsFor(request, picks, spell).map(({ ref }) => ref),
    }));

/** @type {(request: OrdersRequest, picks: Picks, one: any) => Aim[]} */
function stabOf(request, picks, one) {
  const hand = stabbing(one.request, one.picks);
  if (!hand) return [];
  const targets = targetsFor(request, picks).map(({ ref }) => ref);
  return [{ kind: "stab", name: "", pair: one.pair, hand, target: stabTarget(one.request, one.picks), targets }];
}
