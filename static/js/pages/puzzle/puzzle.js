// A puzzle next to the board: the task, hints, the refutation of a wrong try, the explanation of the solution.

import { html, nothing, render } from "../../../vendor/lit-html/lit-html.js";
import { share } from "../../board/sharing.js";
import { onGuide, playMoves, startAgain, takeBack } from "../../learn/moves.js";
import { keep, PUZZLE } from "../../learn/progress.js";
import { phaseOf, ratingText, titleOf } from "../../learn/puzzle-guide.js";
import { icon } from "../../lib/icons.js";
import { post } from "../../lib/post.js";
import { isInHand } from "../../lib/screen.js";
import { factsOf } from "../../lib/spell-facts.js";
import { _ } from "../../lib/words.js";
import { bothHandsNote, choicesOf } from "./choices.js";
import { progressOf, progressText, trailsOf } from "./gestures.js";
import { solutionRows } from "./solution.js";

const place = document.getElementById("guide");
const { title, address, next, hint, solution, token, report } = place.dataset;
const { view } = JSON.parse(document.getElementById("frame").textContent);
const most = Number(place.dataset.hints);

let guide = { ...JSON.parse(document.getElementById("first-guide").textContent), moves: 0 };
let hints = [];
let rating = null; // the result of the first try
let isShown = false; // whether the user asked for the solution
let told = ""; // the message after a click or an error

function show(fresh) {
  guide = fresh;
  rating = guide.rating ?? rating;
  told = "";
  if (phaseOf(guide, isShown) === "solved") keep(PUZZLE);
  draw();
  if (guide.moves && isInHand()) scrollTo({ top: 0 }); // the text is above the hands
  if (guide.over || guide.strayed) place.querySelector(".guide__on")?.focus({ preventScroll: true });
}

function draw() {
  const phase = phaseOf(guide, isShown);
  place.classList.toggle("strayed", phase === "wrong");
  place.classList.toggle("over", guide.over);
  render(panel(phase), place);
}

const panel = (phase) => html`
  <header class="guide__head">
    <h2 class="guide__title" id="guide-title">${icon("circle")} ${titleOf(phase)}</h2>
    ${guide.steps > 1 && !guide.over ? html`<span class="guide__step">${_("Round {step} of {steps}", guide)}</span>` : nothing}
  </header>
  <div class="guide__says" aria-live="polite">
    ${guide.over ? explanation() : html`<p>${guide.says}${guide.primer && !hints.length ? html` <span class="soft">${guide.primer}</span>` : nothing}</p>`}
    ${guide.over ? nothing : hints.map((text) => html`<p class="puzzle__hint">${text}</p>`)}
    ${choicesOf(guide.choices)}
    ${rating ? html`<p class="puzzle__rating">${ratingText(rating)}</p>` : nothing}
  </div>
  <p class="guide__ways row">${guide.over ? onwards() : guide.strayed ? again() : help()}</p>
  <span class="small" role="status">${told}</span>
`;

const explanation = () => html`
  <p>${guide.told.map((text, at) => (at ? ` ${text}` : html`<strong>${text}</strong>`))}</p>
  ${solutionRows(guide)}
  <ul>
    ${guide.compared.map(({ slug, name }) => html`<li>${name}: ${compared(progressOf(factsOf(slug).gestures, trailsOf(view)))}</li>`)}
  </ul>
  ${bothHandsNote(guide.compared)}
  <p class="small soft">${guide.themes.length ? html`${guide.themes.join(", ")}. ` : nothing}${guide.source.url ? html`<a href=${guide.source.url}>${guide.source.words}</a>` : guide.source.words}</p>
  <details class="puzzle__story">
    <summary>${_("What happened in the duel")}</summary>
    <pre tabindex="0">${guide.source.story}</pre>
  </details>
`;

/** Render the gestures of a spell, with those that the enemy's hand has already made marked. */
const compared = ({ pattern, made, hand }) => html`
  <span class="puzzle__gestures"><mark>${pattern.slice(0, made)}</mark>${pattern.slice(made)}</span>
  <span class="soft">${progressText(hand, made, pattern.length)}</span>
`;

const help = () => html`
  ${hints.length < most ? html`<button class="button quiet" type="button" @click=${takeHint}>${hints.length ? _("Next hint") : _("Hint")}</button>` : nothing}
  ${giveUp()}
`;

const again = () => html`
  <button class="button primary guide__on" type="button" @click=${() => takeBack()}>${_("Try again")}</button>
  ${giveUp()}
`;

const giveUp = () =>
  html`<button class="button quiet" type="button" @click=${showSolution}>${_("Show solution")}</button>`;

const onwards = () => html`
  <a class="button primary guide__on" href=${next}>${_("Next puzzle")}</a>
  <button class="button quiet" type="button" @click=${() => startAgain()}>${_("Try once more")}</button>
  <button class="button quiet" type="button" @click=${shareIt}>${_("Share")}</button>
  ${report ? html`<a class="button quiet" href=${report}>${_("Report a problem")}</a>` : nothing}
`;

async function takeHint() {
  const answer = await post(hint, { token, body: { number: hints.length + 1 } });
  hints = answer.hints ?? hints;
  told = answer.why ?? "";
  draw();
}

async function showSolution() {
  const answer = await post(solution, { token, body: {} });
  told = answer.why ?? "";
  if (answer.why) return draw();
  isShown = true;
  rating = answer.rating ?? rating;
  playMoves(answer.moves);
}

async function shareIt() {
  told = await share({ title, text: title, url: address });
  draw();
}

onGuide(show);
place.replaceChildren(); // remove the content for pages without scripts
draw();
