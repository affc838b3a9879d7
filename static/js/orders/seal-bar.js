// The bar with the seal: whether orders are open, being sent or sealed, and how to take them back.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { sheet } from "../board/sheets.js";
import { listed } from "../lib/gestures.js";
import { icon } from "../lib/icons.js";
import { missingText } from "../lib/wanted.js";
import { _ } from "../lib/words.js";
import { taskOf } from "./aims.js";
import { called } from "./beings.js";
import { picksOf, summary } from "./orders.js";

/** Return the state of the orders: "open", "sending", "sealed", or "changed" (the sealed ones differ). */
function stateOf({ entered, isChanged, isSending }) {
  if (!entered) return "open";
  if (isChanged) return "changed";
  return isSending ? "sending" : "sealed";
}

export function sealBar(at, act) {
  const state = stateOf(at);
  const isDone = state === "sealed" || state === "sending";
  const isBrief = state === "sending" && !at.unsent; // over in a moment, so nothing moves for it
  const task = isDone ? "" : missingText(at.picks) || taskOf(at.request, at.picks)?.text;
  return html`
    <div class="seal" data-state=${state}>
      <div class="seal__state"><div aria-live="polite">${told(state, at)}</div>${sealNotes(at)}</div>
      <div class="seal__row">
        <button class="button primary seal__button ${at.isWarned ? "danger" : ""} ${task ? "waits" : ""}" type="submit" aria-disabled=${isDone || task ? "true" : "false"}>
          ${state === "sealed" ? icon("sealed") : nothing}${task || wordOf(state, at.isWarned)}
        </button>
        ${turnBack(at, act)}
        ${at.entered && !isBrief ? takeBackButton(act) : nothing}
        <button class="tool tool--help" type="button" popovertarget=${sheet("assist")} aria-label=${_("Hint and what if")}>${icon("hint")}</button>
        ${giveUpButton(act)}
      </div>
    </div>
  `;
}

/**
 * Render notes on the picks of the last round and of this one, outside the live region: they are read with the form and
 * not in each round.
 */
export const sealNotes = ({ closed, closing, isClosingGrave }) => html`
  ${closed ? html`<p class="small closed-note">${closed}</p>` : nothing}
  ${closing ? html`<p class="small ${isClosingGrave ? "seal__danger" : "soft"}">${closing}</p>` : nothing}
`;

const turnBack = ({ mayUndo, mayRedo }, act) => html`
  <button class="tool tool--undo" type="button" title=${_("Undo (U)")} aria-disabled=${!mayUndo} tabindex=${mayUndo ? 0 : -1} @click=${act.undo}>${icon("undo")}<span>${_("Undo")}</span></button>
  <button class="tool tool--again" type="button" aria-label=${_("Redo")} title=${_("Redo (Shift+U)")} aria-disabled=${!mayRedo} tabindex=${mayRedo ? 0 : -1} @click=${act.redo}>${icon("undo", { mirrored: true })}</button>
`;

/** On a phone only its drawing fits. */
export const takeBackButton = (act) => html`
  <button class="button seal__back" type="button" title=${_("Take back")} @click=${act.takeBack}>${icon("take-back")}<span>${_("Take back")}</span></button>
`;

export const giveUpButton = (act) => html`
  <button class="button danger quiet seal__up" type="button" @click=${act.giveUp}>${icon("surrender")}<span>${_("Give up")}</span></button>
`;

const WORDS = {
  open: () => _("Seal orders"),
  changed: () => _("Seal new orders"),
  sending: () => _("Sealing…"),
  sealed: () => _("Sealed"),
};

const wordOf = (state, isWarned) =>
  isWarned && (state === "open" || state === "changed") ? _("Seal anyway") : WORDS[state]();

function told(state, { request, entered, waiting, isSending, unsent }) {
  if (unsent) return html`<p><strong>${unsent}</strong></p>`;
  if (state === "open" || isSending) return nothing;
  const orders = summary(request, picksOf(request, entered), (ref) => called(request, ref));
  return html`<p><strong>${_("Sealed: {orders}.", { orders })}</strong> ${changeable(waiting.filter((name) => name !== request.wizard))}</p>`;
}

const NAMED = 3;

function changeable(others) {
  if (!others.length) return "";
  if (others.length > NAMED)
    return _("You can still change your orders until {count} others are ready.", { count: others.length });
  if (others.length > 1)
    return _("You can still change your orders until {names} are ready.", { names: listed(others) });
  return _("You can still change your orders until {name} is ready.", { name: others[0] });
}
