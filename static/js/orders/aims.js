// @ts-check
// Near wizards in a melee: those that the viewer aims at, and those that aim at the viewer. Pure.

import { attackers } from "./orders.js";
import { allCastings } from "./pairs.js";

/** @import { Duel, Picks } from "../types.d.ts" */

/**
 * Return the names of wizards that the picks aim at, that attack the viewer with monsters, or that acted on the viewer
 * in the last round.
 * @type {(duel: Pick<Duel, "view" | "request">, picks: Picks) => Set<string>}
 */
export function nearOf({ view, request }, picks) {
  const me = view.viewer;
  const masters = new Map(view.monsters.map(({ name, owner }) => [name, owner]));
  const struck = view.rounds.at(-1)?.events.filter(({ target, victim }) => me && [target, victim].includes(me)) ?? [];
  const names = [
    ...aimsOf(request, picks).map((ref) => masters.get(ref) ?? ref),
    ...view.monsters.filter(({ alive, target }) => alive && target === me).map(({ owner }) => owner),
    ...struck.map(({ caster, wizard }) => caster ?? wizard),
  ];
  return new Set(names.filter((name) => name && name !== me));
}

/** @type {(request: Duel["request"], picks: Picks) => (string | null)[]} */
const aimsOf = (request, picks) =>
  request?.type === "orders"
    ? [...allCastings(request, picks), ...attackers(request, picks)].map(({ target }) => target)
    : [];
