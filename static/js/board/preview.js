// A small view of a duel: both wizards, the last gestures of all hands, the last events. The server first renders the
// same (previews.py).

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { GESTURES, HANDS, isGesture, spoken, titled } from "../lib/gestures.js";
import { icon } from "../lib/icons.js";
import { factsOf } from "../lib/spell-facts.js";
import { _, numeral, signed } from "../lib/words.js";
import { departureBadge, hitPointsBefore, isStanding } from "./circle.js";
import { headlines } from "./headlines.js";

const ROUNDS = 4;
const LOW = 5;

/** Render `view` for a spectator; `house`: `strength` and `portrait` of its house wizards, by name. */
export const preview = (view, house) => html`
  <div class="preview__wizards">${view.wizards.map((wizard) => card(wizard, view, house[wizard.name]))}</div>
  ${hands(view)}
  <ul class="preview__lines" role="list">${headlines(view).map((line) => html`<li>${line}</li>`)}</ul>
`;

function card(wizard, view, known) {
  const { name, hp, max_hp: most } = wizard;
  const low = hp <= LOW ? "low" : "";
  return html`
    <article class="preview__wizard ${isStanding(wizard) ? "" : "out"}" aria-label=${name}>
      <header class="preview__head">
        ${known?.portrait ? html`<img class="portrait" src=${known.portrait} alt="" width="72" height="72">` : nothing}
        <h3 class="preview__name">${name}</h3>
        ${known ? html`<span class="badge" title=${known.about ?? nothing}>${known.mark}</span>` : nothing}
      </header>
      <p class="preview__points ${low}"><strong>${numeral(hp)}</strong> <span>${_("of {most}", { most })}<span class="visually-hidden"> ${_("hit points")}</span></span>${changeOf(wizard, view)}</p>
      <svg class="preview__bar ${low}" viewBox="0 0 ${most} 1" preserveAspectRatio="none" aria-hidden="true"><rect width=${Math.max(0, Math.min(hp, most))} height="1"></rect></svg>
      <ul class="preview__chips" role="list">${effects(wizard, view)} ${monsters(wizard, view)}</ul>
    </article>
  `;
}

/** Return how the wizard's hit points have changed since the round before. */
function changeOf({ name }, view) {
  const change = view.rounds.length ? view.rounds.at(-1).hp[name] - hitPointsBefore(view, name) : 0;
  if (!change) return nothing;
  return html` <b class="preview__change ${change > 0 ? "good" : ""}">${signed(change)}</b>`;
}

function effects({ name, alive, surrendered, effects: slugs, minds = [] }, view) {
  const bound = new Set(minds.map(({ effect }) => effect));
  const tone = (slug) => (bound.has(slug) ? "mind" : factsOf(slug).default === "opponent" ? "danger" : "good");
  const left = departureBadge(view, name);
  const fate = alive
    ? surrendered
      ? chip(left.drawing, left.words, "danger")
      : nothing
    : chip("death", _("Dead"), "danger");
  return [fate, ...Object.keys(slugs).map((slug) => chip(slug, titled(slug), tone(slug)))];
}

/** Render one chip per kind of monster, with its number. */
function monsters({ name }, view) {
  const kinds = view.monsters.filter(({ owner, alive }) => alive && owner === name).map(({ kind }) => kind);
  return [...new Set(kinds)].map((kind) => {
    const count = kinds.filter((one) => one === kind).length;
    return chip(kind, count > 1 ? `${count} × ${titled(kind)}` : titled(kind), "");
  });
}

const chip = (slug, words, tone) =>
  html`<li class="preview__chip ${tone}" title=${words}>${icon(slug)}<span>${words}</span></li>`;

const SIDES = { left: [_("L"), _("left hand")], right: [_("R"), _("right hand")] };

/** Both wizards' hands, with the round number between them. */
function hands({ wizards, rounds }) {
  const [one, other] = wizards.map(({ name }) => name);
  const shown = rounds.slice(-ROUNDS);
  const rows = [...Array(ROUNDS - shown.length).fill(null), ...shown];
  return html`
    <table class="preview__hands">
      <caption class="visually-hidden">${_("Last gestures")}</caption>
      <thead>
        <tr>${headings(one)}<th scope="col"><span class="visually-hidden">${_("Round")}</span></th>${headings(other)}</tr>
      </thead>
      <tbody>
        ${rows.map((round) => html`<tr>${signs(round, one)}${round ? html`<th scope="row">${round.number}</th>` : html`<td></td>`}${signs(round, other)}</tr>`)}
      </tbody>
    </table>
  `;
}

const headings = (name) =>
  HANDS.map((hand) => {
    const [short, long] = SIDES[hand];
    return html`<th scope="col"><span aria-hidden="true">${short}</span><span class="visually-hidden">${name}, ${long}</span></th>`;
  });

const signs = (round, name) =>
  HANDS.map((hand) => html`<td>${round?.gestures[name] ? sign(round.gestures[name], hand) : nothing}</td>`);

function sign(made, hand) {
  const gesture = made[hand];
  const isCast = made.cast?.includes(hand) || made.cast?.includes("both");
  return html`<span class="preview__sign ${isCast ? "cast" : ""}">${drawn(gesture, hand)}<span class="visually-hidden">${spoken(gesture)}</span></span>`;
}

const drawn = (gesture, hand) =>
  isGesture(gesture)
    ? html`${icon(GESTURES[gesture].icon, { mirrored: hand === "left" })}<b aria-hidden="true">${gesture === "-" ? "–" : gesture}</b>`
    : icon("fog");
