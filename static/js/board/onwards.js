// The offers after a practice duel: the next duel with one press, and the change of the rating.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { _, signed } from "../lib/words.js";

/**
 * Fetch `{ways: [{wizard, text}], rating, is_provisional}` of the duel at this address; null: not available, possibly
 * until later. `host` contains what tests replace: fetch.
 */
export async function onwardsFrom(address, host = globalThis) {
  try {
    const response = await host.fetch(address);
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/**
 * Render the next duels as buttons of the form `practise`, best first, or only a repeat of the last one. `others`:
 * the page with all choices. `isSecond`: something else is the primary button.
 */
export function waysOn({ practise, others, onwards, isSecond = false }) {
  const ways = onwards?.ways ?? [{ wizard: "", text: _("Play again") }];
  return html`
    ${ways.map(({ wizard, text }, at) => html`<button class="button ${at || isSecond ? "" : "primary"}" type="submit" form=${practise} name="wizard" value=${wizard}>${text}</button>`)}
    <a class="result__others" href=${others}>${_("Choose another opponent")}</a>
  `;
}

/**
 * Return "Rating against the house: 1090 ▲ +90". A loss is left out while the rating is provisional, because early
 * duels move it by hundreds.
 */
export function houseRating(onwards) {
  if (!onwards?.rating) return nothing;
  const [before, after] = onwards.rating;
  if (onwards.is_provisional)
    return html`
      <p>${_("Practice rating: {rating}", { rating: `${after}?` })}${after < before ? nothing : gained(after - before)}
        <span class="soft small">${_("Provisional. The rating changes quickly at first.")}</span></p>
    `;
  return html`<p>${_("Practice rating: {rating}", { rating: after })}${gained(after - before)}</p>`;
}

/** Return " ▲ +2", the change of a number, with an arrow so that it does not depend on colour; nothing if unknown. */
export function gained(number) {
  if (number === undefined) return nothing;
  const arrow = number < 0 ? "▼ " : "▲ ";
  return html` <b class=${number < 0 ? "down" : number ? "up" : ""}>${number ? arrow + signed(number) : "±0"}</b>`;
}
