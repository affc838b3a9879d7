// @ts-check
// What it comes to if one gives up now, as far as it is known. Pure.

import { sidesWithout } from "../board/circle.js";
import { _, ngettext } from "../lib/words.js";

/** @import { Duel, OrdersRequest, View } from "../types.d.ts" */

/** By the `forfeit` of the request. */
const HOW = {
  palms: () =>
    _("You show two palms, the sign of surrender, which also shield you from monsters, knives and missiles."),
  surrenders: () => _("Your hands are not free to show two palms: they do what they must, and nothing shields you."),
  dies: () => _("Your hands are not free to show two palms, and by this book who gives up by word alone dies of it."),
};

/**
 * What happens, in sentences, and what one may die of: `danger`, null if nothing is known.
 * @type {(duel: Duel) => { text: string[], danger: string | null }}
 */
export function givingUp(duel) {
  const { view, request } = duel;
  const asked = request?.type === "orders" ? request : null;
  const how = asked ? HOW[asked.forfeit]() : _("What your hands do in this round stands.");
  const when =
    sidesWithout(view, view.viewer) > 1
      ? _("You leave the duel at the end of this round, and the others fight on. It counts as a surrender.")
      : _("That ends the duel: you lose it, and it counts as a surrender.");
  return { text: [how, when], danger: asked && dangerOf(view, asked) };
}

/** @type {(view: View, request: OrdersRequest) => string | null} */
function dangerOf(view, { forfeit, threats }) {
  if (forfeit === "palms") return null;
  if (forfeit === "dies") return _("You would die of it.");
  const { hp } = /** @type {{ hp: number }} */ (view.wizards.find(({ name }) => name === view.viewer));
  const count = threats.reduce((sum, { attack = 0 }) => sum + attack, 0);
  if (!count) return null;
  return count < hp
    ? ngettext("{count} damage is coming at you.", "{count} damage is coming at you.", count)
    : _("{count} damage is coming at you, and you have {hp} hit points: you would die of it.", { count, hp });
}
