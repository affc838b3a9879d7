// The history table of all gestures: a row per round, newest at the bottom, two columns per wizard.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { GESTURES, HANDS, isGesture, spoken } from "../lib/gestures.js";
import { icon } from "../lib/icons.js";
import { _ } from "../lib/words.js";
import { inOrder, isMelee, isStanding } from "./circle.js";
import { asidesOf, cellOf, marksOf, notesOf, pairOf, roundOrdered, roundsIn, spentUpTo } from "./gesture-notes.js";
import { highlighting } from "./history-highlight.js";
import { face } from "./house.js";

const NO_GESTURES = _("The gestures of each round appear here.");

/**
 * Render `view`'s rounds and the round that is being revealed. `current`: number of the round to mark. `ordering`: the
 * unsent orders, from `orderingOf` in history-row.js, as the last row. `onRound`: called with the number of a round
 * that the user selects. `playing`: the number of the round that is playing. `results`: shows what happened next to the
 * gestures, from `resultsOf` in round-results.js. `unplayed`: the text shown next to such results before the first round.
 */
export function historyTable(
  view,
  { current = null, ordering = null, onRound = null, playing = null, results = null, unplayed = NO_GESTURES } = {},
) {
  const played = roundsIn(view);
  const rounds = ordering ? [...played, roundOrdered(ordering)] : played;
  const wizards = inOrder(view);
  const context = {
    view,
    wizards,
    current: playing ?? current,
    onRound,
    spent: spentUpTo(played, wizards),
    ordered: ordering ? rounds.at(-1) : null,
    results,
  };
  const on = highlighting(view, rounds);
  return html`
    <div class="history ${results ? "telling" : ""} ${isMelee(view) ? "melee" : ""} ${wizards.length > 4 ? "crowd" : ""} ${view.viewer ? "seated" : ""}" data-wizards=${wizards.length}
      @pointerover=${on.pointerover} @pointerleave=${on.pointerleave} @focusin=${on.focusin} @focusout=${on.focusout} @keydown=${on.keydown}>
      <div class="history__scroll" tabindex="0" role="region" aria-label=${_("All gestures")} aria-description=${_("Use the arrow keys to move between gestures.")}>
        <table class="history__table">
          ${heading(wizards, view.viewer, results)}
          <tbody>
            ${[...rounds.map((round) => rowsOf(round, context)), ...(results ? unplayedRow(rounds, wizards, unplayed) : empty(rounds, wizards, !played.length))]}
          </tbody>
        </table>
      </div>
      <div class="history__story" id="gesture-story" hidden></div>
    </div>
  `;
}

/** Return the row of a table with results before its first round. */
const unplayedRow = (rounds, wizards, text) =>
  rounds.length
    ? []
    : [html`<tr class="history__void"><td class="soft" colspan=${2 + 2 * wizards.length}>${text}</td></tr>`];

const ROWS = 12;

/**
 * Return empty rows below the first rounds, so that the table has its full height from the start and each new round
 * replaces one. Before the first round, a note is in the first of them.
 */
function empty(rounds, wizards, isUnplayed) {
  const free = Math.max(0, ROWS - rounds.length);
  const squares = wizards.map(() => HANDS.map((hand) => html`<td class=${hand}></td>`));
  const row = html`<tr class="history__void" aria-hidden="true"><td class="history__number"></td>${squares}</tr>`;
  const note = html`<tr class="history__void"><td class="soft small" colspan=${1 + 2 * wizards.length}>${NO_GESTURES}</td></tr>`;
  return Array.from({ length: free }, (_row, at) => (at === 0 && isUnplayed ? note : row));
}

const SIDES = {
  left: { short: _("L"), word: _("Left"), long: _("left hand") },
  right: { short: _("R"), word: _("Right"), long: _("right hand") },
};

/** The owners of hands, in the heads of a phone's columns; a long name has no room there. */
const LONGEST = 8;
const HANDS_OF = {
  you: { left: _("Your left"), right: _("Your right") },
  they: { left: _("Their left"), right: _("Their right") },
};

