// The openers of the assistance tools, which are fetched on first use.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { bringUp, putAway, sheet } from "../board/sheets.js";
import { onKey } from "../lib/keys.js";
import { isInHand } from "../lib/screen.js";
import { _ } from "../lib/words.js";
import { hintButton, whatIfSummary } from "./assist-buttons.js";

/** Seconds per round from which plans exist, also without a clock: slower duels leave time to look at the plan. */
const SLOW = 3600;

const load = () => import("./assist-panel.js");

/**
 * Return `panel()`, what the duel page renders into its slot; `unfold()`, called when the slot opens; `hint()`, which
 * asks for a hint; `isHintGiven()`, whether there is one for this round; and `load()`, which fetches the tools.
 * `address`: the base of its requests, with `token`; `made()`: the orders as picked; `take(orders)`: puts orders into
 * the picks; `send(frame)`: sends to the socket.
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

  /** Fetch the tools once, then continue. */
  async function enter(goOn = () => {}) {
    const { assistPanelOf } = await load();
    fetched ??= assistPanelOf({ ...tools, take, asksOrders });
    redraw();
    goOn(fetched);
  }

  const hint = (isFirst) => {
    bringUp("hint");
    void enter((there) => there.hint(isFirst));
  };

  const whatIf = () => {
    if (!isInHand()) return tools.turn("assist");
    bringUp("assist");
    void enter((there) => {
      there.whatIf();
      const panel = document.querySelector(".what-if-panel");
      panel?.focus({ preventScroll: true }); // on its summary Enter would close it, not seal
      panel?.scrollIntoView({ block: "nearest" });
    });
  };

  const { pace, practice } = state();
  const maySeePlans = !practice && (pace === null || pace >= SLOW);

  /**
   * A hint is asked for at once. In a part without hints, what-if is open from the start; possible plans are fetched
   * with it.
   */
  const unfold = (then = () => {}) => {
    if (mayHint() && isInHand()) return void enter((there) => there.hint(true));
    const isAlone = asksOrders();
    if (isAlone || maySeePlans) {
      void enter((there) => {
        if (isAlone) there.whatIf(true);
        then();
      });
    }
  };

  const opened = ({ target, newState }) => target.id === sheet("assist") && newState === "open" && unfold();
  document.addEventListener("toggle", opened, { capture: true });

  onKey("r", _("What if …? Simulate this round"), () => asksOrders() && whatIf());
  onKey("h", _("Get a hint (practice only)"), () => mayHint() && hint());
  const panel = () =>
    html`${fetched?.panel() ?? html`${mayHint() ? hintButton(() => hint()) : nothing}${asksOrders() ? door(whatIf) : nothing}`}${asksOrders() || isInHand() ? nothing : html`<p class="soft">${_("Available while you choose your orders.")}</p>`}`;

  return { panel, unfold, hint, load, isHintGiven: () => Boolean(fetched?.isHintGiven()) };
}

const door = (whatIf) => html`
  <details class="assist__part what-if-panel" tabindex="-1" aria-label=${_("What if …?")}><summary @click=${(event) => opened(event, whatIf)}>${whatIfSummary()}</summary></details>
`;

function opened(event, whatIf) {
  event.preventDefault();
  whatIf();
}
