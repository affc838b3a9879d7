// Whether the page is held in a hand: one screen for a round, all else in sheets. The style sheets in css/phone/ have the same query.

const IN_HAND = "(max-width: 47.99rem), (max-width: 61.99rem) and (max-height: 32rem)";

const WIDE = "(min-width: 76rem)";

export const isInHand = () => matchMedia(IN_HAND).matches;

/** Whether there is room for three columns; board/duel.css goes by the same query. */
export const isWide = () => matchMedia(WIDE).matches;

/** Calls `changed` when the screen is turned, or otherwise comes to be one for a hand or none. */
export const onHandChange = (changed) => matchMedia(IN_HAND).addEventListener("change", changed);

/** Calls `changed` when there comes to be room for three columns, or none. */
export const onWideChange = (changed) => matchMedia(WIDE).addEventListener("change", changed);
