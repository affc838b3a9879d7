// House wizards and bots of a duel by name: `{mark, level, about, is_bot, portrait, page}`; empty if the page has no such
// data.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { initials } from "../lib/names.js";

const told = globalThis.document?.getElementById("house");

const marked = told ? JSON.parse(told.textContent) : {};

export const isOfTheHouse = (name) => name in marked && !marked[name].is_bot;

/** A wizard's mark: "Computer · Adept", "bot". */
export const markOf = (name) => marked[name]?.mark ?? "";

/** The address of a house wizard's page; "" for others. */
export const housePage = (name) => marked[name]?.page ?? "";

/** The mark after a name. `isBrief`: "Adept", where there is no room for "Computer · Adept". */
export function badgeOf(name, { isBrief = false } = {}) {
  if (!(name in marked)) return nothing;
  const { mark, level, about } = marked[name];
  const isCut = isBrief && level;
  return html`<span class="badge" title=${about ?? (isCut ? mark : nothing)}>${isCut ? level : mark}</span>`;
}

/** A house wizard's portrait, with an empty alternative text because the name is next to it. */
export const portrait = (name) =>
  marked[name]?.portrait
    ? html`<img class="wizard__portrait" src=${marked[name].portrait} alt="" width="64" height="64">`
    : nothing;

/** The number of tints in wizards.css. */
const TINTS = 6;

/** The tint of each name that has been shown; on most pages, the viewer's comes first. */
const tints = new Map();

function tintOf(name) {
  if (!tints.has(name)) tints.set(name, tints.size % TINTS);
  return tints.get(name);
}

/** A house wizard's portrait; for others a coin with the initials of their name, in a tint of their own. */
export const face = (name) =>
  html`<span class="face" data-tint=${tintOf(name)} aria-hidden="true">${marked[name]?.portrait ? portrait(name) : initials(name)}</span>`;
