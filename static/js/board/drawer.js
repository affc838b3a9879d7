// The drawer of the duel page: aids in tabs, of which one at a time is open. On a phone they are sheets instead.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { icon } from "../lib/icons.js";
import { preference, setPreference } from "../lib/preferences.js";
import { _, ngettext } from "../lib/words.js";
import { NONE, newLines, SHEETS } from "./sheets.js";

const TABS = ["threats", "assist", "hint", "book", "talk"];

/**
 * Return a function that renders the tabs: `names` of the aids with contents, the `open` one, the number of unread lines
 * of talk, and the spell book's button. `turn(name)` opens or closes an aid.
 */
export const tabsOf = (turn) => (names, open, unread, book) => {
  const shown = TABS.filter((name) => names.includes(name)).map((name) =>
    name === "book" ? book() : tab(name, name === open, name === "talk" ? unread : 0, turn),
  );
  const news = html`<span class="visually-hidden" role="status">${unread ? newLines(unread) : nothing}</span>`;
  return (names.includes("threats") ? bar : lastBar)(shown, news);
};

const bar = (shown, news) => html`<nav class="tabs" aria-label=${_("More about this duel")}>${shown}${news}</nav>`;

/** The bar when the duel is over: new elements, because fewer tabs are wider. */
const lastBar = (shown, news) => html`<nav class="tabs" aria-label=${_("More about this duel")}>${shown}${news}</nav>`;

const tab = (name, isOpen, unread, turn) => html`
  <button class="tab" type="button" aria-expanded=${isOpen} @click=${(event) => press(event, () => turn(name))}>
    ${icon(SHEETS[name].icon)}<span>${SHEETS[name].title()}</span>
    ${unread ? html`<span class="badge strong">${unread}<span class="visually-hidden"> ${ngettext("new message", "new messages", unread)}</span></span>` : nothing}
  </button>
`;

/** Turn a tab. A mouse leaves no focus on it, so that Enter seals the orders instead of pressing the tab again. */
function press({ currentTarget, pointerType }, turn) {
  turn();
  if (pointerType === "mouse") currentTarget.blur();
}

/** Open the threats in the expert layout, and close the drawer in the calm one. */
export const followLayout = () => setPreference("drawer", preference("layout") === "expert" ? "threats" : NONE);
