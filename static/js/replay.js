// The replay: all steps of the duel are in the page; each has its own address.

import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { roundOf, spokenRound } from "./chronicle.js";
import { isMelee } from "./circle.js";
import { historyTable } from "./history.js";
import { placeList, shortResult } from "./result.js";
import { wizardCards } from "./wizards.js";

const root = document.getElementById("replay");
const live = document.getElementById("live");
const title = document.title;
const { steps, last } = JSON.parse(document.getElementById("course").textContent);
const rounds = steps.flatMap((step) => step.rounds);

// Steps are counted apart from rounds: of a stopped time not everybody has seen the round.
let at = stepOf(Number(root.dataset.number));

const numberOf = (step) => steps[step].number;
const addressOf = (number) => `${root.dataset.home}${number}/${location.search}`;

/** The step of round `number`, or the last one before it. */
function stepOf(number) {
  return steps.findLastIndex((step) => step.number <= number);
}

/** Shows the duel as it stood after step `to`; `push` gives the step its entry in the browser's history. */
function go(to, { push = true } = {}) {
  if (to < 0 || to >= steps.length || to === at) return;
  at = to;
  if (push) history.pushState(null, "", addressOf(numberOf(at)));
  draw();
  live.textContent = at ? spokenRound(rounds[at - 1]) : "Before the first round.";
}

function draw() {
  document.title = at ? `Round ${numberOf(at)}, ${title}` : title;
  render(page(), root);
  pointEyesHere();
  keepInSight();
}

function page() {
  const view = { ...steps[at], rounds };
  return html`
    ${controls()}
    <div class="replay__circle">
      <div class="replay__main">
        ${view.result ? ending(view) : nothing} ${wizardCards(view)}
        <section class="card" aria-labelledby="history-title">
          <h2 id="history-title" class="panel-title">Gestures</h2>
          ${historyTable({ ...view, rounds: rounds.slice(0, at) }, { current: numberOf(at) })}
        </section>
      </div>
      <section class="card replay__round" aria-label="What happened">
        ${at ? roundOf(rounds[at - 1], view) : html`<h3>The beginning</h3><p>The wizards bow to each other.</p>`}
      </section>
    </div>
  `;
}

const ending = (view) => html`
  <div class="notice good"><strong>${shortResult(view)}</strong>${isMelee(view) ? placeList(view) : nothing}</div>
`;

const controls = () => html`
  <div class="steps" role="group" aria-label="Rounds">
    ${step("First", "«", 0)} ${step("Back", "‹", at - 1)}
    <label class="steps__at">
      <span class="visually-hidden">Round</span>
      <input type="range" min="0" max=${steps.length - 1} .value=${String(at)} aria-valuetext=${roundName()} @input=${(event) => go(Number(event.target.value))}>
      <output>${roundName()}</output>
    </label>
    ${step("Next", "›", at + 1)} ${step("Last", "»", steps.length - 1)}
  </div>
`;

const roundName = () => (at ? `Round ${numberOf(at)} of ${last}` : "The beginning");

const step = (name, sign, to) => html`
  <button class="button" type="button" aria-label=${name} aria-disabled=${to < 0 || to >= steps.length || to === at ? "true" : "false"} @click=${() => go(to)}>
    <span aria-hidden="true">${sign}</span>
  </button>
`;

/** The links to other eyes lead to the round that is shown. */
function pointEyesHere() {
  for (const link of document.querySelectorAll("[data-eyes]")) {
    link.href = `${root.dataset.home}${numberOf(at)}/?eyes=${encodeURIComponent(link.dataset.eyes)}`;
  }
}

function keepInSight() {
  const table = root.querySelector(".history");
  if (table) table.scrollLeft = table.scrollWidth;
}

const KEYS = { ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), Home: () => go(0), End: () => go(steps.length - 1) };

addEventListener("keydown", (event) => {
  const isTaken = event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select, textarea, .history");
  if (isTaken || !KEYS[event.key]) return;
  event.preventDefault();
  KEYS[event.key]();
});

addEventListener("popstate", () => {
  const number = location.pathname.slice(root.dataset.home.length).replace("/", "");
  go(stepOf(Number(number || 0)), { push: false });
});

draw();
