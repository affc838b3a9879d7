// Screen sizes. On a phone a round fills one screen and everything else is in sheets; css/phone/ uses the same media
// query.

const IN_HAND = "(max-width: 47.99rem), (max-width: 61.99rem) and (max-height: 32rem)";

export const isInHand = () => matchMedia(IN_HAND).matches;

/** Call `changed` when the screen becomes, or stops being, that of a phone. */
export const onHandChange = (changed) => matchMedia(IN_HAND).addEventListener("change", changed);
