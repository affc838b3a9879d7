// Where a duelist thinks ahead: hints in practice, rounds rehearsed, plans for slow duels.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { askerAt } from "./asking.js";
import { hintsOf } from "./hints.js";
import { onKey } from "./keys.js";
import { plansOf } from "./plans.js";
import { rehearsalOf } from "./rehearse.js";
import { _ } from "./words.js";

/**
 * What the page of a duel draws into its slot. `think`: the address below which it asks, `made()`: the orders as they are
 * picked, `take(orders)`: puts orders into the picks, `send(frame)`: to the socket.
 */
export function thinkOf({ think, token, state, made, send, redraw, take }) {
  const ask = askerAt({ address: think, token });
  const rehearsal = rehearsalOf({ ask, redraw });
  const hints = hintsOf({ ask, redraw, take });
  const plans = plansOf({ send, redraw });
  const asksOrders = () => state().request?.type === "orders" && !state().view.result;
  onKey("r", _("What if …? Rehearse the round"), () => asksOrders() && lead(rehearsal));
  onKey("h", _("A hint, in practice"), () => asksOrders() && state().practice && void hints.more(state()));
  return () => html`${hints.panel(state())}${asksOrders() ? rehearsal.panel(state(), made()) : nothing}${plans.panel(state())}`;
}

/** Opens or shuts the rehearsal, and goes there with the focus. */
function lead(rehearsal) {
  rehearsal.toggle();
  document.querySelector(".rehearse summary")?.focus();
}
