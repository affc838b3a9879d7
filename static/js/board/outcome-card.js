// The card with the outcome of the last round, shown until the next click; reveal.js has it for a phone.

import { html } from "../../vendor/lit-html/lit-html.js";
import { icon } from "../lib/icons.js";
import { outcomeOf } from "./outcome.js";

const SENTENCES = 3;

/** Render the card of the latest round of a duel. */
export function outcomeCard({ view }) {
  const told = outcomeOf(view.rounds.at(-1), view.viewer, SENTENCES).join(" ");
  return html`<p class="news-line outcome">${icon("circle")}<span>${told}</span></p>`;
}
