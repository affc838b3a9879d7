// @ts-check
// Delayed Effect and Permanency: which of the completed spells they take. Pure.

import { _ } from "../lib/words.js";
import { allCastings } from "./pairs.js";

/** @import { Casting, OrdersRequest, Pair, Picks, Slot } from "../types.d.ts" */

/** The wording for each of them. */
export const WINDOWS = {
  delay: {
    label: () => _("Delayed Effect stores"),
    takes: (spell) => _("Delayed Effect stores {spell}.", { spell }),
    waits: () => _("Delayed Effect is ready to store a spell"),
    isFull: () => _("Delayed Effect waits until the stored spell is released"),
    text: (spell) => _("Delayed Effect stores {spell}", { spell }),
  },
  permanent: {
    label: () => _("Permanency applies to"),
    takes: (spell) => _("Permanency makes {spell} permanent.", { spell }),
    waits: () => _("Permanency is ready for a spell"),
    isFull: () => _("Permanency is ready for a spell"),
    text: (spell) => _("Permanency makes {spell} permanent", { spell }),
  },
};

const FIELDS = /** @type {const} */ (["delay", "permanent"]);

/**
 * The place of a spell in the picks: "left", "second/both".
 * @type {(casting: { pair: Pair, hand: Slot }) => string}
 */
export const placeOf = ({ pair, hand }) => (pair ? `${pair}/${hand}` : hand);

/**
 * Return the spells that a field may take; if it must take one, those of the first pair with any, the rules' choice
 * first.
 * @type {(request: OrdersRequest, picks: Picks, field: "delay" | "permanent") => (Casting & { pair: Pair })[]}
 */
export function takable(request, picks, field) {
  const open = request[field];
  if (!open || (open.full && !picks.fire)) return [];
  const lasting = field === "delay" ? taken(request, picks, "permanent") : null; // Permanency takes precedence
  const fitting = allCastings(request, picks)
    .filter(({ spell }) => !open.spells || open.spells.includes(spell.spell))
    .filter((casting) => !lasting || placeOf(casting) !== placeOf(lasting));
  if (!open.must || !fitting.length) return fitting;
  const longest = ({ hand, spell }) => (hand === "both" ? 100 : 0) + (spell.gestures?.length ?? 0);
  return fitting.filter(({ pair }) => pair === fitting[0].pair).toSorted((one, other) => longest(other) - longest(one));
}

/**
 * Return the spell that a field takes now; null: none.
 * @type {(request: OrdersRequest, picks: Picks, field: "delay" | "permanent") => (Casting & { pair: Pair }) | null}
 */
export function taken(request, picks, field) {
  const spells = takable(request, picks, field);
  return (
    spells.find((casting) => placeOf(casting) === picks[field]) ?? (request[field]?.must ? (spells[0] ?? null) : null)
  );
}

/**
 * Return the orders of both fields by pair: `{first: {delay: "left"}, second: {}}`, without the obvious ones.
 * @type {(request: OrdersRequest, picks: Picks) => { first: Record<string, Slot>, second: Record<string, Slot> }}
 */
export function takenIn(request, picks) {
  const out = { first: {}, second: {} };
  for (const field of FIELDS) {
    const spell = taken(request, picks, field);
    const isOpen = spell && (picks[field] || takable(request, picks, field).length > 1);
    if (isOpen) out[spell.pair || "first"][field] = spell.hand;
  }
  return out;
}

/**
 * Describe what Delayed Effect and Permanency do to the picked spells, and which stored spell is released.
 * @type {(request: OrdersRequest, picks: Picks) => string[]}
 */
export function takenText(request, picks) {
  const told = FIELDS.map((field) => {
    const spell = taken(request, picks, field);
    return spell ? WINDOWS[field].text(spell.spell.name) : "";
  });
  return [
    ...told.filter(Boolean),
    ...(picks.fire && request.fire ? [_("{spell} is released", { spell: request.fire.name })] : []),
  ];
}
