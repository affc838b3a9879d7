// Who of a duel is of the house, by name: `{mark, portrait, page}`; empty on a page that says nothing.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";

const told = globalThis.document?.getElementById("house");

const house = told ? JSON.parse(told.textContent) : {};

export const isOfTheHouse = (name) => name in house;

/** What marks a wizard of the house as such: "House · Adept". */
export const houseMark = (name) => house[name]?.mark ?? "";

/** The page of a wizard of the house; none: he has only a name. */
export const housePage = (name) => house[name]?.page ?? "";

export const houseBadge = (name) =>
  isOfTheHouse(name) ? html`<span class="badge">${houseMark(name)}</span>` : nothing;

/** His portrait, beside his name, which says the same. */
export const portrait = (name) =>
  house[name]?.portrait
    ? html`<img class="wizard__portrait" src=${house[name].portrait} alt="" width="64" height="64">`
    : nothing;
