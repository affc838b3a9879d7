// Clocks as text and markup.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { clockOf, isAway, timeLeft } from "../lib/clock.js";
import { _, woven } from "../lib/words.js";

/**
 * Return "0:42 + 5:00", the round's time and the reserve, or only the reserve if it is running or is all that is left.
 */
export function clockFace({ own, reserve, runs }, hasReserve) {
  if (!hasReserve) return timeLeft(own);
  if (runs === "own")
    return html`${timeLeft(own)} <small class="clock__more">+ ${timeLeft(reserve)}<span class="visually-hidden"> ${_("reserve")}</span></small>`;
  return html`<small class="clock__word">${_("reserve")}</small> ${timeLeft(reserve)}`;
}

/** Render the parts of a wizard's time that differ between wizards: reserve and vacation. */
export function wizardClock(state, name, at) {
  return html`${ownClock(state, name, at)}${vacationText(state.vacations[name], at + state.skew, name === state.view.viewer)}`;
}

function ownClock(state, name, at) {
  const clock = name in state.reserves ? clockOf(state, name, at) : null;
  return clock
    ? html`<span class="wizard__clock ${clock.runs ? "runs" : ""}">${clockFace(clock, true)}</span>`
    : nothing;
}

/** Return "On vacation until 3 December", or when the vacation will start. */
function vacationText(vacation, now, isMine) {
  if (!vacation || vacation.until <= now) return nothing;
  const days = { from: day(vacation.began), until: day(vacation.until) };
  return html`<span class="wizard__away">${woven(vacationWords(isAway(vacation, now), isMine), days)}</span>`;
}

function vacationWords(hasBegun, isMine) {
  if (!hasBegun) return _("On vacation from {from} until {until}");
  return isMine ? _("On vacation until {until}. Playing ends the vacation.") : _("On vacation until {until}");
}

const day = (milliseconds) => {
  const moment = new Date(milliseconds);
  return html`<time datetime=${moment.toISOString()}>${moment.toLocaleDateString(document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang, { day: "numeric", month: "long" })}</time>`;
};
