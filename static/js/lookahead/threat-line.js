// The line with the threats of the next round.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { sheet } from "../board/sheets.js";
import { icon } from "../lib/icons.js";
import { isInHand } from "../lib/screen.js";
import { spellFacts } from "../lib/spell-facts.js";
import { _ } from "../lib/words.js";
import { aheadOf } from "./completions.js";
import { suggestion } from "./first-steps.js";
import { threatText } from "./threat-text.js";

/**
 * Render the line, or nothing if nothing is known; on a phone it opens the threat board. The first rounds of practice have
 * a suggestion instead.
 */
export function threatLine(duel) {
  const ahead = aheadOf(duel);
  if (!ahead || duel.view.result) return nothing;
  const tip = suggestion(duel);
  if (tip) return html`<p class="news-line suggestion">${icon("hint")}<span>${tip}</span></p>`;
  const threats = threatText(duel, ahead, spellFacts);
  const kind = threats ? "news-line threatens" : "news-line";
  const line = html`${icon(threats ? "warning" : "eye")}<span>${threats || _("No threats next round.")}</span>`;
  return isInHand()
    ? html`<button class=${kind} type="button" popovertarget=${sheet("threats")}>${line}</button>`
    : html`<p class=${kind}>${line}</p>`;
}
