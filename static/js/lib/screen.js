// Screen sizes. On a phone a round fills one screen and everything else is in sheets; css/phone/ uses the same media
// query.

const IN_HAND = "(max-width: 47.99rem), (max-width: 61.99rem) and (max-height: 32rem)";

const WIDE = "(min-width: 76rem)";

export const isInHand = () => matchMedia(IN_HAND).matches;

/** Return whether there is room for three columns; board/duel.css uses the same query. */
export const isWide = () => matchMedia(WIDE).matches;

/** Call `changed` when the screen becomes, or stops being, that of a phone. */
export const onHandChange = (changed) => matchMedia(IN_HAND).addEventListener("change", changed);

/** Call `changed` when room for three columns appears or disappears. */
export const onWideChange = (changed) => matchMedia(WIDE).addEventListener("change", changed);
