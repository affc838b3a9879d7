// Scrolling to the newest round.

import { isInHand } from "../lib/screen.js";
import { showNewest as showNewestGestures } from "./history-highlight.js";

/** Show the newest round in the history and in the story. */
export function showNewest(root) {
  showNewestGestures(root);
  root.querySelector(".chronicle__rounds")?.scrollTo(0, 0);
}

/**
 * In a one-column layout show the circle before the next orders, unless the user is typing; on a phone it is in place
 * already.
 */
export function leadToCircle(root) {
  const isNarrow = matchMedia("(max-width: 62rem)").matches;
  const isTalking = document.activeElement.matches(".talk input");
  if (isInHand()) scrollTo({ top: 0 });
  else if (isNarrow && !isTalking) root.querySelector(".duel__circle").scrollIntoView({ block: "start" });
}
