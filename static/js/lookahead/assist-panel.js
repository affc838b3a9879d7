// Where a duelist thinks ahead, fetched when he first does: hints in practice, rounds rehearsed, plans for slow duels.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { askerAt } from "./asking.js";
import { hintsOf } from "./hints.js";
import { plansOf } from "./plans-panel.js";
import { rehearsalOf } from "./what-if-panel.js";

/** What assist.js draws and does once it is here; the tools are those of `thinkOf`. */
export function thinkingOf({ think, token, state, made, send, redraw, take, asksOrders }) {
  const ask = askerAt({ address: think, token });
  const rehearsal = rehearsalOf({ ask, redraw });
  const hints = hintsOf({ ask, redraw, take });
  const plans = plansOf({ send, redraw });
  return {
    panel: () => html`${hints.panel(state())}${asksOrders() ? rehearsal.panel(state(), made()) : nothing}${plans.panel(state())}`,
    hint: () => hints.more(state()),
    rehearse: rehearsal.toggle,
  };
}
