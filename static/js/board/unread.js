// Unread lines of talk, and the mark that leads to them where the talk is a part of the page.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { icon } from "../lib/icons.js";
import { isInHand } from "../lib/screen.js";
import { ngettext } from "../lib/words.js";
import { isSheetOpen } from "./sheets.js";

/** Matches while the user points at the talk or has the focus in it. */
const LOOKED_AT = ".duel__talk:is(:hover, :focus-within)";

/**
 * Return a function from the number of received lines to the number of unread ones. `redraw()` is called when the user
 * looks at the talk.
 */
export function unreadOf({ root, redraw }) {
  let read = null;
  const look = ({ target }) => target.closest?.(".duel__talk") && redraw();
  root.addEventListener("pointerover", look);
  root.addEventListener("focusin", look);
  return (heard) => {
    if (read === null || isSheetOpen("talk") || root.querySelector(LOOKED_AT)) read = heard;
    return Math.max(0, heard - read);
  };
}

/** Render the mark next to the news of a duel; on a phone the bar of the sheets has one instead. */
export function talkMark(fresh) {
  if (!fresh || isInHand()) return nothing;
  const words = ngettext("new message", "new messages", fresh);
  return html`<button class="news-line talk-mark" type="button" title="${fresh} ${words}" @click=${leadToTalk}>${icon("told-talk")}<span>${fresh}<span class="visually-hidden"> ${words}</span></span></button>`;
}

function leadToTalk() {
  const talk = document.querySelector(".duel__talk");
  talk.scrollIntoView({ block: "nearest" });
  const place = talk.querySelector(".talk__form .input") ?? talk.querySelector(".talk__lines");
  place?.focus({ preventScroll: true });
}
