// The doors to thinking ahead: what is behind them is fetched when one is opened.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { bringUp, putAway, sheet } from "../board/sheets.js";
import { onKey } from "../lib/keys.js";
import { isInHand, onHandChange } from "../lib/screen.js";
import { _ } from "../lib/words.js";
import { hintButton, whatIfSummary } from "./assist-buttons.js";

/** From such a pace on, or without a clock, one may plan: what is planned has to be seen. */
const SLOW = 3600;

/**
 * What the page of a duel draws into its slot. `address`: below which it asks, with its `token`; `made()`: the orders as they are
 * picked, `take(orders)`: puts orders into the picks, `send(frame)`: to the socket.
 */
export function assistOf(tools) {
  const { state, redraw } = tools;
  const take = (orders) => {
    tools.take(orders);
    putAway("assist");
  };
  const asksOrders = () => state().request?.type === "orders" && !state().view.result;
  const mayHint = () => asksOrders() && state().practice;
  let fetched = null;

  /** Fetches what is behind the doors, once, and goes on with it. */
  async function enter(goOn = () => {}) {
    const { assistPanelOf } = await import("./assist-panel.js");
    fetched ??= assistPanelOf({ ...tools, take, asksOrders });
    redraw();
    goOn(fetched);
  }

  const hint = () => {
    bringUp("assist");
    void enter((there) => there.hint());
  };

  const whatIf = () => {
    bringUp("assist");
    void enter((there) => {
      there.whatIf();
      const panel = document.querySelector(".what-if-panel");
      panel?.focus({ preventScroll: true }); // not its summary, which Enter would shut: it seals the orders
      panel?.scrollIntoView({ block: "nearest" });
    });
  };

  const { pace, practice } = state();
  const maySeePlans = !practice && (pace === null || pace >= SLOW);

  /** A sheet of nothing else has what-if open; plans are fetched with it, if there may be some. */
  const unfold = ({ target, newState }) => {
    if (target.id !== sheet("assist") || newState !== "open") return;
    if (asksOrders() && !mayHint()) void enter((there) => there.whatIf(true));
    else if (maySeePlans) void enter();
  };

  /** Where it lies in no sheet plans are in view. */
  const show = () => maySeePlans && !isInHand() && void enter();

  document.addEventListener("toggle", unfold, { capture: true });

  onKey("r", _("What if …? Simulate this round"), () => asksOrders() && whatIf());
  onKey("h", _("Get a hint (practice only)"), () => mayHint() && hint());
  onHandChange(show);
  show();

  return () =>
    fetched?.panel() ?? html`${mayHint() ? hintButton(hint) : nothing}${asksOrders() ? door(whatIf) : nothing}`;
}

const door = (whatIf) => html`
  <details class="assist__part what-if-panel" tabindex="-1" aria-label=${_("What if …?")}><summary @click=${(event) => opened(event, whatIf)}>${whatIfSummary()}</summary></details>
`;

function opened(event, whatIf) {
  event.preventDefault();
  whatIf();
}
