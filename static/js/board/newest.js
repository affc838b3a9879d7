// The newest round, brought before the eyes of who looks at a page.

import { isInHand } from "../lib/screen.js";
import { showNewest as showNewestGestures } from "./history-highlight.js";

/** Shows the newest round in the history and in the story. */
export function showNewest(root) {
  showNewestGestures(root);
  root.querySelector(".chronicle__rounds").scrollTop = 0;
}

/** Where all stands in one column, the circle is shown before the next orders, unless somebody is writing; in the hand it is where it was. */
export function leadToCircle(root) {
  const isNarrow = matchMedia("(max-width: 62rem)").matches;
  const isTalking = document.activeElement.matches(".talk input");
  if (isInHand()) scrollTo({ top: 0 });
  else if (isNarrow && !isTalking) root.querySelector(".duel__circle").scrollIntoView({ block: "start" });
}
