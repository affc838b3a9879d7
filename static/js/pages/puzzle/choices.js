// The spells that "Which spell is it?" offers, as buttons.

import { html, nothing } from "../../../vendor/lit-html/lit-html.js";
import { playMoves } from "../../learn/moves.js";
import { factsOf } from "../../lib/spell-facts.js";
import { _ } from "../../lib/words.js";
import { bothHandsText } from "./gestures.js";

/** Render the spells to choose from, or nothing if there are none. */
export const choicesOf = (choices) =>
  choices.length
    ? html`
        <div class="puzzle__choices" role="group" aria-label=${_("Spells")}>
          ${choices.map(({ slug, name }) => html`<button class="button" type="button" @click=${() => playMoves([{ orders: { spell: slug } }])}>${name} ${factsOf(slug).gestures.map((pattern) => html`<span class="puzzle__gestures">${pattern}</span>`)}</button>`)}
        </div>
        ${bothHandsNote(choices)}
      `
    : nothing;

/** Explain the small letters among the gestures of these spells. */
export function bothHandsNote(spells) {
  const text = bothHandsText(spells.flatMap(({ slug }) => factsOf(slug).gestures));
  return text ? html`<p class="small soft">${text}</p>` : nothing;
}
