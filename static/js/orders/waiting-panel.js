// The panel in the place of the orders when the viewer has no request: whom the duel waits for.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { _ } from "../lib/words.js";
import { closedText } from "./closing.js";
import { hasGivenUp } from "./duel-state.js";
import { outText, waitsText } from "./status.js";

/** Explain why there are no orders. */
export const quietPanel = (words) => html`<p class="card waiting-panel quiet">${words}</p>`;

/**
 * Render the panel. A wizard who is out of the duel gets a button of the form `practise`, which starts another duel, and a
 * link to its tournament (`arena`) or the `lobby`.
 */
export function waitingPanel(state, giveUp, { lobby, practise, arena } = {}) {
  const out = outText(state.view);
  const waits = `${waitsText(state)}.`;
  if (state.view.viewer === null) return html`<p class="card">${_("You’re a spectator.")} ${waits}</p>`;
  if (out)
    return html`
      <div class="card stack">
        <p>${out}. ${_("You can watch them here, or leave.")}</p>
        <p class="row">
          ${practise ? html`<button class="button primary" type="submit" form=${practise} name="wizard" value="">${_("Play again")}</button>` : nothing}
          ${arena ? html`<a class="button primary" href=${arena}>${_("Back to the tournament")}</a>` : lobby ? html`<a class="button" href=${lobby}>${_("Lobby")}</a>` : nothing}
        </p>
      </div>
    `;
  const leaves = hasGivenUp(state);
  return html`
    <div class="card row spread waiting-panel">
      <p>${closedText(state)} ${waits} ${state.acting.length ? nothing : _("Nothing to do right now.")} ${leaves ? _("You gave up.") : nothing}</p>
      ${leaves ? nothing : html`<button class="button danger quiet" type="button" @click=${giveUp}>${_("Give up")}</button>`}
    </div>
  `;
}