function handOf({ name }, hand, me) {
  if (name === me) return HANDS_OF.you[hand];
  if (name.length <= LONGEST) return `${name} ${SIDES[hand].short}`;
  return me ? HANDS_OF.they[hand] : SIDES[hand].short;
}

const heading = (wizards, me, results) => html`
  <thead>
    <tr>
      <th class="history__number" scope="col" rowspan="2"><span class=${results ? "" : "visually-hidden"}>${_("Round")}</span></th>
      ${wizards.map((wizard) => html`<th class="history__name ${isStanding(wizard) ? "" : "out"} ${wizard.alive ? "" : "dead"}" scope="colgroup" colspan="2" title=${wizard.name}>${wizards.length > 2 ? html`<span class="history__sides" aria-hidden="true">${SIDES.left.short}${face(wizard.name)}${SIDES.right.short}</span>` : nothing}<span class="history__full">${wizard.name === results?.me ? _("You") : wizard.name}</span></th>`)}
      ${results ? html`<th class="history__result" scope="col" rowspan="2">${_("Result")}</th>` : nothing}
    </tr>
    <tr>
      ${wizards.map((wizard) => HANDS.map((hand) => html`<th class="history__hand ${hand}" scope="col"><span class="history__short" aria-hidden="true">${results && wizards.length < 6 ? SIDES[hand].word : SIDES[hand].short}</span><span class="history__whose" aria-hidden="true">${handOf(wizard, hand, me)}</span><span class="visually-hidden">${SIDES[hand].long}</span></th>`))}
    </tr>
  </thead>
`;

const KINDS = {
  haste: { name: _("extra round"), icon: "haste" },
  time_stop: { name: _("stopped time"), icon: "time_stop" },
};

/**
 * Return the row of a round, another if someone made a second pair of gestures, and one with its story if open. The
 * three kinds of rounds have templates of their own, so that a round which becomes another kind gets new rows, and the
 * rows of others stay where they are.
 */
function rowsOf(round, context) {
  const isDoubled = Object.values(round.gestures).some(({ second }) => second);
  const row = rowOf(round, "", context);
  const second = isDoubled ? rowOf(round, "second", context) : nothing;
  if (round === context.ordered) return html`${row}${second}`;
  if (!context.results?.isOpen(round)) return html`${row} ${second}`;
  const told = [isCrowded(context) ? context.results.headline(round) : null, context.results.story(round)];
  return html`${row} ${second} ${told.map((part) => (part ? storyRow(part, context) : nothing))}`;
}

/** Many hands leave no room for a headline next to them: that of an open round has its own row. */
const isCrowded = ({ wizards }) => wizards.length > 5;

const storyRow = (story, { wizards }) => html`
  <tr class="history__told"><td class="history__number"></td><td colspan=${2 * wizards.length + 1}>${story}</td></tr>
`;

function rowOf(round, pair, context) {
  const isOrdered = round === context.ordered;
  const classes = [
    KINDS[round.kind] ? "apart" : "",
    round.number === context.current ? "current" : "",
    isOrdered ? "ordered" : "",
    !isOrdered && context.results?.isOpen(round) ? "open" : "",
    !isOrdered && !pair && context.results?.isLast(round) ? "latest" : "",
    pair,
  ].join(" ");
  return html`
    <tr class=${classes}>
      <th class="history__number" scope="row">${pair ? secondHeading(round) : numberOf(round, isOrdered, context)}</th>
      ${context.wizards.map(({ name }) => HANDS.map((hand) => cell(round, pair, hand, name, context)))}
      ${context.results ? html`<td class="history__result">${pair ? nothing : resultOf(round, context)}</td>` : nothing}
    </tr>
  `;
}

const secondHeading = ({ number }) =>
  html`<span aria-hidden="true">+</span><span class="visually-hidden">${_("Round {number}, second pair", { number })}</span>`;

function resultOf(round, context) {
  const { results, ordered } = context;
  if (round === ordered) return results.coming();
  return isCrowded(context) && results.isOpen(round) ? nothing : results.headline(round);
}

