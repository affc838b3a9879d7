// The line that tells how the duel stands: round, whose turn, clock, connection; and the result at the end.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { timeLeft } from "./clock.js";
import { listed } from "./gestures.js";
import { currentRound, hasSealed, remaining } from "./state.js";

/** "Waiting for White", "Your orders, please"; what the duel waits for in the eyes of this viewer. */
export function turnText(state) {
  const { view, request, waiting } = state;
  if (view.result) return "The duel is over";
  if (isMyTurn(state)) return request.type === "answers" ? "You are asked a question" : "Your orders, please";
  return [freeRoundText(state), awaitedText(state)].filter(Boolean).join(". ");
}

/** Whom the duel waits for. Of a stopped time that is not theirs people know no more than that it waits. */
export function awaitedText({ acting, waiting }) {
  if (waiting.length) return `Waiting for ${listed(waiting)}`;
  return acting.length ? "The round is being resolved" : "Orders are awaited";
}

/** "Free round: Froodal alone"; null in any other round. */
export function freeRoundText({ view, acting }) {
  if (view.kind !== "haste" || !acting.length) return null;
  return `Free round: ${listed(acting)}${acting.length > 1 ? "" : " alone"}`;
}

/** What a screen reader is told when a round begins, "Round 8 begins. Free round: Froodal alone." */
export function roundBegins(state) {
  const { view, request } = state;
  const kind = request?.kind === "time_stop" ? "Time stands still for you" : freeRoundText(state);
  return [`Round ${currentRound(state)} begins.`, kind && `${kind}.`, view.viewer && !request && "You wait."].filter(Boolean).join(" ");
}

/** Whether this wizard leaves the duel at the end of the round: who gives up cannot take it back. */
export const hasGivenUp = ({ entered }) => Boolean(entered?.forfeit);

export const isMyTurn = (state) => !state.view.result && state.request !== null && !hasSealed(state);

export function statusBar(state, link, at) {
  const { view } = state;
  return html`
    <div class="status ${isMyTurn(state) ? "mine" : ""}">
      <span class="status__round">${view.result ? html`After round ${view.number}` : html`Round ${currentRound(state)}`}</span>
      <strong class="status__turn">${isMyTurn(state) ? html`<a href="#orders-title">${turnText(state)}</a>` : turnText(state)}</strong>
      ${clock(state, at)} ${linkText(link)}
    </div>
  `;
}

function clock(state, at) {
  const left = state.view.result ? null : remaining(state, at);
  if (left === null) return nothing;
  return html`<span class="status__clock ${left < 15_000 ? "urgent" : ""}" role="timer" aria-label="Time left">${timeLeft(left)}</span>`;
}

const LINKS = { lost: "Connection lost, trying again…", closed: "Disconnected: reload the page" };

const linkText = (link) => html`<span class="status__link" role="status">${LINKS[link] ?? nothing}</span>`;

/** "Black has won: White surrendered." */
export function resultText({ outcome, winners, surrendered, killed }) {
  const ends = [
    ...(killed.length ? [`${listed(killed)} died`] : []),
    ...(surrendered.length ? [`${listed(surrendered)} surrendered`] : []),
  ];
  const won = outcome === "victory" && winners.length ? `${listed(winners)} ${winners.length > 1 ? "have" : "has"} won` : "The duel is a draw";
  return ends.length ? `${won}: ${ends.join(", ")}.` : `${won}.`;
}

/** The next duel: practice begins at once, by the form that the page has for it; somebody else is challenged. */
function onwards({ practise, rival, again, lobby }) {
  if (practise) return html`<button class="button" type="submit" form=${practise}>Duel again</button>`;
  if (rival) return html`<a class="button" href=${again}>Challenge ${rival} again</a>`;
  return html`<a class="button" href=${lobby}>To the lobby</a>`;
}

const overtime = ({ surrendered }, missed) => surrendered.filter((name) => missed[name] > 2);

export function resultBanner({ view, scores, missed }, links) {
  return html`
    <section class="result card" aria-labelledby="result-title">
      <h2 id="result-title">${resultText(view.result)}</h2>
      ${overtime(view.result, missed).map((name) => html`<p>${name} was out of time three rounds in a row.</p>`)}
      ${scores ? html`<p>${Object.entries(scores).map(([name, score]) => html`<span class="badge">${name}: score ${score}</span> `)}</p>` : nothing}
      <p class="row">
        <a class="button primary" href=${links.replay}>Replay the duel</a>
        ${onwards(links)}
      </p>
    </section>
  `;
}
