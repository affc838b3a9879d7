// The duelist's assistance tools, fetched on first use: hints in practice, what-if rounds, plans in slow duels.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { post } from "../lib/post.js";
import { hintsOf } from "./hints.js";
import { plansOf } from "./plans-panel.js";
import { whatIfPanelOf } from "./what-if-panel.js";

/** The tools of assist.js once they are loaded; `tools` as for `assistOf`. */
export function assistPanelOf({ address, token, state, made, send, redraw, take, asksOrders }) {
  const ask = (path, body = {}) => post(`${address}${path}`, { token, body });
  const whatIf = whatIfPanelOf({ ask, redraw });
  const hints = hintsOf({ ask, redraw, take });
  const plans = plansOf({ send, redraw });
  return {
    panel: () =>
      html`${hints.panel(state())}${asksOrders() ? whatIf.panel(state(), made()) : nothing}${plans.panel(state())}`,
    hint: (isFirst) => hints.more(state(), isFirst),
    isHintGiven: () => hints.isGiven(state()),
    whatIf: whatIf.toggle,
  };
}
