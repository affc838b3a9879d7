// What has been said since somebody looked at the talk, and the mark that leads there where the talk is a part of the page.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { icon } from "../lib/icons.js";
import { isInHand } from "../lib/screen.js";
import { ngettext } from "../lib/words.js";
import { isSheetOpen } from "./sheets.js";

/** Where somebody is looking at the talk: with the mouse, or with the focus. */
const LOOKED_AT = ".duel__talk:is(:hover, :focus-within)";

/** A function of how many lines were heard that says how many of them nobody has looked at. `redraw()`: somebody has looked. */
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

/** Beside the news of a duel; in the hand the bar of the sheets has a mark. */
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
