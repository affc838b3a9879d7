// @ts-check
// Beings from the point of view of the wizard who gives orders: kind, side and name. Pure.

import { isAlly } from "../board/circle.js";
import { titled } from "../lib/gestures.js";
import { within } from "../lib/names.js";
import { _ } from "../lib/words.js";

/** @import { Name, OrdersRequest, Ref, Slug, View } from "../types.d.ts" */

/**
 * Return `{kind, owner}` of the being behind a ref; a monster that is about to appear belongs to its summoner.
 * @type {(view: View, request: OrdersRequest, ref: Ref) => { kind: Slug, owner: Name | null }}
 */
export function beingOf(view, request, ref) {
  if (view.wizards.some(({ name }) => name === ref)) return { kind: "wizard", owner: ref };
  if (ref.includes(":")) return { kind: "new", owner: ref.split(":")[1] };
  const monster =
    request.targets.find((target) => target.ref === ref) ?? view.monsters.find(({ name }) => name === ref);
  return { kind: monster?.kind ?? ref, owner: monster?.owner ?? null };
}

/**
 * Return "self", "own" (a monster), "mate" (or their monsters), "enemy" (or theirs), or "none".
 * @type {(view: View, request: OrdersRequest, ref: Ref) => "self" | "own" | "mate" | "enemy" | "none"}
 */
export function sideOfRef(view, request, ref) {
  const { kind, owner } = beingOf(view, request, ref);
  if (ref === "nobody" || owner === null) return "none";
  if (owner === request.wizard) return kind === "wizard" ? "self" : "own";
  const wizard = view.wizards.find(({ name }) => name === owner);
  return wizard && isAlly({ ...view, viewer: request.wizard }, wizard) ? "mate" : "enemy";
}

/** Kinds that are clear from the names. */
const NO_MONSTER = new Set(["wizard", "corpse", "new"]);

/** Return the label of a ref in a list: marks the viewer, and adds a monster's kind. */
export function called(request, ref, being = request.targets.find((target) => target.ref === ref) ?? {}) {
  if (ref === "nobody") return _("nobody");
  if (ref === request.wizard) return _("yourself ({name})", { name: ref });
  if (ref.includes(":")) return calledNew(request, ref, being);
  if (being.kind === "corpse") return _("{name}, dead", { name: ref });
  const name = being.name ?? ref;
  return !being.kind || NO_MONSTER.has(being.kind)
    ? name
    : _("{name}, {kind}", { name, kind: within(titled(being.kind)) });
}

const OWN_NEW = { left: () => _("your left hand’s new monster"), right: () => _("your right hand’s new monster") };
const THEIR_NEW = {
  left: (name) => _("{name}’s new monster (left hand)", { name }),
  right: (name) => _("{name}’s new monster (right hand)", { name }),
};

function calledNew(request, ref, { name }) {
  const [hand, owner] = ref.split(":");
  if (owner === request.wizard) return OWN_NEW[hand]?.() ?? name ?? ref;
  return THEIR_NEW[hand]?.(owner) ?? name ?? ref;
}
