// What is offered after a practice duel: the next one by one press, and what the duel has made of the rating.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { _, signed } from "../lib/words.js";

/** `{ways: [{wizard, text}], rating, is_provisional}` of the duel at this address; null: one is asked again later, or never. `host` carries what tests replace: fetch. */
export async function onwardsFrom(address, host = globalThis) {
  try {
    const response = await host.fetch(address);
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/** The ways on as buttons of the form `practise`, the best first; without them the same again. `others`: the page to choose on. */
export function waysOn({ practise, others, onwards }) {
  const ways = onwards?.ways ?? [{ wizard: "", text: _("Play again") }];
  return html`
    ${ways.map(({ wizard, text }, at) => html`<button class="button ${at ? "" : "primary"}" type="submit" form=${practise} name="wizard" value=${wizard}>${text}</button>`)}
    <a class="button" href=${others}>${_("Choose another opponent")}</a>
  `;
}

/** "Rating against the house: 1090 ▲ +90"; a fall is not counted while the rating is a guess, which the first duels move by hundreds. */
export function houseRating(onwards) {
  if (!onwards?.rating) return nothing;
  const [before, after] = onwards.rating;
  if (onwards.is_provisional)
    return html`
      <p>${_("Practice rating: {rating}", { rating: `${after}?` })}${after < before ? nothing : gained(after - before)}
        <span class="soft small">${_("Provisional. It moves quickly at first.")}</span></p>
    `;
  return html`<p>${_("Practice rating: {rating}", { rating: after })}${gained(after - before)}</p>`;
}

/** " ▲ +2": what a duel has made of a number, with an arrow for who sees no colours; nothing if that is not known. */
export function gained(number) {
  if (number === undefined) return nothing;
  const arrow = number < 0 ? "▼ " : "▲ ";
  return html` <b class=${number < 0 ? "down" : number ? "up" : ""}>${number ? arrow + signed(number) : "±0"}</b>`;
}
