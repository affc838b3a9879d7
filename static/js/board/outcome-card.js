// The card with the outcome of the last round, shown until the next click or tap.

import { html } from "../../vendor/lit-html/lit-html.js";
import { icon } from "../lib/icons.js";
import { isInHand } from "../lib/screen.js";
import { _ } from "../lib/words.js";
import { outcomeOf } from "./outcome.js";

const SENTENCES = 3;

/** Render the card of the latest round of a duel. While the round plays, the card says how to skip the animation. */
export function outcomeCard({ view }, isPlaying) {
  const round = view.rounds.at(-1);
  return isPlaying ? playing(round) : outcome(round, view.viewer);
}

const outcome = (round, me) => html`
  <p class="news-line outcome">${icon("circle")}<span>${outcomeOf(round, me, SENTENCES).join(" ")}</span></p>
`;

const playing = (round) => html`
  <p class="news-line">${icon("circle")}<span>${playingText(round)}</span></p>
`;

const playingText = ({ number }) =>
  isInHand()
    ? _("Round {number}. Tap to skip the animation.", { number })
    : _("Round {number}. Click or press Space to skip the animation.", { number });
