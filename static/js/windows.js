// Delayed Effect and Permanency: which of the spells that are being completed they take. Pure.

import { allCastings } from "./pairs.js";

/** What each does with the spell that it takes, as people say it. */
export const WINDOWS = {
  delay: { name: "Delayed Effect", verb: "banks" },
  permanent: { name: "Permanency", verb: "makes permanent" },
};

/** Where a spell is, as picks have it: "left", "second/both". */
export const placeOf = ({ pair, hand }) => (pair ? `${pair}/${hand}` : hand);

/** The spells that a window may take; where it must take one, those of the first pair that has any, its own choice first. */
export function takable(request, picks, field) {
  const open = request[field];
  if (!open || (open.full && !picks.fire)) return [];
  const lasting = field === "delay" ? taken(request, picks, "permanent") : null; // Permanency goes before
  const fitting = allCastings(request, picks)
    .filter(({ spell }) => !open.spells || open.spells.includes(spell.spell))
    .filter((casting) => !lasting || placeOf(casting) !== placeOf(lasting));
  if (!open.must || !fitting.length) return fitting;
  const longest = ({ hand, spell }) => (hand === "both" ? 100 : 0) + (spell.gestures?.length ?? 0);
  return fitting.filter(({ pair }) => pair === fitting[0].pair).toSorted((one, other) => longest(other) - longest(one));
}

/** The spell that a window takes as things stand; null: none. */
export function taken(request, picks, field) {
  const spells = takable(request, picks, field);
  return spells.find((casting) => placeOf(casting) === picks[field]) ?? (request[field]?.must ? (spells[0] ?? null) : null);
}

/** The orders of all windows, by pair: `{first: {delay: "left"}, second: {}}`; what goes without saying is left out. */
export function takenIn(request, picks) {
  const out = { first: {}, second: {} };
  for (const field of Object.keys(WINDOWS)) {
    const spell = taken(request, picks, field);
    const isOpen = spell && (picks[field] || takable(request, picks, field).length > 1);
    if (isOpen) out[spell.pair || "first"][field] = spell.hand;
  }
  return out;
}

/** What the windows do with the spells picked, and what is released, in words. */
export function takenText(request, picks) {
  const told = Object.entries(WINDOWS).map(([field, { name, verb }]) => {
    const spell = taken(request, picks, field);
    return spell ? `${name} ${verb} ${spell.spell.name}` : "";
  });
  return [...told.filter(Boolean), ...(picks.fire && request.fire ? [`${request.fire.name} is released`] : [])];
}
