// What happened, as it reads: the newest round first.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "./icons.js";
import { isGesture, GESTURES } from "./gestures.js";

export function chronicle(view) {
  const rounds = view.rounds.toReversed();
  return html`
    ${view.reveal ? roundOf(view.reveal, view, { note: "gestures revealed", stops: 1 }) : nothing}
    ${rounds.length || view.reveal ? rounds.map((round, at) => roundOf(round, view, { stops: at || view.reveal ? 0 : 1 })) : html`<p class="soft">The wizards bow to each other.</p>`}
  `;
}

/** One round. `stops`: so many of its ways to rules are stops of Tab; arrows lead on from there. */
export const roundOf = (round, view, { note = "", stops = Infinity } = {}) => html`
  <section class="told">
    <h3>${titleOf(round)}${note ? html` <small class="soft">${note}</small>` : nothing}</h3>
    ${gesturesLine(round, view)}
    <ul role="list">
      ${round.events.map((event) => html`<li class=${event.type === "gestures" ? "visually-hidden" : `event event-${event.type}`}>${event.text}${why(event, view, told(round).indexOf(event) < stops)}</li>`)}
    </ul>
  </section>
`;

/** The events of a round that lead to their rules. */
const told = (round) => round.events.filter(hasReason);

const hasReason = ({ type, rule }) => Boolean(rule) && type !== "gestures" && type !== "says";

const RULES = document.body.dataset.rules;

/** The way to the rule behind an event. */
function why(event, { book }, isStop) {
  if (!hasReason(event)) return nothing;
  const { id, source } = event.rule;
  return html` <a class="why" href="${RULES}${book}/#rule-${id}" target="rules" tabindex=${isStop ? 0 : -1} title=${source} aria-label="Why? ${source}">why</a>`;
}

/** From one way to a rule to the next, up or down. */
export function nextReason(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const reasons = [...event.currentTarget.querySelectorAll(".why")];
  const at = reasons.indexOf(event.target);
  if (!step || at < 0) return;
  event.preventDefault();
  reasons[at + step]?.focus();
}

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
