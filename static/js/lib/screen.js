// Whether the page is held in a hand: one screen for a round, all else in sheets. The styles of board/in-hand.css go by the same query.

const IN_HAND = "(max-width: 47.99rem), (max-width: 61.99rem) and (max-height: 32rem)";

export const isInHand = () => matchMedia(IN_HAND).matches;

/** Calls `changed` when the screen is turned, or otherwise comes to be one for a hand or none. */
export const onHandChange = (changed) => matchMedia(IN_HAND).addEventListener("change", changed);
