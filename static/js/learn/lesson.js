// The guide of a lesson: the master's text next to the board, the pointer, and the progress.

import { html, nothing, render } from "../../vendor/lit-html/lit-html.js";
import { HANDS } from "../lib/gestures.js";
import { icon } from "../lib/icons.js";
import { afterFrame } from "../lib/later.js";
import { isInHand } from "../lib/screen.js";
import { setWanted } from "../lib/wanted.js";
import { _ } from "../lib/words.js";
import { onGuide, startAgain, takeBack } from "./moves.js";
import { keep, moveToAccount } from "./progress.js";
import { point } from "./tutor-pointer.js";

const place = document.getElementById("guide");
const { slug, next, nextTitle, practise, lessons, face } = place.dataset;

/** The number of moves when the guide was last shown. */
let shown = 0;

function show(guide) {
  const isBack = guide.moves < shown;
  shown = guide.moves;
  point(guide.orders);
  place.classList.toggle("strayed", guide.strayed);
  place.classList.toggle("over", guide.over);
  render(panel(guide), place);
  if (guide.over) {
    keep(slug);
    moveToAccount(place);
  }
  if (guide.moves && isInHand()) scrollTo({ top: 0 }); // the text is above the hands
  const first = isBack ? document.querySelector(".orders input:enabled") : null;
  if (guide.over || guide.strayed) place.querySelector(".guide__on")?.focus({ preventScroll: true });
  else first?.focus({ preventScroll: true }); // the move that was taken back is chosen again
  if (guide.rests) rest(guide.orders);
}

/** Choose "nothing" for the hands that do nothing, as soon as the board has been rendered. */
async function rest(orders) {
  while (!document.querySelector(".orders .gestures input")) await afterFrame();
  for (const hand of HANDS)
    if (orders[hand] === "-") document.querySelector(`.orders input[name="${hand}"][value="-"]`)?.click();
}

const panel = (guide) => html`
  <img class="guide__face" src=${face} alt="" width="96" height="96">
  <header class="guide__head">
    <h2 class="guide__title" id="guide-title">${guide.strayed ? _("Not quite") : guide.task}</h2>
    <span class="guide__step">${_("Step {step} of {steps}", guide)}</span>
  </header>
  <div class="guide__says" aria-live="polite">${guide.over ? learned(guide) : html`<p>${guide.says}</p>`}</div>
  ${guide.over ? html`<p class="guide__ways row">${onwards()}</p>` : html`<p class="guide__ways row">${back(guide)}</p>`}
`;

const learned = (guide) => html`
  <p>${_("What you learned:")}</p>
  <ul>
    ${guide.learned.map((text) => html`<li>${text}</li>`)}
  </ul>
`;

/** In narrow layouts the next gestures are shown as icons in a reserved place; what is wanted now is written out. */
const back = ({ strayed, moves }) =>
  moves
    ? html`
        <button class="button ${strayed ? "primary guide__on" : "quiet"}" type="button" title=${_("Undo round")} @click=${takeBack}>${icon("step-back")}<span>${_("Undo round")}</span></button>
        <button class="button quiet" type="button" title=${_("Restart")} @click=${() => startAgain()}>${icon("first")}<span>${_("Restart")}</span></button>
      `
    : nothing;

const onwards = () => html`
  ${next ? html`<a class="button primary guide__on" href=${next}>${_("Next lesson: {title}", { title: nextTitle })}</a>` : html`<button class="button primary guide__on" type="submit" form=${practise}>${_("Practice against the computer")}</button>`}
  <button class="button quiet" type="button" @click=${() => startAgain()}>${_("Try once more")}</button>
  <a class="button quiet" href=${lessons}>${_("All lessons")}</a>
`;

onGuide(show);
place.replaceChildren(); // remove the content for pages without scripts
const first = JSON.parse(document.getElementById("first-guide").textContent);
setWanted(first.orders, { only: first.rests });
show({ ...first, moves: 0 });
