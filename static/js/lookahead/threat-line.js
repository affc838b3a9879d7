// The line above the hands: the worst threat of this round and its answer, or a suggestion for a beginner.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { isStanding } from "../board/circle.js";
import { sheet } from "../board/sheets.js";
import { icon } from "../lib/icons.js";
import { isInHand } from "../lib/screen.js";
import { spellFacts } from "../lib/spell-facts.js";
import { _ } from "../lib/words.js";
import { aheadOf } from "./completions.js";
import { suggestion } from "./first-steps.js";
import { worstThreat } from "./threat-text.js";

/** While wizards answer questions about a round, threats are unknown. */
const revealedLine = ({ reveal }) =>
  reveal
    ? html`<p class="news-line">${icon("eye")}<span>${_("Round {number}: gestures revealed. The round continues after the answer.", { number: reveal.number })}</span></p>`
    : nothing;

/**
 * Render the line, or nothing if nothing is known; on a phone it opens the threat board. `isNew`: whether a
 * suggestion may take its place: in the viewer's first practice duel, until a hint says what to do.
 */
export function threatLine(duel, picks, isNew) {
  if (duel.view.result) return nothing;
  if (!aheadOf(duel)) return revealedLine(duel.view);
  const tip = isNew ? suggestion(duel) : "";
  if (tip) return html`<p class="news-line suggestion">${icon("hint")}<span>${tip}</span></p>`;
  const threat = worstThreat(duel, picks, spellFacts);
  const isForMe = threat && duel.view.wizards.some((one) => one.name === duel.view.viewer && isStanding(one));
  const kind = `news-line ${isForMe ? (threat.isMet ? "met" : "threatens") : ""}`;
  const drawing = isForMe ? (threat.isMet ? "shield" : "warning") : "eye";
  const line = html`${icon(drawing)}<span>${threat?.text ?? _("No spells threaten you this round.")}</span>`;
  return isInHand()
    ? html`<button class=${kind} type="button" popovertarget=${sheet("threats")}>${line}</button>`
    : html`<p class=${kind} aria-live="polite">${line}</p>`;
}
