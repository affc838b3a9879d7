// @ts-check
// The aims of the picks: the wizards that they are aimed at, the ways to aim at a being, and the rows that ask for them.
// Pure.

import { factsOf } from "../lib/spell-facts.js";
import { _ } from "../lib/words.js";
import { castings, stabbing, stabTarget } from "./castings.js";
import { attackers, inPair, secondAttackers, targetsFor } from "./orders.js";
import { allCastings, pairsOf } from "./pairs.js";
import { helps, hurts, isElemental } from "./warnings.js";

/** @import { Aim, AimRow, Duel, OrdersRequest, Pair, PairPicks, Picks, Ref } from "../types.d.ts" */

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
    monsters.map(({ ref, name, kind: being, target, usual, targets }) => ({
      kind: "attack",
      name,
      being,
      pair,
      ref,
      target,
      usual,
      targets,
    }));
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
      spell: spell.spell,
      pair: one.pair,
      hand,
      target,
      usual: spell.target ?? null,
      targets: targetsFor(request, picks, spell).map(({ ref }) => ref),
    }));

/** @type {(request: OrdersRequest, picks: Picks, one: any) => Aim[]} */
function stabOf(request, picks, one) {
  const hand = stabbing(one.request, one.picks);
  if (!hand) return [];
  const targets = targetsFor(request, picks).map(({ ref }) => ref);
  const [target, usual] = [stabTarget(one.request, one.picks), one.request.stab?.target ?? null];
  return [{ kind: "stab", name: "", pair: one.pair, hand, target, usual, targets }];
}

// Rows ----------------------------------------------------------------------------------------------------------------

/**
 * Return the rows as `{id, aims, serves}`. Monsters with the same target share a row; on a phone a summoned monster
 * shares it with its spell (`isBrief`), and `serves` is that spell's aim.
 * @type {(request: OrdersRequest, picks: Picks, how: { isBrief: boolean }) => AimRow[]}
 */
export function aimRowsOf(request, picks, { isBrief }) {
  /** @type {AimRow[]} */
  const rows = [];
  for (const aim of aimsOf(request, picks)) {
    const [mate] = rows.filter((row) => (isBrief && isSummonerOf(row, aim)) || isMateOf(row, aim));
    if (!mate) rows.push({ id: nameOf(aim), aims: [aim], serves: null });
    else if (isMateOf(mate, aim)) mate.aims.push(aim);
    else Object.assign(mate, { aims: [aim], serves: mate.aims[0] });
  }
  return rows;
}

/** @type {(row: AimRow, aim: Aim) => boolean} */
const isSummonerOf = ({ aims: [spell] }, { kind, ref, pair }) =>
  kind === "attack" && spell.kind === "spell" && spell.pair === pair && ref.startsWith(`${spell.hand}:`);

/** @type {(row: AimRow, aim: Aim) => boolean} */
const isMateOf = ({ aims: [one], serves }, aim) =>
  !serves &&
  aim.kind === "attack" &&
  one.kind === "attack" &&
  one.pair === aim.pair &&
  one.target === aim.target &&
  [one, aim].every(({ being, target }) => being !== "new" && target !== null);

/**
 * The name of the control of an aim: "aim--left", "aim-second-both", "attack--Grub".
 * @type {(aim: Aim) => string}
 */
export const nameOf = ({ kind, pair, hand, ref }) =>
  kind === "attack" ? `attack-${pair}-${ref}` : `aim-${pair}-${hand}`;

/**
 * Return the picks with all of `aims` at the same target.
 * @type {(picks: Picks, aims: Aim[], target: Ref) => Picks}
 */
export const aimed = (picks, aims, target) =>
  aims.reduce(
    (made, { kind, pair, hand, ref }) =>
      inPair(made, pair, (it) =>
        kind === "attack"
          ? { ...it, attack: { ...it.attack, [ref]: target } }
          : { ...it, target: { ...it.target, [hand]: target } },
      ),
    picks,
  );

/**
 * Return whether an aim has neither a pick nor a usual target.
 * @type {(aim: Aim, picks: Picks) => boolean}
 */
export function isUnanswered({ kind, pair, hand, target, usual }, picks) {
  if (target === null) return true;
  return (
    kind !== "attack" && target === "nobody" && (usual ?? "nobody") === "nobody" && !inPairOf(picks, pair).target[hand]
  );
}

/** @type {(picks: Picks, pair: Pair) => PairPicks} */
const inPairOf = (picks, pair) => (pair ? picks[pair] : picks);

/**
 * Return what an aim does: "guard", "help", "hit", "summon", "target", "stab", "attack" or "again".
 * @type {(aim: Aim) => string}
 */
export function verbOf({ kind, pair, spell }) {
  if (kind === "attack") return pair ? "again" : "attack";
  if (kind === "stab") return "stab";
  const facts = factsOf(spell);
  if (facts.makes && !isElemental(facts.makes)) return "summon";
  if (facts.default && hurts(facts)) return "hit";
  if (!facts.default || !helps(facts)) return "target";
  return facts.class === "protection" ? "guard" : "help";
}

/**
 * Return the first task that must be done before sealing, as `{text, name}`: a stab or a harmful spell that has no
 * target yet; null: none.
 * @type {(request: OrdersRequest, picks: Picks) => { text: string, name: string } | null}
 */
export function taskOf(request, picks) {
  const open = aimsOf(request, picks).find(
    (aim) => isUnanswered(aim, picks) && ["stab", "hit"].includes(verbOf(aim)) && aim.targets.some(isBeing(request)),
  );
  return open ? { text: taskText(open), name: nameOf(open) } : null;
}

/** @type {(request: OrdersRequest) => (ref: Ref) => boolean} */
const isBeing = (request) => (ref) => ref !== request.wizard && ref !== "nobody" && !ref.includes(":");

/**
 * Return an open question as a task.
 * @type {(aim: Aim, monster?: string) => string}
 */
export function taskText(aim, monster = aim.name) {
  if (aim.kind === "stab") return _("Choose who to stab");
  if (aim.kind === "attack") return _("Choose what {monster} attacks, or let the dice choose", { monster });
  return verbOf(aim) === "hit"
    ? _("Choose who {spell} hits", { spell: aim.name })
    : _("Choose a target for {spell}", { spell: aim.name });
}
