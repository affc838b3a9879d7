// The bar at the top of a duel on a phone, in the place of the site's header: the way out, the status, and a menu of
// what is seldom needed.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { isStanding } from "../board/circle.js";
import { icon } from "../lib/icons.js";
import { _ } from "../lib/words.js";
import { hasGivenUp } from "./duel-state.js";
import { statusBar } from "./status.js";

/**
 * Render the bar. `at`: see `statusBar`; `links`: the addresses of the lobby, of the text mode and, for a duel of a
 * tournament, of its `arena`, with the title of both in `contest`.
 */
export const appBar = (duel, at, links, giveUp) => html`
  <div class="app-bar">
    <a class="app-bar__tool" href=${links.lobby} aria-label=${_("Leave the duel")}>${icon("back")}</a>
    ${statusBar(duel, at)}
    <button class="app-bar__tool" type="button" popovertarget="duel-menu" aria-label=${_("Menu")}>${icon("bars")}</button>
  </div>
  <div id="duel-menu" class="app-bar__menu" popover>
    ${mayGiveUp(duel) ? html`<button class="danger" type="button" popovertarget="duel-menu" @click=${giveUp}>${icon("surrender")}${_("Give up")}</button>` : nothing}
    ${links.contest ? html`<a href=${links.arena}>${icon("circle")}${links.contest}</a>` : nothing}
    <a href=${links.text}>${icon("text")}${_("Text mode")}</a>
    <button type="button" popovertarget="display" @click=${shut}>${icon("theme")}${_("Display and sound")}</button>
    <button type="button" popovertarget="menu" @click=${shut}>${icon("bars")}${_("Other pages")}</button>
  </div>
`;

/** Close the menu before another popover opens in its place. */
const shut = ({ currentTarget }) => currentTarget.closest("[popover]").hidePopover();

/** Return whether the viewer can still give up. */
function mayGiveUp({ view: { viewer, wizards, result }, ...duel }) {
  return !result && !hasGivenUp(duel) && wizards.some((wizard) => wizard.name === viewer && isStanding(wizard));
}
