// Another try at a round of a finished duel: its value next to the board, and the way to the next mistake.

import { html, nothing, render } from "../../vendor/lit-html/lit-html.js";
import { icon } from "../lib/icons.js";
import { isInHand } from "../lib/screen.js";
import { _ } from "../lib/words.js";
import { onGuide, startAgain } from "./moves.js";

const place = document.getElementById("guide");
const { next, analysis } = place.dataset;

function show(guide) {
  place.classList.toggle("over", guide.over);
  render(panel(guide), place);
  if (guide.over && isInHand()) scrollTo({ top: 0 }); // the result is above the hands
  if (guide.over) place.querySelector(".guide__on")?.focus({ preventScroll: true });
}

const panel = (guide) => html`
  <header class="guide__head">
    <h2 class="guide__title" id="guide-title">${icon("circle")} ${guide.over ? _("Result") : _("Find a better move")}</h2>
  </header>
  <div class="guide__says" aria-live="polite"><p>${guide.says}</p></div>
  <div class="guide__ways row">${guide.over ? onwards() : nothing}</div>
`;

const onwards = () => html`
  ${next ? html`<a class="button primary guide__on" href=${next}>${_("Next mistake")}</a>` : html`<a class="button primary guide__on" href=${analysis}>${_("Back to the analysis")}</a>`}
  <button class="button quiet" type="button" @click=${() => startAgain()}>${_("Try it again")}</button>
`;

onGuide(show);
place.replaceChildren(); // remove the content for pages without scripts
show(JSON.parse(document.getElementById("first-guide").textContent));
