// What hands may complete later, from the `ahead` of a request. Pure.

import { HANDS, titled } from "./gestures.js";

/** What a hand may come to, "Fear (W D)", but for what every hand in the circle may, having begun nothing. */
export function begun(table, ahead, at) {
  const hands = Object.values(ahead.wizards).flatMap((hopes) => HANDS.map((hand) => hopesIn(hopes[hand][at])));
  return hopesIn(table).filter((hope) => !hands.every((hopes) => hopes.includes(hope)));
}

const hopesIn = (table = {}) =>
  Object.entries(table).flatMap(([missing, spells]) => spells.map((spell) => `${titled(spell)} (${[...missing].join(" ")})`));
