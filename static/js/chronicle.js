// What happened, as it reads: the newest round first.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "./icons.js";
import { isGesture, GESTURES } from "./gestures.js";

export function chronicle(view) {
  const rounds = view.rounds.toReversed();
  return html`
    ${view.reveal ? roundOf(view.reveal, view, "gestures revealed") : nothing}
    ${rounds.length || view.reveal ? rounds.map((round) => roundOf(round, view)) : html`<p class="soft">The wizards bow to each other.</p>`}
  `;
}

export const roundOf = (round, view, note = "") => html`
  <section class="told">
    <h3>${titleOf(round)}${note ? html` <small class="soft">${note}</small>` : nothing}</h3>
    ${gesturesLine(round, view)}
    <ul role="list">
      ${round.events.map((event) => html`<li class=${event.type === "gestures" ? "visually-hidden" : `event event-${event.type}`}>${event.text}${why(event, view)}</li>`)}
    </ul>
  </section>
`;

/** The way to the rule behind an event. */
const why = ({ type, rule }, { book }) =>
  rule && type !== "gestures" && type !== "says"
    ? html` <a class="why" href="${RULES}${book}/#rule-${rule.id}" target="rules" title=${ruleName(rule)} aria-label="Why: ${ruleName(rule)}">why</a>`
    : nothing;

const RULES = document.body.dataset.rules;

const ruleName = ({ source }) => `the rule of ${source}`;

const KINDS = { haste: "the free round", time_stop: "stopped time" };

const titleOf = ({ number, kind }) => (KINDS[kind] ? `Round ${number}, ${KINDS[kind]}` : `Round ${number}`);

/** The round's gestures in a line of drawings; the history table tells them to screen readers. */
const gesturesLine = (round, view) => html`
  <p class="told__gestures" aria-hidden="true">
    ${view.wizards
      .filter(({ name }) => round.gestures[name])
      .map(({ name }) => html`<span>${name} ${pairs(round.gestures[name])}</span>`)}
  </p>
`;

const pairs = (made) => html`${pair(made)}${made.second ? html`<span>then</span>${pair(made.second)}` : nothing}`;

const pair = ({ left, right }) => html`<b>${sign(left)}${sign(right)}</b>`;

const sign = (gesture) => (isGesture(gesture) ? html`<span class="sign">${icon(GESTURES[gesture].icon)}${gesture === "-" ? "–" : gesture}</span>` : html`<span class="sign">?</span>`);

/** One string for the live region: what a screen reader should hear of the newest round. */
export const spokenRound = (round) => [`${titleOf(round)}.`, ...round.events.map(({ text }) => text)].join(" ");
