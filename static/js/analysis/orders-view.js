// Orders for readers: icons of both gestures, and their purpose with links to the spells' rules.

import { html } from "../../vendor/lit-html/lit-html.js";
import { icon } from "../lib/icons.js";
import { woven } from "../lib/words.js";
import { nameOf, purposeWords, signOf, spokenOrders } from "./words.js";

const RULES = globalThis.document?.body?.dataset?.rules ?? "";

/** Return a `{text, spell}` with the spell as a link to its rule. */
export const withRule = ({ text, spell }, book) =>
  spell ? woven(text, { spell: html`<a href="${RULES}${book}/rule/${spell}/">${nameOf(spell)}</a>` }) : text;

/** The gestures of both hands; of a hasted wizard all four. */
export const gesturesView = (orders) => html`
  <span class="lines__gestures">${pair(orders)}${orders.second ? pair(orders.second) : ""}<span class="visually-hidden">${spokenOrders(orders)}${orders.second ? `; ${spokenOrders(orders.second)}` : ""}</span></span>
`;

const pair = ({ left = "-", right = "-" }) => html`<b aria-hidden="true">${sign(left, true)}${sign(right, false)}</b>`;

function sign(gesture, mirrored) {
  const drawn = signOf(gesture);
  return html`<span class="sign">${icon(drawn.icon, { mirrored })}${drawn.letter}</span>`;
}

/** The purpose of the orders, one list item per part. */
export const purposeView = (purpose, book) => html`
  <ul class="lines__purpose" role="list">${purposeWords(purpose).map((part) => html`<li>${withRule(part, book)}</li>`)}</ul>
`;
