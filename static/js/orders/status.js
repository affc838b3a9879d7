// The line that tells how the duel stands: round, whose turn, clock, connection.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { spokenRound } from "../board/chronicle.js";
import { clockFace } from "../board/clock-face.js";
import { clockOf, LITTLE, whoseClock } from "../lib/clock.js";
import { fresh } from "../lib/fresh.js";
import { listed } from "../lib/gestures.js";
import { _, ngettext } from "../lib/words.js";
import { closedText } from "./closing.js";
import { asShown, currentRound, isMyTurn } from "./duel-state.js";

/** "Waiting for White", "Your turn"; what the duel waits for in the eyes of this viewer. */
export function turnText(state) {
  const { view, request } = state;
  if (view.result) return _("The duel is over");
  if (isMyTurn(state)) return request.type === "answers" ? _("Answer a question") : _("Your turn");
  return waitsText(state);
}

/** "Free round: Froodal alone", and whom it waits for where that is somebody else. */
export function waitsText(state) {
  const free = freeRoundText(state);
  if (free && state.waiting.length === state.acting.length) return free;
  return [free, awaitedText(state)].filter(Boolean).join(". ");
}

/** More names than these are counted: the cards have them. */
const NAMED = 2;

/** Whom the duel waits for. Of a stopped time that is not theirs people know no more than that they see nothing. */
function awaitedText({ acting, waiting, pending }) {
  if (waiting.length > NAMED)
    return _("Waiting for {some} of {all} players", { some: waiting.length, all: acting.length });
  if (waiting.length) return _("Waiting for {names}", { names: listed(waiting) });
  if (pending) return _("Sealing…"); // the last orders are on their way, or wait for the connection
  return acting.length ? _("Resolving the round…") : _("Something is happening out of sight");
}

/** "Free round: Froodal alone"; null in any other round. */
function freeRoundText({ view, acting }) {
  if (view.kind !== "haste" || !acting.length) return null;
  return ngettext("Free round: only {names}", "Free round: {names}", acting.length, { names: listed(acting) });
}

/** What a screen reader is told when a round begins, "Round 8 begins. Free round: Froodal alone." */
export function roundBegins(state) {
  const { view, request } = state;
  const kind = request?.kind === "time_stop" ? _("Time has stopped for you") : freeRoundText(state);
  const begins = _("Round {number} begins.", { number: currentRound(state) });
  return [begins, kind && `${kind}.`, view.viewer && !request && _("Waiting.")].filter(Boolean).join(" ");
}

/** What a screen reader is told of what has come since `before`; "" for nothing. */
export function newsText(before, state) {
  const closed = before.sealed_by_time === state.sealed_by_time ? "" : closedText(state);
  return [closed, progressText(before, state)].filter(Boolean).join(" ");
}

/** "White has sealed." of the others who have, when a frame says that the duel waits for fewer; "" for nobody. */
export function sealedText(before, { view, waiting }) {
  const sealed = before.waiting.filter((name) => name !== view.viewer && !waiting.includes(name));
  return sealed.length
    ? ngettext("{names} has sealed.", "{names} have sealed.", sealed.length, { names: listed(sealed) })
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

/** How the duel stands at the local time `at`, as far as it has been `shown`. */
export function statusBar(duel, { shown, link, at }) {
  const state = asShown(duel, shown);
  const { view } = state;
  const round = view.result
    ? _("After round {number}", { number: view.number })
    : _("Round {number}", { number: currentRound(state) });
  const turn = fresh("turn", turnText(state));
  return html`
    <div class="status ${isMyTurn(state) ? "mine" : ""}">
      <span class="status__round">${fresh("round", round)}</span>
      <strong class="status__turn">${isMyTurn(state) ? html`<a href="#orders-title">${turn}</a>` : turn}</strong>
      ${clock(state, at)} ${linkText(link)}
    </div>
  `;
}

function clock(state, at) {
  const name = state.deadline === null ? null : whoseClock(state, at);
  const clock = clockOf(state, name, at);
  if (!clock) return nothing;
  const isUrgent = clock.runs && clock.own + clock.reserve < LITTLE;
  return html`<span class="status__clock ${isUrgent ? "urgent" : ""}" role="timer" aria-label=${_("Time left")}>${clockFace(clock, name in state.reserves)}</span>`;
}

const LINKS = { lost: () => _("Connection lost, trying again…"), closed: () => _("Disconnected. Reload the page.") };

const linkText = (link) => html`<span class="status__link" role="status">${LINKS[link]?.() ?? nothing}</span>`;
