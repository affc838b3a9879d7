// What a screen reader is told of one's own picks: keys pick without moving the focus, so nothing else says what they did.

import { _ } from "../lib/words.js";
import { called } from "./beings.js";
import { summaryOfPicked } from "./orders.js";
import { picksOn, writesOrders } from "./page-state.js";

const PAUSE = 700; // milliseconds without another pick

/** "left palm, Shield at yourself" of a page; null while no orders are written. */
export function spokenPicks(page) {
  if (!writesOrders(page)) return null;
  const { request } = page.duel;
  const picked = summaryOfPicked(request, picksOn(page), (ref) => called(request, ref));
  return picked ? _("Picked: {orders}.", { orders: picked }) : _("Nothing is picked.");
}

/** A function to be called after each pick: it announces the picks once they have changed and no other follows. */
export function picksTellerOf({ page, announce, host = globalThis }) {
  let timer = null;
  let told = spokenPicks(page());
  return () => {
    host.clearTimeout(timer);
    timer = host.setTimeout(() => {
      const text = spokenPicks(page());
      if (text && text !== told) announce(text);
      told = text;
    }, PAUSE);
  };
}
