// A small row of gestures to pick from, for hypothetical hands.

import { html } from "../../vendor/lit-html/lit-html.js";
import { GESTURES, spoken } from "../lib/gestures.js";
import { icon } from "../lib/icons.js";

const ALL = Object.keys(GESTURES);

/**
 * `any`: the label for no particular gesture; `marked(gesture)`: a text about what a gesture would complete, "" for
 * nothing.
 */
export function gesturePicker({ name, label, hand, picked, any = "", marked = () => "" }, pick) {
  const choices = any ? ["", ...ALL] : ALL;
  return html`
    <fieldset class="gesture-picker" @keydown=${(event) => picksByLetter(event, pick)}>
      <legend class="gesture-picker__legend">${label}</legend>
      <div class="gesture-picker__row ${any ? "with-any" : ""}">
        ${choices.map((gesture) => choice({ name, hand, gesture, any, isPicked: picked === gesture, completes: gesture ? marked(gesture) : "" }, pick))}
      </div>
    </fieldset>
  `;
}

const choice = ({ name, hand, gesture, any, isPicked, completes }, pick) => html`
  <label class="gesture-picker__choice ${completes ? "completes" : ""}" title=${[gesture ? GESTURES[gesture].name : any, completes].filter(Boolean).join("; ")}>
    <input class="visually-hidden" type="radio" name=${name} value=${gesture} aria-label=${[gesture ? spoken(gesture) : any, completes].filter(Boolean).join("; ")} .checked=${isPicked} @change=${() => pick(gesture)}>
    <span class="gesture-picker__face" aria-hidden="true">
      ${gesture ? html`${icon(GESTURES[gesture].icon, { mirrored: hand === "left" })}<b>${gesture === "-" ? "–" : gesture}</b>` : html`<i>${any}</i>`}
    </span>
  </label>
`;

/** Letters pick here, and not in the orders. */
function picksByLetter(event, pick) {
  const gesture = event.key.toUpperCase();
  if (event.ctrlKey || event.metaKey || event.altKey || !ALL.includes(gesture)) return;
  event.preventDefault();
  pick(gesture);
  event.currentTarget.querySelector(`[value="${gesture}"]`)?.focus();
}

/** A pair of gestures in a line: drawings, with a text for screen readers. */
export const pairOf = ({ left, right }, any = "") => html`
  <span class="pair-of">${signOf("left", left, any)}${signOf("right", right, any)}</span>
`;

const signOf = (hand, gesture, any) =>
  gesture
    ? html`<span class="sign">${icon(GESTURES[gesture].icon, { mirrored: hand === "left" })}<span aria-hidden="true">${gesture === "-" ? "–" : gesture}</span><span class="visually-hidden">${spoken(gesture)}; </span></span>`
    : html`<span class="sign soft">${any}</span>`;
