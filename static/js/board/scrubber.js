// The controls of a replay: to any round, at any pace, with a chart of hit points and key rounds.

import { html, nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { icon } from "../lib/icons.js";
import { _ } from "../lib/words.js";
import { PACES } from "./playback.js";

/**
 * `at`: the current step; `act`: actions of the page, `{go, scrub, play, pace}`; `curve`: shown above the bar instead
 * of hit points.
 */
export const scrubber = ({ steps, at, last, points, isPlaying, pace, curve = null }, act) => html`
  <div class="steps" role="group" aria-label=${_("Rounds")}>
    <div class="steps__buttons">
      ${step(_("First"), "first", 0, { steps, at, act })} ${step(_("Back"), "step-back", at - 1, { steps, at, act })}
      <button class="button steps__play" type="button" aria-pressed=${isPlaying ? "true" : "false"} aria-label=${isPlaying ? _("Pause") : _("Play")} @click=${act.play}>${icon(isPlaying ? "pause" : "play")}</button>
      ${step(_("Next"), "step-on", at + 1, { steps, at, act })} ${step(_("Last"), "last", steps.length - 1, { steps, at, act })}
      <output class="steps__name">${roundName(steps[at].number, last)}</output>
      <label class="steps__pace">
        <span class="visually-hidden">${_("Speed")}</span>
        <select class="input" @change=${(event) => act.pace(event.target.value)}>
          ${Object.keys(PACES).map((name) => html`<option value=${name} ?selected=${name === pace}>${PACE_NAMES[name]}</option>`)}
        </select>
      </label>
    </div>
    <div class="steps__at">
      ${curve ?? chart(steps, points, at)}
      <input type="range" aria-label=${_("Round")} min="0" max=${steps.length - 1} .value=${String(at)} aria-valuetext=${roundName(steps[at].number, last)} @input=${(event) => act.scrub(Number(event.target.value))}>
    </div>
    ${legend(steps[0].wizards, curve ? _("Chance of winning:") : _("Hit points:"))}
  </div>
`;

const PACE_NAMES = { slow: _("slow"), usual: _("normal"), quick: _("fast") };

const roundName = (number, last) => (number ? _("Round {number} of {last}", { number, last }) : _("Opening position"));

const step = (name, drawing, to, { steps, at, act }) => html`
  <button class="button" type="button" aria-label=${name} aria-disabled=${to < 0 || to >= steps.length || to === at ? "true" : "false"} @click=${() => act.go(to)}>${icon(drawing)}</button>
`;

/**
 * Buttons from event to event of a round: `count` of `all` are shown. `go(by)` moves on or back, also across rounds.
 */
export const eventSteps = ({ count, all, isFirst, isLast }, go) => html`
  <div class="event-steps" role="group" aria-label=${_("Events")}>
    <button class="button" type="button" aria-label=${_("Previous event")} title=${_("Previous event (,)")} aria-disabled=${isFirst} @click=${() => go(-1)}>${icon("back")}</button>
    <span>${all ? _("Event {count} of {all}", { count, all }) : nothing}</span>
    <button class="button" type="button" aria-label=${_("Next event")} title=${_("Next event (.)")} aria-disabled=${isLast} @click=${() => go(1)}>${icon("back", { mirrored: true })}</button>
  </div>
`;

/** Render hit points of all wizards over the steps, a line each with its own dashes; the cards show the numbers. */
function chart(steps, points, at) {
  if (steps.length < 3) return nothing;
  const wide = steps.length - 1;
  const most = Math.max(...steps.flatMap(({ wizards }) => wizards.map(({ hp }) => hp)), 1);
  const lines = steps[0].wizards.map((_wizard, seat) =>
    steps.map(({ wizards }, x) => `${x},${most - Math.max(0, wizards[seat].hp)}`).join(" "),
  );
  return html`
    <svg class="chart" viewBox="0 0 ${wide} ${most}" preserveAspectRatio="none" aria-hidden="true">
      ${points.map(({ number }) =>
        mark(
          steps.findIndex((step) => step.number === number),
          most,
        ),
      )}
      ${lines.map((line, seat) => svg`<polyline class="chart__line" data-seat=${seat % 8} points=${line}></polyline>`)}
      <line class="chart__now" x1=${at} x2=${at} y1="0" y2=${most}></line>
    </svg>
  `;
}

const mark = (x, most) => svg`<line class="chart__turn" x1=${x} x2=${x} y1="0" y2=${most}></line>`;

const legend = (wizards, title) => html`
  <ul class="steps__legend" role="list" aria-hidden="true">
    <li class="steps__what">${title}</li>
    ${wizards.map(({ name }, seat) => html`<li><svg viewBox="0 0 24 2"><line class="chart__line" data-seat=${seat % 8} x1="0" x2="24" y1="1" y2="1"></line></svg>${name}</li>`)}
  </ul>
`;

/** The key rounds as a list of buttons, with a mark at the turning point. */
export const keyRoundList = (points, current, go) => html`
  <section class="key-rounds card" aria-labelledby="key-rounds-title">
    <h2 id="key-rounds-title" class="panel-title">${_("Key rounds")}</h2>
    ${points.length ? html`<ol role="list">${points.map((point) => keyRound(point, current, go))}</ol>` : html`<p class="soft small">${_("No round changed much.")}</p>`}
  </section>
`;

const keyRound = ({ number, text, isTurn = false }, current, go) => html`
  <li><button class="key-rounds__one" type="button" aria-current=${number === current ? "true" : nothing} @click=${() => go(number)}><strong>${number}</strong> <span>${isTurn ? html`<span class="badge">${_("turning point")}</span> ` : nothing}${text}</span></button></li>
`;
