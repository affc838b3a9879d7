// The story of a duel, newest round first, each event linked to its rule. Each round is a node of its own, so that
// unfolded parts stay open when the next round comes.

import { html, nothing, render } from "../../vendor/lit-html/lit-html.js";
import { GESTURES, isGesture } from "../lib/gestures.js";
import { icon } from "../lib/icons.js";
import { _ } from "../lib/words.js";
import { hasReason, iconOf, kindOf } from "./event-icons.js";
import { comesAfter, groupsOf } from "./playback.js";
import { ruleBody } from "./rule-text.js";

/** The number of latest rounds that are open by default. */
const OPEN = 3;

const nodes = new Map();

/**
 * Render the story of a duel. `playing`: the step of the latest round that is playing; later steps are still hidden.
 */
export function chronicle(view, { playing = null } = {}) {
  const rounds = [...view.rounds, ...(view.reveal ? [view.reveal] : [])].toReversed();
  if (!rounds.length) return html`<p class="soft">${_("The wizards bow to each other.")}</p>`;
  if (nodes.size && !nodes.has(rounds[0].number) && rounds[OPEN]) fold(rounds[OPEN].number);
  return rounds.map((round, at) =>
    nodeOf(round, view, { isNewest: at === 0, isOpen: at < OPEN, playing: at ? null : playing }),
  );
}

function fold(number) {
  const node = nodes.get(number);
  if (node) node.querySelector("details.told").open = false;
}

/** Render the node of a round again if something in it has changed. */
function nodeOf(round, view, { isNewest, isOpen, playing }) {
  const node = nodes.get(round.number) ?? document.createElement("div");
  const drawn = [round, view.reveal === round, isNewest, playing];
  if (!nodes.has(round.number) || drawn.some((value, at) => value !== node.drawn[at])) {
    render(toldRound(round, view, { isNewest, playing }), node);
    if (!nodes.has(round.number)) node.firstElementChild.open = isOpen;
    nodes.set(round.number, Object.assign(node, { drawn }));
  }
  return node;
}

const toldRound = (round, view, { isNewest, playing }) => html`
  <details class="told" id="told-${round.number}">
    <summary class="told__head">
      <h3>${titleOf(round)}</h3>
      ${view.reveal === round ? html`<small class="soft">${_("gestures revealed")}</small>` : nothing}
      ${gesturesLine(round, view)}
    </summary>
    ${story(round, view, { playing, stops: isNewest ? 1 : 0 })}
  </details>
`;

const GROUPS = { gestures: _("Gestures"), spells: _("Spells"), attacks: _("Attacks"), ends: _("Result") };

/**
 * Render the events of a round, grouped by step. `stops`: the number of events that are tab stops; arrow keys reach the
 * others. `happened`: the events that have happened so far, the current one last; null: all.
 */
export function story(round, { book }, { playing = null, stops = Infinity, happened = null } = {}) {
  const first = round.events.filter(hasReason).slice(0, stops);
  return html`
    <div class="story">
      ${groupsOf(round).map(
        ({ name, events }) => html`
          <section class="story__part ${events.every(isShown) ? "visually-hidden" : ""}" data-step=${playing && comesAfter(name, playing) ? "coming" : playing === name ? "now" : "told"}>
            <h4 class="story__title">${GROUPS[name]}</h4>
            <ul role="list">${events.map((event) => toldEvent(event, book, { isStop: first.includes(event), when: whenOf(event, happened) }))}</ul>
          </section>
        `,
      )}
    </div>
  `;
}

/** Gestures appear in the head of the round, as drawings. */
const isShown = ({ type }) => type === "gestures";

/** Return whether an event is still to come, is happening now, or is past. */
function whenOf(event, happened) {
  if (!happened) return "told";
  return happened.at(-1) === event ? "now" : happened.includes(event) ? "told" : "coming";
}

const toldEvent = (event, book, { isStop, when }) => html`
  <li class=${isShown(event) ? "visually-hidden" : `event event-${event.type}`} data-kind=${kindOf(event)} data-step=${when}>
    ${isShown(event) ? nothing : icon(iconOf(event))}
    ${hasReason(event) ? withRule(event, book, isStop) : html`<span class="event__text">${event.text}</span>`}
  </li>
`;

/** A sentence that unfolds its rule. */
const withRule = ({ text, rule }, book, isStop) => html`
  <details class="event__text" @toggle=${(event) => unfolded(event, rule, book)}>
    <summary tabindex=${isStop ? 0 : -1}>${text} <span class="why">${_("why")}</span></summary>
    <div class="event__rule"></div>
  </details>
`;

function unfolded({ currentTarget: details }, rule, book) {
  if (!details.open) return;
  const place = details.lastElementChild;
  ruleBody(rule, book, (body) => {
    render(body, place);
    place.scrollIntoView({ block: "nearest" });
  });
}

/** Move the focus up or down to the next event that has a rule. */
export function nextReason(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const reasons = [...event.currentTarget.querySelectorAll("details[open] .event summary")];
  const at = reasons.indexOf(event.target);
  if (!step || at < 0) return;
  event.preventDefault();
  reasons[at + step]?.focus();
}

/** Open the story of a round and scroll it into view, without scrolling the page. */
export function showStory(number) {
  const told = document.getElementById(`told-${number}`);
  if (!told) return;
  told.open = true;
  const scroller = told.closest(".chronicle__rounds");
  scroller.scrollTop += told.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  told.querySelector("summary").focus({ preventScroll: true });
}

/** "Round 7, stopped time" */
export function titleOf({ number, kind }) {
  if (kind === "haste") return _("Round {number}, extra round", { number });
  if (kind === "time_stop") return _("Round {number}, stopped time", { number });
  return _("Round {number}", { number });
}

/** The round's gestures as a line of drawings; screen readers read the history table instead. */
export const gesturesLine = (round, view) => html`
  <span class="told__gestures" aria-hidden="true">
    ${view.wizards
      .filter(({ name }) => round.gestures[name])
      .map(({ name }) => html`<span>${name} ${pairs(round.gestures[name])}</span>`)}
  </span>
`;

const pairs = (made) =>
  html`${pair(made)}${made.second ? html`<span>${_("then")}</span>${pair(made.second)}` : nothing}`;

const pair = ({ left, right }) => html`<b>${sign(left, true)}${sign(right, false)}</b>`;

const sign = (gesture, mirrored) =>
  isGesture(gesture)
    ? html`<span class="sign">${icon(GESTURES[gesture].icon, { mirrored })}${gesture === "-" ? "–" : gesture}</span>`
    : html`<span class="sign">?</span>`;

/** Return the newest round as one string for the live region. */
export const spokenRound = (round) =>
  [`${titleOf(round)}.`, ...groupsOf(round).flatMap(({ events }) => events.map(({ text }) => text))].join(" ");
