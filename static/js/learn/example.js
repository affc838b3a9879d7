// The guide of an example: instructions next to the board, the result, and other variations.

import { html, nothing, render } from "../../vendor/lit-html/lit-html.js";
import { icon } from "../lib/icons.js";
import { _ } from "../lib/words.js";
import { onGuide, startAgain } from "./moves.js";
import { point } from "./tutor-pointer.js";

const place = document.getElementById("guide");
const variations = JSON.parse(document.getElementById("variations").textContent);

function show(guide) {
  point(guide.orders);
  place.classList.toggle("over", guide.over);
  render(panel(guide), place);
  if (guide.over) place.querySelector(".guide__on")?.focus({ preventScroll: true });
}

const panel = (guide) => html`
  <header class="guide__head">
    <h2 class="guide__title" id="guide-title">${icon("circle")} ${guide.over ? _("What this shows") : _("Try it")}</h2>
  </header>
  <div class="guide__says" aria-live="polite"><p>${guide.says}</p></div>
  <div class="guide__ways row">
    ${guide.moves ? html`<button class="button primary guide__on" type="button" @click=${() => startAgain()}>${_("Again")}</button>` : nothing}
    ${variations.length > 1 ? choice(guide) : nothing}
  </div>
`;

const choice = ({ variation }) => html`
  <div class="row" role="group" aria-label=${_("Variations")}>
    ${variations.map((title, number) => html`<button class="button quiet" type="button" aria-pressed=${number === variation} @click=${() => startAgain(number)}>${title}</button>`)}
  </div>
`;

onGuide(show);
place.replaceChildren(); // remove the content for pages without scripts
show({ ...JSON.parse(document.getElementById("first-guide").textContent), moves: 0, variation: 0 });
