// The status line of the duel: round, turn, clock, connection.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { spokenRound } from "../board/chronicle.js";
import { isStanding } from "../board/circle.js";
import { clockFace } from "../board/clock-face.js";
import { clockOf, HOUR, LITTLE, whoseClock } from "../lib/clock.js";
import { fresh } from "../lib/fresh.js";
import { listed } from "../lib/gestures.js";
import { _, ngettext } from "../lib/words.js";
import { closedNews } from "./closing.js";
import { asShown, currentRound, hasSealed, isMyTurn } from "./duel-state.js";
import { sendingOf } from "./sending.js";

/** Return "Waiting for White" or "Your turn", from this viewer's point of view. */
export function turnText(state) {
  const { view, request, pending, entered } = state;
  if (view.result) return _("The duel is over");
  if (pending && entered) return _("Sealing…");
  if (isMyTurn(state)) return request.type === "answers" ? _("Answer a question") : _("Your turn");
  return outText(view) || waitsText(state);
}

/** Return that the viewer is out of the duel, and the others play on; "" for others. */
export function outText({ viewer, wizards }) {
  const own = wizards.find(({ name }) => name === viewer);
  if (!own || isStanding(own)) return "";
  return own.alive ? _("You’re out. The others play on") : _("You’re dead. The others play on");
}

/** Return "Extra round: only Froodal can act", with the wizards it waits for if they differ. */
export function waitsText(state) {
  const free = extraRoundText(state);
  if (free && state.waiting.length === state.acting.length) return free;
  return [free, awaitedText(state)].filter(Boolean).join(". ");
}

/** The number of names to show; above it they are only counted, and the cards have the names. */
const NAMED = 2;

/**
 * Return the wizards that the duel waits for. In someone else's stopped time players only know that they see nothing.
 */
function awaitedText({ acting, waiting }) {
  if (waiting.length > NAMED)
    return _("Waiting for {some} of {all} players", { some: waiting.length, all: acting.length });
  if (waiting.length) return _("Waiting for {names}", { names: listed(waiting) });
  return acting.length ? _("Resolving the round…") : _("Something is happening out of sight");
}

/** Return "Extra round: only Froodal can act"; null in any other round. */
function extraRoundText({ view, acting }) {
  if (view.kind !== "haste" || !acting.length) return null;
  return ngettext("Extra round: only {names} can act", "Extra round: only {names} can act", acting.length, {
    names: listed(acting),
  });
}

/** Return the text of the coming round in the history: whether the viewer's orders are open, being sent or sealed. */
export function comingText({ duel, link }) {
  const { request, entered, pending } = duel;
  const { unsent } = sendingOf({ duel, link });
  if (unsent) return unsent;
  if (pending && entered) return _("Sealing your orders…");
  if (hasSealed(duel)) return _("Your orders are sealed.");
  if (request?.type === "answers") return _("Answer a question.");
  return request ? _("Nobody sees your gestures before everyone is ready.") : "";
}

/** Return the announcement of a new round: "Round 8 begins. Extra round: only Froodal can act." */
export function roundBegins(state) {
  const { view, request } = state;
  const kind = request?.kind === "time_stop" ? _("Time has stopped: only you can act") : extraRoundText(state);
  const begins = _("Round {number} begins.", { number: currentRound(state) });
  return [begins, kind && `${kind}.`, view.viewer && !request && _("Waiting.")].filter(Boolean).join(" ");
}

/** Return the announcement of everything new since `before`; "" for nothing. */
export function newsText(before, state) {
  return [closedNews(before, state), progressText(before, state)].filter(Boolean).join(" ");
}

/** Return "White is ready." for other wizards who are no longer waited for; "" for none. */
export function sealedText(before, { view, waiting }) {
  const sealed = before.waiting.filter((name) => name !== view.viewer && !waiting.includes(name));
  return sealed.length
    ? ngettext("{names} is ready.", "{names} are ready.", sealed.length, { names: listed(sealed) })
    : "";
}

function progressText(before, state) {
  const { view } = state;
  if (view.number > before.view.number) {
    const told = view.rounds.filter(({ number }) => number > before.view.number).map(spokenRound);
    return [...told, view.result ? _("The duel is over.") : roundBegins(state)].join(" ");
  }
  if (!view.reveal || before.view.reveal) return "";
  const asks = state.request ? _("Answer a question.") : `${awaitedText(state)}.`;
  return [_("Gestures revealed."), spokenRound(view.reveal), asks].join(" ");
}

/** Render the status of the duel at the local time `at`, at the point of the playback that is `shown`. */
export function statusBar(duel, { shown, link, at }) {
  const state = asShown(duel, shown);
  const { view } = state;
  const round = view.result
    ? _("After round {number}", { number: view.number })
    : _("Round {number}", { number: currentRound(state) });
  const turn = fresh("turn", turnText(state));
  if (view.result) return finished(round, turn, link);
  return html`
    <div class="status ${isMyTurn(state) ? "mine" : ""} ${state.pace === null ? "" : "timed"}">
      <span class="status__round ${currentRound(state) > 99 ? "long" : ""}">${fresh("round", round)}</span>
      <strong class="status__turn">${isMyTurn(state) ? html`<a href="#orders-title">${turn}</a>` : turn}</strong>
      ${clock(state, at)} ${linkText(link)}
    </div>
  `;
}

/** Render the status of a finished duel, as new elements: without a clock the texts are elsewhere. */
const finished = (round, turn, link) => html`
  <div class="status finished"><span class="status__round">${round}</span><strong class="status__turn">${turn}</strong> ${linkText(link)}</div>
`;

function clock(state, at) {
  const name = state.deadline === null ? null : whoseClock(state, at);
  const clock = clockOf(state, name, at);
  if (!clock) return nothing;
  const isUrgent = clock.runs && clock.own + clock.reserve < LITTLE;
  const isLong = Math.max(clock.own, clock.reserve) >= 1000 * HOUR; // in words, not as 1:05
  return html`<span class="status__clock ${isUrgent ? "urgent" : ""} ${isLong ? "long" : ""}" role="timer" aria-label=${_("Time left")}>${clockFace(clock, name in state.reserves)}</span>`;
}

const LINKS = { lost: () => _("Connection lost, trying again…"), closed: () => _("Disconnected. Reload the page.") };

const linkText = (link) => html`<span class="status__link" role="status">${LINKS[link]?.() ?? nothing}</span>`;
