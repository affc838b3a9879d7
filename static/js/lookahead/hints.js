// Hints in practice: first where to look, then the house's move with its reason.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { spellFacts } from "../lib/spell-facts.js";
import { _ } from "../lib/words.js";
import { hintButton } from "./assist-buttons.js";
import { pairOf } from "./gesture-picker.js";
import { MANY, shieldedRounds, shieldTip } from "./shield-tip.js";

/** Render the hints. `take(orders)` puts a suggestion into the picks. */
export function hintsOf({ ask, redraw, take }) {
  let hint = null;
  let isWhole = false;
  let isAsking = false;

  const isFor = (state) => hint?.round === state.request.round;

  const isOpenTo = (state) => state.practice && state.request?.type === "orders" && !state.view.result;

  /** Go one step further: where to look (with `isFirst` only that), what to do, then nothing more. */
  async function more(state, isFirst = false) {
    if (!isOpenTo(state) || isAsking) return false;
    if (!isFor(state)) {
      isAsking = true;
      hint = { ...(await ask("hint/")), round: state.request.round };
      isWhole = Boolean(hint.why);
      isAsking = false;
    } else if (!isFirst) {
      isWhole = true;
    }
    redraw();
    return true;
  }

  function panel(state) {
    if (!isOpenTo(state)) return nothing;
    const known = isFor(state) ? hint : null;
    return html`
      <div class="assist__part hint">
        ${known && isWhole ? nothing : hintButton(() => more(state), known ? _("Show the move") : undefined)}
        <div class="hint__said" aria-live="polite">${known ? html`${said(known)}${about(state.view)}` : nothing}</div>
      </div>
    `;
  }

  const said = (known) =>
    known.why ? html`<p>${known.why}</p>` : isWhole ? suggestion(known) : html`<p>${known.look}</p>`;

  /** If a wizard shields round after round, say what passes a Shield. */
  const about = (view) =>
    shieldedRounds(view) >= MANY ? html`<p class="small">${shieldTip(spellFacts)}</p>` : nothing;

  const suggestion = ({ orders, reasons }) => html`
    <p class="row">${_("Suggested move:")} ${pairOf(orders)} <button class="button small" type="button" @click=${() => take(orders)}>${_("Use it")}</button></p>
    ${reasons.length ? html`<ul class="small">${reasons.map((reason) => html`<li>${reason}</li>`)}</ul>` : html`<p class="small soft">${_("There is no better move this round.")}</p>`}
  `;

  /** Return whether the panel shows a hint about the current round. */
  const isGiven = (state) => isOpenTo(state) && Boolean(isFor(state));

  return { panel, more, isGiven };
}
