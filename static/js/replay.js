// The replay: all steps of the duel are in the page; each has its own address.

import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { roundOf, spokenRound } from "./chronicle.js";
import { historyTable } from "./history.js";
import { resultText } from "./status.js";
import { wizardCards } from "./wizards.js";

const root = document.getElementById("replay");
const live = document.getElementById("live");
const title = document.title;
const { steps, last } = JSON.parse(document.getElementById("course").textContent);
const rounds = steps.flatMap((step) => step.rounds);

let number = Number(root.dataset.number);

const addressOf = (at) => `${root.dataset.home}${at}/${location.search}`;

/** Shows the duel as it stood after round `to`; `push` gives the step its entry in the browser's history. */
function go(to, { push = true } = {}) {
  if (to < 0 || to > last || to === number) return;
  number = to;
  if (push) history.pushState(null, "", addressOf(number));
  draw();
  live.textContent = number ? spokenRound(rounds[number - 1]) : "Before the first round.";
}

function draw() {
  document.title = number ? `Round ${number}, ${title}` : title;
  render(page(), root);
  pointEyesHere();
  keepInSight();
}

function page() {
  const view = { ...steps[number], rounds };
  return html`
    ${controls()}
    <div class="replay__circle">
      <div class="replay__main">
        ${view.result ? html`<p class="notice good"><strong>${resultText(view.result)}</strong></p>` : nothing} ${wizardCards(view)}
        <section class="card" aria-labelledby="history-title">
          <h2 id="history-title" class="panel-title">Gestures</h2>
          ${historyTable({ ...view, rounds: rounds.slice(0, number) }, { current: number })}
        </section>
      </div>
      <section class="card replay__round" aria-label="What happened">
        ${number ? roundOf(rounds[number - 1], view) : html`<h3>The beginning</h3><p>The wizards bow to each other.</p>`}
      </section>
    </div>
  `;
}

const controls = () => html`
  <div class="steps" role="group" aria-label="Rounds">
    ${step("First", "«", 0)} ${step("Back", "‹", number - 1)}
    <label class="steps__at">
      <span class="visually-hidden">Round</span>
      <input type="range" min="0" max=${last} .value=${String(number)} aria-valuetext=${roundName()} @input=${(event) => go(Number(event.target.value))}>
      <output>${roundName()}</output>
    </label>
    ${step("Next", "›", number + 1)} ${step("Last", "»", last)}
  </div>
`;

const roundName = () => (number ? `Round ${number} of ${last}` : "The beginning");

const step = (name, sign, to) => html`
  <button class="button" type="button" aria-label=${name} aria-disabled=${to < 0 || to > last || to === number ? "true" : "false"} @click=${() => go(to)}>
    <span aria-hidden="true">${sign}</span>
  </button>
`;

/** The links to other eyes lead to the round that is shown. */
function pointEyesHere() {
  for (const link of document.querySelectorAll("[data-eyes]")) {
    link.href = `${root.dataset.home}${number}/?eyes=${encodeURIComponent(link.dataset.eyes)}`;
  }
}

function keepInSight() {
  const table = root.querySelector(".history");
  if (table) table.scrollLeft = table.scrollWidth;
}

const KEYS = { ArrowLeft: () => go(number - 1), ArrowRight: () => go(number + 1), Home: () => go(0), End: () => go(last) };

addEventListener("keydown", (event) => {
  const isTaken = event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select, textarea, .history");
  if (isTaken || !KEYS[event.key]) return;
  event.preventDefault();
  KEYS[event.key]();
});

addEventListener("popstate", () => {
  const at = location.pathname.slice(root.dataset.home.length).replace("/", "");
  go(Number(at || 0), { push: false });
});

draw();