function numberOf(round, isOrdered, context) {
  const { kind } = round;
  const apart = KINDS[kind];
  return html`
    ${isOrdered ? html`${numberText(round)}<span class="visually-hidden"> ${_("not played yet")}</span>` : numberButton(round, context)}
    ${apart ? html`<span class="history__kind" title=${apart.name}>${icon(apart.icon)}<span class="visually-hidden">${apart.name}</span></span>` : nothing}
  `;
}

const numberText = ({ number }) => html`<span class="visually-hidden">${_("Round")} </span>${number}`;

/** Render a round's number, as a button if that selects the round, or opens what happened in it. */
function numberButton(round, { onRound, results }) {
  const press = onRound ?? (results?.mayTurn(round) ? results.turn : null);
  if (!press) return numberText(round);
  const isOpen = onRound ? nothing : results.isOpen(round);
  return html`<button class="history__round" type="button" aria-expanded=${isOpen} @click=${() => press(round.number)}>${numberText(round)}</button>`;
}

function cell(round, pair, hand, name, { spent, ordered }) {
  const made = round.gestures[name];
  const isLast = pair === "second" || !made?.second;
  const asides = isLast && round !== ordered ? asidesOf(round, name) : [];
  const classes = [
    hand,
    asides.some(({ mark }) => mark === "disruption") ? "cut" : "",
    round.number <= spent[name] ? "spent" : "",
  ].join(" ");
  if (!made || (pair && !made.second)) return html`<td class=${classes}>${markOf(asides, hand)}</td>`;
  return html`
    <td class=${classes} tabindex="-1" data-cell=${cellOf(round.number, pair, hand, name)}>
      ${round === ordered ? signOrdered(round, pair, hand, name) : sign(round, pair, hand, name)}${markOf(asides, hand)}
    </td>
  `;
}

/** The mark between a wizard's two hands. */
const markOf = (asides, hand) =>
  asides.length && hand === "left"
    ? html`<span class="history__mark ${asides[0].mark}">${icon(asides[0].mark)}</span>`
    : nothing;

/** Cached gestures of resolved rounds, which never change. */
const known = new WeakMap();

function sign(round, pair, hand, name) {
  if (!known.has(round)) known.set(round, new Map());
  const signs = known.get(round);
  const cell = cellOf(round.number, pair, hand, name);
  if (!signs.has(cell)) signs.set(cell, newSign(round, pair, hand, name));
  return signs.get(cell);
}

/** Render a hand's part of one pair of gestures. */
function newSign(round, pair, hand, name) {
  const gesture = pairOf(round.gestures[name], pair)[hand];
  return html`
    <span class="made ${marksOf(round, name, hand, pair).join(" ")} ${gesture === "-" ? "rest" : ""}">
      ${drawn(gesture, hand)}<span class="visually-hidden">${[spoken(gesture), ...notesOf(round, name, hand, pair)].join("; ")}</span>
    </span>
  `;
}

/**
 * Draw a gesture. A resting hand is only a dash, in a template of its own, so that the other letters of a row do not
 * move when it shows another round.
 */
function drawn(gesture, hand) {
  if (gesture === "-") return html`<b aria-hidden="true">–</b>`;
  return isGesture(gesture)
    ? html`${icon(GESTURES[gesture].icon, { mirrored: hand === "left" })}<b aria-hidden="true">${gesture}</b>`
    : icon("fog");
}

/** Render a hand's unsent gesture, as the viewer has picked it. */
function signOrdered({ gestures, chosen }, pair, hand, name) {
  const gesture = pairOf(gestures[name], pair)[hand];
  const spells = chosen.filter(
    (spell) => spell.caster === name && spell.pair === pair && (spell.hand === hand || spell.hand === "both"),
  );
  const words = !gesture
    ? _("nothing picked yet")
    : gesture === "?"
      ? _("not revealed yet")
      : [
          _("picked: {gesture}", { gesture: spoken(gesture) }),
          ...spells.map(({ name: spell }) => _("completes {spell}", { spell })),
        ].join("; ");
  return html`
    <span class="made ${spells.length ? "cast" : ""} ${gesture === "?" ? "hidden" : ""}">
      ${gesture ? drawn(gesture, hand) : html`<b aria-hidden="true">·</b>`}<span class="visually-hidden">${words}</span>
    </span>
  `;
}
