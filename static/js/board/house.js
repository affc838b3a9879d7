// Who of a duel is marked, of the house or a bot, by name: `{mark, about, is_bot, portrait, page}`; empty on a page that says nothing.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";

const told = globalThis.document?.getElementById("house");

const marked = told ? JSON.parse(told.textContent) : {};

export const isOfTheHouse = (name) => name in marked && !marked[name].is_bot;

/** What marks a wizard: "House · Adept", "bot". */
export const markOf = (name) => marked[name]?.mark ?? "";

/** The page of a wizard of the house; none: he has only a name. */
export const housePage = (name) => marked[name]?.page ?? "";

/** The mark beside a name. */
export const badgeOf = (name) =>
  name in marked ? html`<span class="badge" title=${marked[name].about ?? nothing}>${markOf(name)}</span>` : nothing;

/** His portrait, beside his name, which says the same. */
export const portrait = (name) =>
  marked[name]?.portrait
    ? html`<img class="wizard__portrait" src=${marked[name].portrait} alt="" width="64" height="64">`
    : nothing;
