// The chat of the duel page.

import { isSheetOpen } from "../../board/sheets.js";
import { talkOf } from "../../board/talk.js";
import { unreadOf } from "../../board/unread.js";
import { isInHand } from "../../lib/screen.js";
import { picksOn, refusalOf, unsaidOf, writesOrders } from "../../orders/page-state.js";
import { LATER, lazily } from "./later.js";
import { data, slug } from "./template.js";

/**
 * Return `{panel(page), unread(duel), whenLoaded(call)}`: the panel, the number of unread lines, and a function that calls
 * another when the panel is there. `order(text)` sends a line with the orders; `isOpen()`: whether the tab is open.
 */
export function chatOf({ model, order, send, draw, isOpen }) {
  const redraw = () => draw();
  const box = lazily(async () => (await LATER.talk()).talkBox, redraw);
  const talk = talkOf({
    slug,
    manner: data.talk,
    report: data.report,
    say(text, announces) {
      model.dispatch("say", { text, id: send({ type: "talk", text, ...(announces ? { announce: true } : {}) }) });
    },
    order,
    redraw,
    box,
  });
  const unread = unreadOf(
    () => (isInHand() ? isSheetOpen("talk") : isOpen()),
    ({ room, by }) => room === "duelists" && by === model.page.duel.view.viewer,
  );
  return {
    panel: (page) =>
      talk.panel(
        page.duel,
        { refusal: refusalOf(page, true), ...unsaidOf(page) },
        writesOrders(page) ? picksOn(page).say : null,
      ),
    unread: (duel) => unread(talk.heard(duel)),
    whenLoaded: (call) => box.loaded?.then(call),
  };
}
