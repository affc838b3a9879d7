// How a duel has ended: in a sentence, and who came in which place.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { isMelee, isMourned, places } from "./circle.js";
import { listed } from "./gestures.js";
import { mageLink } from "./wizards.js";

const wonText = ({ outcome, winners }) =>
  outcome === "victory" && winners.length ? `${listed(winners)} ${winners.length > 1 ? "have" : "has"} won` : "The duel is a draw";

/** "Black has won: White surrendered." */
export function resultText(result) {
  const { surrendered, killed } = result;
  const ends = [
    ...(killed.length ? [`${listed(killed)} died`] : []),
    ...(surrendered.length ? [`${listed(surrendered)} surrendered`] : []),
  ];
  return ends.length ? `${wonText(result)}: ${ends.join(", ")}.` : `${wonText(result)}.`;
}

/** The same where the places tell the rest. */
export const shortResult = (view) => (isMelee(view) ? `${wonText(view.result)}.` : resultText(view.result));

/** The banner at the end. `links`: addresses, and the forms that the page has for another duel. */
export function resultBanner(state, links) {
  const { view, scores, points, missed, mountain } = state;
  return html`
    <section class="result card" aria-labelledby="result-title">
      <h2 id="result-title">${shortResult(view)}</h2>
      ${overtime(view.result, missed, mountain).map((text) => html`<p>${text}</p>`)}
      ${isMelee(view) ? placeList(view, scores, points) : scoreLine(scores, points)}
      ${isMourned(state) ? html`<p>${view.viewer} lies in the <a href="/graveyard/">graveyard</a>, and its score with it. You may <a href="/mages/">register the name again</a>, for a new life from zero.</p>` : nothing}
      <p class="row">
        <a class="button primary" href=${links.replay}>Replay the duel</a>
        ${onwards(links)}
      </p>
    </section>
  `;
}

/** Who did not surrender by his hands, but was out of time. */
function overtime({ surrendered }, missed, mountain) {
  if (mountain) return surrendered.filter((name) => missed[name]).map((name) => `${name} gave no orders for three weeks, and is dead to the Mountain.`);
  return surrendered.filter((name) => missed[name] > 2).map((name) => `${name} was out of time three rounds in a row.`);
}

const scoreLine = (scores, points) =>
  scores ? html`<p>${Object.keys(scores).map((name) => html`<span class="badge">${name}: ${scoreText(name, scores, points)}</span> `)}</p>` : nothing;

/** "score 7 (+2)" */
function scoreText(name, scores, points) {
  const gained = points?.[name];
  return `score ${signed(scores[name])}${gained === undefined ? "" : ` (${gained > 0 ? "+" : ""}${signed(gained)})`}`;
}

const signed = (number) => (number < 0 ? `−${-number}` : `${number}`);

/** The places of a melee, the best first; the replay has them too. */
export const placeList = (view, scores = null, points = null) => html`
  <ol class="places" role="list">
    ${places(view).map(
      ({ place, name, team, ...end }) => html`
        <li class="place">
          <strong class="place__number">${place}.</strong>
          <span class="place__name">${mageLink(name)} ${team ? html`<span class="badge">${team}</span>` : nothing}</span>
          <span class="small soft">${endText(end)}${scores?.[name] === undefined ? nothing : html`, ${scoreText(name, scores, points)}`}</span>
        </li>
      `,
    )}
  </ol>
`;

function endText({ won, died, fell }) {
  if (fell === null) return won ? "stood to the end" : "left";
  return `${died ? "died" : "surrendered"} in round ${fell}`;
}

/** The next duel: practice begins at once, and so does a rematch that all want, by the forms that the page has for them. */
function onwards({ practise, rematch, lobby }) {
  if (practise) return html`<button class="button" type="submit" form=${practise}>Duel again</button>`;
  if (rematch) return html`<button class="button" type="submit" form=${rematch}>Rematch</button>`;
  return html`<a class="button" href=${lobby}>To the lobby</a>`;
}
