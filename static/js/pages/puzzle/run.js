// A puzzle of a streak or a storm next to the board: the task, the clock of a storm, and the way to the next puzzle.

import { html, nothing, render } from "../../../vendor/lit-html/lit-html.js";
import { onGuide } from "../../learn/moves.js";
import { icon } from "../../lib/icons.js";
import { isInHand } from "../../lib/screen.js";
import { _ } from "../../lib/words.js";
import { choicesOf } from "./choices.js";
import { leftText, nextStep } from "./clock.js";

const place = document.getElementById("guide");
const clock = document.getElementById("run-clock");
const { run } = place.dataset;
const goOn = () => location.replace(run);

let guide = JSON.parse(document.getElementById("first-guide").textContent);

function show(fresh) {
  guide = fresh;
  if (nextStep(guide) === "next") return goOn();
  draw();
  if (guide.moves && isInHand()) scrollTo({ top: 0 }); // the text is above the hands
  if (nextStep(guide) === "over") place.querySelector(".guide__on")?.focus({ preventScroll: true });
}

function draw() {
  const isOver = nextStep(guide) === "over";
  place.classList.toggle("strayed", isOver);
  render(panel(isOver), place);
}

const panel = (isOver) => html`
  <header class="guide__head">
    <h2 class="guide__title" id="guide-title">${icon("circle")} ${isOver ? _("Wrong: your run is over") : _("Your task")}</h2>
    ${guide.steps > 1 && !isOver ? html`<span class="guide__step">${_("Round {step} of {steps}", guide)}</span>` : nothing}
  </header>
  <div class="guide__says" aria-live="polite"><p>${guide.says}</p>${choicesOf(guide.choices)}</div>
  ${isOver ? html`<p class="guide__ways row"><a class="button primary guide__on" href=${run}>${_("See your result")}</a></p>` : nothing}
`;

/** Show the seconds that are left, and leave when the time is up. */
function tick(end) {
  const left = end - performance.now();
  clock.textContent = leftText(left);
  clock.classList.toggle("short", left < 20_000);
  if (left <= 0) goOn();
  else setTimeout(tick, left % 1000 || 1000, end);
}

onGuide(show);
place.replaceChildren(); // remove the content for pages without scripts
draw();
if (clock) tick(performance.now() + Number(clock.dataset.left));
