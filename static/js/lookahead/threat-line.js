// The line of what threatens in the next round.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { sheet } from "../board/sheets.js";
import { icon } from "../lib/icons.js";
import { isInHand } from "../lib/screen.js";
import { spellFacts } from "../lib/spell-facts.js";
import { aheadOf } from "./completions.js";
import { threatText } from "./threat-text.js";

/** The line; in the hand it opens the board of threats. Nothing where nothing is known. */
export function threatLine(duel) {
  const ahead = aheadOf(duel);
  if (!ahead || duel.view.result) return nothing;
  const line = html`${icon("warning")}<span>${threatText(duel, ahead, spellFacts)}</span>`;
  return isInHand()
    ? html`<button class="news-line" type="button" popovertarget=${sheet("threats")}>${line}</button>`
    : html`<p class="news-line">${line}</p>`;
}
