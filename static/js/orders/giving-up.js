// @ts-check
// The known consequences of giving up now. Pure.

import { sidesWithout } from "../board/circle.js";
import { _, ngettext } from "../lib/words.js";

/** @import { Duel, OrdersRequest, View } from "../types.d.ts" */

/** Texts by the `forfeit` of the request. */
const HOW = {
  palms: () =>
    _("You’ll show two palms, the sign of surrender. They also shield you from monsters, knives and missiles."),
  surrenders: () => _("Your hands aren’t free to show two palms, so nothing shields you this round."),
  dies: () =>
    _(
      "Your hands aren’t free to show two palms. With this rule set, your wizard dies if you give up without showing them.",
    ),
};

/**
 * Return the consequences as sentences, and the possible cause of death, `danger`; null if unknown.
 * @type {(duel: Duel) => { text: string[], danger: string | null }}
 */
export function givingUp(duel) {
  const { view, request } = duel;
  const asked = request?.type === "orders" ? request : null;
  const how = asked ? HOW[asked.forfeit]() : _("Your gestures this round still count.");
  const when =
    sidesWithout(view, view.viewer) > 1
      ? _("You leave the duel at the end of this round, and the others continue. This counts as a surrender.")
      : _("You’ll surrender and lose the duel.");
  return { text: [how, when], danger: asked && dangerOf(view, asked) };
}

/** @type {(view: View, request: OrdersRequest) => string | null} */
function dangerOf(view, { forfeit, threats }) {
  if (forfeit === "palms") return null;
  if (forfeit === "dies") return _("This would kill your wizard.");
  const { hp } = /** @type {{ hp: number }} */ (view.wizards.find(({ name }) => name === view.viewer));
  const count = threats.reduce((sum, { attack = 0 }) => sum + attack, 0);
  if (!count) return null;
  return count < hp
    ? ngettext("{count} damage is coming at you.", "{count} damage is coming at you.", count)
    : _("{count} damage is coming at you and you have {hp} hit points. You would die.", { count, hp });
}
