// The panel in the place of the orders: a form for orders or answers, or the wizards that the duel waits for.

import { _ } from "../lib/words.js";
import { closedText, closingOf } from "./closing.js";
import { hasSealed } from "./duel-state.js";
import { nextPlace } from "./keyboard.js";
import { ordersPanel } from "./orders-panel.js";
import { picksOn, progress, refusalOf, writesOrders } from "./page-state.js";
import { answersPanel } from "./questions.js";
import { sendingOf } from "./sending.js";
import { quietPanel, waitingPanel } from "./waiting-panel.js";

/**
 * Render the panel. `act`: actions from actions.js; `links`: addresses for a wizard who is out.
 */
export function panelOf(page, act, links) {
  const { view, request, entered, waiting, acting } = page.duel;
  if (view.result) return quietPanel(_("Final round…"));
  const picks = picksOn(page);
  const link = { refusal: refusalOf(page, false), ...sendingOf(page) };
  const { text: closing, isGrave: isClosingGrave } = closingOf(page);
  const time = { closing, isClosingGrave, closed: closedText(page.duel) };
  const at = { view, request, picks, entered, waiting, acting, ...link, ...time };
  if (writesOrders(page)) {
    return ordersPanel({ ...at, ...progress(page), next: nextPlace(request, picks, page.caret) }, act);
  }
  if (request?.type !== "answers") return waitingPanel(page.duel, act.giveUp, links);
  return answersPanel({ ...at, answers: picks.answers, isSealed: hasSealed(page.duel) }, act);
}
