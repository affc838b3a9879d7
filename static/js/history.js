// The gestures of all hands, a row for each hand and a column for each round, the newest at the right.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { inOrder, isMelee, stands } from "./circle.js";
import { GESTURES, HANDS, isGesture, spoken, titled } from "./gestures.js";
import { icon } from "./icons.js";

/** Table of `view`'s rounds and of the round that is being revealed. `current`: number of the round to mark. */
export function historyTable(view, { current = null } = {}) {
  const rounds = view.reveal ? [...view.rounds, view.reveal] : view.rounds;
  return html`
    <div class="history ${isMelee(view) ? "melee" : ""}" tabindex="0" role="region" aria-label="Gestures of all rounds">
      <table class="history__table">
        <thead>
          <tr>
            <th scope="col"><span class="visually-hidden">Wizard and hand</span></th>
            ${rounds.length ? rounds.map((round) => heading(round, current)) : html`<td class="soft">No gesture has been made yet.</td>`}
          </tr>
        </thead>
        ${inOrder(view).map((wizard) => hands(wizard, rounds, current))}
      </table>
    </div>
  `;
}

const KINDS = { haste: { name: "free round", mark: "free" }, time_stop: { name: "stopped time", mark: "still" } };

const heading = ({ number, kind }, current) => html`
  <th scope="col" class="${KINDS[kind] ? "apart" : ""} ${number === current ? "current" : ""}">
    <span class="visually-hidden">Round </span>${number}${KINDS[kind] ? html`<span class="visually-hidden">${KINDS[kind].name}</span><small aria-hidden="true">${KINDS[kind].mark}</small>` : nothing}
  </th>
`;

const hands = ({ name, ...wizard }, rounds, current) => html`
  <tbody class=${stands(wizard) ? "" : "out"}>
    ${HANDS.map(
      (hand) => html`
        <tr class=${hand}>
          <th scope="row"><span class="history__name" title=${name}>${name}</span> <span class="history__hand" data-short=${hand[0].toUpperCase()}>${hand}</span></th>
          ${rounds.length ? rounds.map((round) => cell(round, name, hand, current)) : html`<td><span class="made"></span></td>`}
        </tr>
      `,
    )}
  </tbody>
`;

function cell(round, name, hand, current) {
  const made = round.gestures[name];
  const classes = [made?.barrier ? "barrier" : "", KINDS[round.kind] ? "apart" : "", round.number === current ? "current" : ""].join(" ");
  if (!made) return html`<td class=${classes}></td>`;
  if (!made.second) return html`<td class=${classes} title=${notesOf(round, name, hand, made).join("; ")}>${sign(round, name, hand, made)}</td>`;
  const pairs = [made, { ...made.second, isSecond: true }];
  const notes = pairs.flatMap((pair) => notesOf(round, name, hand, pair));
  return html`
    <td class=${classes} title=${notes.join("; ")}>
      <span class="made-twice">${pairs.map((pair) => sign(round, name, hand, pair))}</span>
    </td>
  `;
}

/** What a hand did in one pair of gestures. */
function sign(round, name, hand, pair) {
  const notes = notesOf(round, name, hand, pair);
  const hasCast = spellsOf(round, name, hand, pair).length || isCast(pair, hand);
  return html`
    <span class="made ${hasCast ? "cast" : ""} ${pair.forced?.[hand] ? "forced" : ""}">
      ${isGesture(pair[hand]) ? icon(GESTURES[pair[hand]].icon) : html`<span class="made__hidden" aria-hidden="true">?</span>`}
      <span aria-hidden="true">${letter(pair[hand])}</span>
      <span class="visually-hidden">${[`${pair.isSecond ? "then " : ""}${spoken(pair[hand])}`, ...notes].join("; ")}</span>
    </span>
  `;
}

const letter = (gesture) => (gesture === "?" ? "" : gesture === "-" ? "–" : gesture);

const isCast = (made, hand) => made.cast.includes(hand) || made.cast.includes("both");

/** Names of the spells that this hand completed with these gestures, as the events of the round tell. */
const spellsOf = (round, name, hand, { isSecond = false }) =>
  (round.events ?? [])
    .filter((event) => event.type === "cast" && event.caster === name && Boolean(event.second) === isSecond)
    .filter((event) => event.hand === hand || event.hand === "both")
    .map((event) => titled(event.spell));

function notesOf(round, name, hand, made) {
  const spells = spellsOf(round, name, hand, made);
  const cast = spells.length ? [`completes ${spells.join(" and ")}`] : isCast(made, hand) ? ["completes a spell"] : [];
  const forced = made.forced?.[hand] ? [`forced by ${titled(made.forced[hand]).toLowerCase()}`] : [];
  const barrier = made.barrier ? ["anti-spell: gestures up to here are spent"] : [];
  return [...cast, ...forced, ...barrier];
}

/** The gestures of one hand that may still become a spell: those since the last barrier. */
export function trail(view, name, hand) {
  const made = view.rounds.map((round) => round.gestures[name]).filter(Boolean);
  const barrier = made.findLastIndex((gestures) => gestures.barrier);
  return made.slice(barrier + 1).flatMap((gestures) => [gestures[hand], ...(gestures.second ? [gestures.second[hand]] : [])]);
}
