// The help, opened by "?": the gestures and the keys of this page. "?" or Escape closes it and restores the focus.

import { html, nothing, render } from "../../vendor/lit-html/lit-html.js";
import { GESTURES } from "../lib/gestures.js";
import { icon } from "../lib/icons.js";
import { keysKnown } from "../lib/keys.js";
import { preference, setPreference } from "../lib/preferences.js";
import { _ } from "../lib/words.js";

const dialog = document.createElement("dialog");
dialog.className = "dialog help";
dialog.setAttribute("aria-labelledby", "help-title");
document.body.append(dialog);

export function openHelp() {
  render(page(), dialog);
  if (!dialog.open) dialog.showModal();
}

const page = () => html`
  <header class="help__head">
    <h2 id="help-title">${_("Gestures and keys")}</h2>
    <button class="tool" type="button" aria-label=${_("Close")} @click=${() => dialog.close()}>${icon("close")}</button>
  </header>
  ${document.querySelector(".orders") ? gestures() : nothing}
  <dl class="keys">
    ${keysKnown().map(({ what, keys }) => html`<div><dt>${keys.map((key) => html`<kbd>${printed(key)}</kbd> `)}</dt><dd>${what}</dd></div>`)}
  </dl>
  <label class="choice">
    <input type="checkbox" .checked=${preference("keys") !== "off"} @change=${(event) => setPreference("keys", event.target.checked ? "on" : "off")}>
    ${_("Single-key shortcuts work anywhere on the page, not just in the gesture controls")}
  </label>
`;

const gestures = () => html`
  <ul class="help__gestures" role="list">
    ${Object.entries(GESTURES).map(([letter, gesture]) => html`<li>${icon(gesture.icon)}<kbd>${letter}</kbd> ${gesture.name}</li>`)}
  </ul>
`;

const NAMES = {
  Space: () => _("Space"),
  Enter: () => _("Enter"),
  Escape: () => _("Esc"),
  Backspace: () => _("Backspace"),
  Ctrl: () => _("Ctrl"),
  Shift: () => _("Shift"),
  ArrowLeft: () => "←",
  ArrowRight: () => "→",
  ArrowUp: () => "↑",
  ArrowDown: () => "↓",
};

/** Return a key as it is labelled on keyboards: "Ctrl + Z". */
const printed = (key) =>
  key === "-"
    ? "-"
    : key
        .split("+")
        .map((part) => NAMES[part]?.() ?? (part.length === 1 ? part.toUpperCase() : part))
        .join(" + ");

dialog.addEventListener("keydown", (event) => event.key === "?" && dialog.close());
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
