// The drawer of the duel page: aids in tabs, of which one at a time is open. On a phone they are sheets instead.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { icon } from "../lib/icons.js";
import { _, ngettext } from "../lib/words.js";
import { openTab, SHEETS, turnPart } from "./sheets.js";

/**
 * Return a function that renders the tabs: `names` of the parts with contents, the number of unread lines of talk, and
 * the spell book's button. `turned(name)` is called when the user has opened or closed a part.
 */
export function drawerOf(turned) {
  return (names, unread, book) => html`
    <nav class="duel__tabs" aria-label=${_("More about this duel")}>
      ${names.map((name) => (name === "book" ? book() : tab(name, name === "talk" ? unread : 0, turned)))}
    </nav>
  `;
}

function tab(name, unread, turned) {
  const part = SHEETS[name].of ?? name;
  const turn = () => {
    turnPart(part);
    turned(part);
  };
  return html`
    <button class="tab" type="button" aria-expanded=${openTab() === part} @click=${turn}>
      ${icon(SHEETS[name].icon)}<span>${SHEETS[name].title()}</span>
      ${unread ? html`<span class="badge strong">${unread}<span class="visually-hidden"> ${ngettext("new message", "new messages", unread)}</span></span>` : nothing}
    </button>
  `;
}
