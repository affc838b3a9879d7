// The gestures of all hands, a row for each hand and a column for each round, the newest at the right.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { GESTURES, HANDS, isGesture, spoken, titled } from "./gestures.js";
import { icon } from "./icons.js";

/** Table of `view`'s rounds and of the round that is being revealed. `current`: number of the round to mark. */
export function historyTable(view, { current = null } = {}) {
  const rounds = view.reveal ? [...view.rounds, view.reveal] : view.rounds;
  if (!rounds.length) return html`<p class="soft">No gesture has been made yet.</p>`;
  return html`
    <div class="history" tabindex="0" role="region" aria-label="Gestures of all rounds">
      <table class="history__table">
        <thead>
          <tr>
            <th scope="col"><span class="visually-hidden">Wizard and hand</span></th>
            ${rounds.map((round) => heading(round, current))}
          </tr>
        </thead>
        ${view.wizards.map((wizard) => hands(wizard.name, rounds, current))}
      </table>
    </div>
  `;
}

const KINDS = { haste: "free round", time_stop: "stopped time" };

const heading = ({ number, kind }, current) => html`
  <th scope="col" class=${number === current ? "current" : ""}>
    <span class="visually-hidden">Round </span>${number}${KINDS[kind] ? html`<span class="visually-hidden">, ${KINDS[kind]}</span><span aria-hidden="true">*</span>` : nothing}
  </th>
`;

const hands = (name, rounds, current) => html`
  <tbody>
    ${HANDS.map(
      (hand) => html`
        <tr class=${hand}>
          <th scope="row"><span class="history__name" title=${name}>${name}</span> <span class="history__hand">${hand}</span></th>
          ${rounds.map((round) => cell(round, name, hand, current))}
        </tr>
      `,
    )}
  </tbody>
`;

function cell(round, name, hand, current) {
  const made = round.gestures[name];
  const classes = [made?.barrier ? "barrier" : "", round.number === current ? "current" : ""].join(" ");
  if (!made) return html`<td class=${classes}></td>`;
  const spells = spellsOf(round, name, hand);
  const notes = notesOf(made, hand, spells);
  return html`
    <td class=${classes} title=${notes.join("; ")}>
      <span class="made ${spells.length || isCast(made, hand) ? "cast" : ""} ${made.forced?.[hand] ? "forced" : ""}">
        ${isGesture(made[hand]) ? icon(GESTURES[made[hand]].icon) : html`<span class="made__hidden" aria-hidden="true">?</span>`}
        <span aria-hidden="true">${letter(made[hand])}</span>
      </span>
      <span class="visually-hidden">${[spoken(made[hand]), ...notes].join("; ")}</span>
    </td>
  `;
}

const letter = (gesture) => (gesture === "?" ? "" : gesture === "-" ? "–" : gesture);

const isCast = (made, hand) => made.cast.includes(hand) || made.cast.includes("both");

/** Names of the spells that this hand completed in the round, as its events tell. */
const spellsOf = (round, name, hand) =>
  (round.events ?? [])
    .filter((event) => event.type === "cast" && event.caster === name && (event.hand === hand || event.hand === "both"))
    .map((event) => titled(event.spell));

function notesOf(made, hand, spells) {
  const cast = spells.length ? [`completes ${spells.join(" and ")}`] : isCast(made, hand) ? ["completes a spell"] : [];
  const forced = made.forced?.[hand] ? [`forced by ${titled(made.forced[hand]).toLowerCase()}`] : [];
  const barrier = made.barrier ? ["anti-spell: gestures up to here are spent"] : [];
  return [...cast, ...forced, ...barrier];
}

/** The gestures of one hand that may still become a spell: those since the last barrier. */
export function trail(view, name, hand) {
  const made = view.rounds.map((round) => round.gestures[name]).filter(Boolean);
  const barrier = made.findLastIndex((gestures) => gestures.barrier);
  return made.slice(barrier + 1).map((gestures) => gestures[hand]);
}
