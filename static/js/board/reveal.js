// The picture of the last round, on a phone and in the first lesson: the hands of all wizards with their spells, hit
// points before and after, and a few sentences. On a phone it covers the wizards and the history while the round plays.
// Loaded before the first round ends.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { GESTURES, HANDS, isGesture, spoken, titled } from "../lib/gestures.js";
import { icon } from "../lib/icons.js";
import { _, numeral } from "../lib/words.js";
import { hitPointsBefore, inOrder, isMelee, isStanding } from "./circle.js";
import { circleArt } from "./circle-art.js";
import { pairOf, spellsOf } from "./gesture-notes.js";
import { face } from "./house.js";
import { outcomeOf } from "./outcome.js";
import { fate } from "./wizards.js";

const SENTENCES = 3;

/**
 * Render the last round of `shown`, the duel at the current step of the playback; `view` is the duel after it. `marks`:
 * the latest changes by being, null when the playback is over; then the sentences appear.
 */
export function reveal(view, shown, marks) {
  const round = shown.rounds.at(-1);
  const told = outcomeOf(view.rounds.at(-1), view.viewer, SENTENCES);
  return html`
    <div class="reveal ${isMelee(view) ? "melee" : ""}">
      ${marks ? circleArt : nothing}
      <div class="reveal__wizards">
        ${inOrder(shown).map((wizard) => card(shown, round, wizard, hitPointsBefore(view, wizard.name), marks?.[wizard.name]))}
      </div>
      <ul class="reveal__story" role="list" ?hidden=${Boolean(marks)}>${told.map((text) => html`<li>${text}</li>`)}</ul>
    </div>
  `;
}

const card = (shown, round, wizard, before, mark) => html`
  <div class="reveal__wizard ${wizard.name === shown.viewer ? "mine" : ""} ${isStanding(wizard) ? "" : "out"}" role="group" aria-label=${wizard.name} data-being=${wizard.name} data-mark=${mark?.kind ?? nothing} data-points=${mark?.points || nothing}>
    <p class="reveal__name">${face(wizard.name)}<span>${wizard.name === shown.viewer ? _("You") : wizard.name}</span></p>
    <div class="reveal__hands">${HANDS.map((hand) => handOf(round, wizard.name, hand))}</div>
    <div class="reveal__end">${points(before, wizard)}${isStanding(wizard) ? nothing : fate(shown, wizard)}</div>
  </div>
`;

/** The gesture of a hand, or both gestures with Haste, and the spells that it completed. */
function handOf(round, name, hand) {
  const made = round.gestures[name];
  if (!made) return html`<p class="reveal__hand"></p>`;
  const pairs = made.second ? ["", "second"] : [""];
  const spells = pairs.flatMap((pair) => spellsOf(round, name, hand, pair)).map(titled);
  return html`
    <p class="reveal__hand ${spells.length ? "cast" : ""}">
      ${pairs.map((pair) => gesture(pairOf(made, pair)[hand], hand))}
      <span class="reveal__spell">${spells.join(", ") || _("no spell")}</span>
    </p>
  `;
}

const gesture = (letter, hand) => html`
  ${icon(isGesture(letter) ? GESTURES[letter].icon : "fog", { mirrored: hand === "left" })}<b aria-hidden="true">${isGesture(letter) ? letter : "?"}</b><span class="visually-hidden">${spoken(letter)}</span>
`;

function points(before, { hp }) {
  const change = hp - before;
  const kind = change < 0 ? "lost" : change > 0 ? "won" : "";
  return html`
    <p class="reveal__points ${kind}">
      <span>${numeral(before)}</span> <span aria-hidden="true">→</span><span class="visually-hidden">${_("then")}</span> <strong>${numeral(hp)}</strong>
      <span class="reveal__unit">${_("hit points")}</span>
    </p>
  `;
}
