// The openers of the assistance tools, closed or open.

import { html } from "../../vendor/lit-html/lit-html.js";
import { icon } from "../lib/icons.js";
import { _ } from "../lib/words.js";

export const hintButton = (ask, text = _("Get a hint")) => html`
  <button class="button small assist__part" type="button" aria-keyshortcuts="h" @click=${ask}>${icon("hint")} ${text} <kbd>h</kbd></button>
`;

export const whatIfSummary = () => html`${icon("rehearse")}<span>${_("What if …?")}</span> <kbd>r</kbd>`;
