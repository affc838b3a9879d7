// A choice, as a row of buttons with drawings if there are few options, otherwise as a list.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { icon } from "../lib/icons.js";
import { isInHand } from "../lib/screen.js";

/** The largest number of options for a row of buttons; on a phone a row never fits, so all choices are lists. */
const few = () => (isInHand() ? 0 : 6);

/**
 * Render a choice. `choices`: `{value, words, icon?}`; `name`: of the field, unique on the page; `mark`: read before
 * the label by screen readers only.
 */
export const choiceField = ({ label, mark = "", name, chosen, choices, pick, most = few() }) =>
  choices.length > most
    ? listField({ mark, label, name, listed: options(chosen, choices), pick })
    : rowField({ label, mark, name, chosen, choices, pick });

const marked = (mark, label) => html`${mark ? html`<span class="visually-hidden">${mark}: </span>` : nothing}${label}`;

const rowField = ({ label, mark, name, chosen, choices, pick }) => html`
  <div class="choice-field" role="radiogroup" aria-labelledby=${idOf(name)}>
    <span class="choice-field__label" id=${idOf(name)}>${marked(mark, label)}</span>
    <span class="choice-field__row">
      ${choices.map(
        (choice) => html`
          <label class="chip">
            <input class="visually-hidden" type="radio" name=${name} value=${choice.value} .checked=${choice.value === chosen} @change=${() => pick(choice.value)}>
            <span class="chip__face">${choice.icon ? icon(choice.icon) : nothing}${choice.words}${choice.more ? html`<span class="visually-hidden">, ${choice.more}</span>` : nothing}</span>
          </label>
        `,
      )}
    </span>
  </div>
`;

const idOf = (name) => `${name.replaceAll(/\s/g, "_")}-label`;

const listField = ({ mark, label, name, listed, pick }) => html`
  <label class="choice-field listed">
    <span class="choice-field__label">${marked(mark, label)}</span>
    <select class="input" name=${name} @change=${(event) => pick(event.target.value)}>${listed}</select>
  </label>
`;

const options = (chosen, choices) =>
  choices.map(({ value, words }) => html`<option value=${value} .selected=${value === chosen}>${words}</option>`);
