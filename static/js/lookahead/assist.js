// The doors to thinking ahead: what is behind them is fetched when one is opened.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { hintButton, rehearsalSummary } from "./assist-buttons.js";
import { onKey } from "../lib/keys.js";
import { _ } from "../lib/words.js";

/** From such a pace on, or without a clock, one may plan: what is planned has to be seen. */
const SLOW = 3600;

/**
 * What the page of a duel draws into its slot. `think`: the address below which it asks, `made()`: the orders as they are
 * picked, `take(orders)`: puts orders into the picks, `send(frame)`: to the socket.
 */
export function thinkOf(tools) {
  const { state, redraw } = tools;
  const asksOrders = () => state().request?.type === "orders" && !state().view.result;
  const mayHint = () => asksOrders() && state().practice;
  let desk = null;

  /** Fetches what is behind the doors, once, and goes on with it. */
  async function enter(goOn = () => {}) {
    const { thinkingOf } = await import("./assist-panel.js");
    desk ??= thinkingOf({ ...tools, asksOrders });
    redraw();
    goOn(desk);
  }

  const hint = () => void enter((there) => there.hint());

  const rehearse = () =>
    void enter((there) => {
      there.rehearse();
      document.querySelector(".rehearse summary")?.focus();
    });

  onKey("r", _("What if …? Rehearse the round"), () => asksOrders() && rehearse());
  onKey("h", _("A hint, in practice"), () => mayHint() && hint());
  const { pace, practice } = state();
  if (!practice && (pace === null || pace >= SLOW)) enter();

  return () => desk?.panel() ?? html`${mayHint() ? hintButton(hint) : nothing}${asksOrders() ? door(rehearse) : nothing}`;
}

const door = (rehearse) => html`
  <details class="think__part rehearse"><summary @click=${(event) => opened(event, rehearse)}>${rehearsalSummary()}</summary></details>
`;

function opened(event, rehearse) {
  event.preventDefault();
  rehearse();
}
