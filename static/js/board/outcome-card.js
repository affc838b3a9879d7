// The card with the outcome of the last round, shown until the next tap; on a phone it opens the story step by step.

import { html } from "../../vendor/lit-html/lit-html.js";
import { icon } from "../lib/icons.js";
import { isInHand } from "../lib/screen.js";
import { outcomeOf } from "./outcome.js";
import { bringUp } from "./sheets.js";

const SENTENCES = 3;

/** Render the card of the latest round of a view. */
export function outcomeCard({ rounds, viewer }) {
  const told = html`${icon("circle")}<span>${outcomeOf(rounds.at(-1), viewer).slice(0, SENTENCES).join(" ")}</span>`;
  return isInHand()
    ? html`<button class="news-line outcome" type="button" @click=${() => bringUp("chronicle")}>${told}</button>`
    : html`<p class="news-line outcome">${told}</p>`;
}
