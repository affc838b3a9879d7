// @ts-check
// A rematch in place: one press on each side, and both are in the next duel. Messages may be lost, so the page asks for
// the state while it shows the offer.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { listed } from "../lib/gestures.js";
import { _ } from "../lib/words.js";

/** Milliseconds between two questions, and after which the page stops asking. */
const INTERVAL = 3_000;
const LONGEST = 15 * 60_000;

/**
 * Return `button()`, which renders the offer. `address`: of the rematch, with the page's `token`; `names`: the
 * opponents; `redraw` renders the page. `host` contains what tests replace: fetch, setTimeout, location.
 * @type {(tools: { address: string, token: string, names: string[], redraw: () => void, host?: any }) => { button: () => unknown }}
 */
export function rematchOf({ address, token, names, redraw, host = globalThis }) {
  let state = { mine: false, others: /** @type {string[]} */ ([]), duel: null, why: "" };
  let left = LONGEST / INTERVAL;

  async function ask(method = "GET") {
    const headers = { Accept: "application/json", "X-CSRFToken": token };
    try {
      const response = await host.fetch(address, { method, headers });
      const found = await response.json();
      state = { ...state, why: "", ...found };
    } catch {
      if (method === "POST") state.why = _("Can’t reach the site. Try again in a moment.");
    }
    if (state.duel) host.location.assign(state.duel);
    redraw();
  }

  async function askAgainAndAgain() {
    if (!host.document?.hidden) {
      left -= 1;
      await ask();
    }
    if (!state.duel && left > 0) host.setTimeout(askAgainAndAgain, INTERVAL);
  }

  void askAgainAndAgain();

  return {
    button: () => html`
      ${
        state.mine
          ? html`<button class="button primary" type="button" aria-disabled="true">${_("Waiting for {names}…", { names: listed(names.filter((name) => !state.others.includes(name))) })}</button>`
          : html`<button class="button primary" type="button" @click=${() => void ask("POST")}>${state.others.length ? _("Accept rematch") : _("Rematch")}</button>`
      }
      <span class="small" role="status">${state.why ? textOf(state.why) : !state.mine && state.others.length ? _("{names}: rematch?", { names: listed(state.others) }) : nothing}</span>
    `,
  };
}

/** Refusals are HTML with links; here only their text is shown. */
function textOf(/** @type {string} */ why) {
  return new DOMParser().parseFromString(why, "text/html").body.textContent;
}
