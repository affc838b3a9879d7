// What hands may complete later, from the `ahead` of a request. Pure.

import { HANDS, titled } from "./gestures.js";

/** What a hand may come to, "Fear (W D)", but for what every hand in the circle may, having begun nothing. */
export function begun(table, ahead, at) {
  const hands = Object.values(ahead.wizards).flatMap((hopes) => HANDS.map((hand) => hopesIn(hopes[hand][at])));
  return hopesIn(table).filter((hope) => !hands.every((hopes) => hopes.includes(hope)));
}

/** What the others may complete with the second of two pairs in this round, as the threats of a request. */
export const bySecondPair = (ahead, wizard) =>
  Object.entries(ahead?.wizards ?? {})
    .filter(([name]) => name !== wizard)
    .flatMap(([by, hopes]) => HANDS.flatMap((hand) => inTwo(hopes[hand][0]).map((hope) => ({ by, hand, ...hope }))));

/** The spells that take both pairs, with the gestures that they take. */
const inTwo = (table = {}) =>
  Object.entries(table)
    .filter(([missing]) => missing.length > 1)
    .flatMap(([missing, spells]) => spells.map((spell) => ({ spell, name: titled(spell), gesture: [...missing].join(" ") })));

const hopesIn = (table = {}) =>
  Object.entries(table).flatMap(([missing, spells]) => spells.map((spell) => `${titled(spell)} (${[...missing].join(" ")})`));
