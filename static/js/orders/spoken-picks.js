// Announcements of picks for screen readers: keys pick without moving the focus, so nothing else reads the result.

import { _ } from "../lib/words.js";
import { called } from "./beings.js";
import { summaryOfPicked } from "./orders.js";
import { picksOn, writesOrders } from "./page-state.js";

const PAUSE = 700; // milliseconds without another pick

/** Return "left palm, Shield at yourself", or null while no orders are being written. */
export function spokenPicks(page) {
  if (!writesOrders(page)) return null;
  const { request } = page.duel;
  const picked = summaryOfPicked(request, picksOn(page), (ref) => called(request, ref));
  return picked ? _("Picked: {orders}.", { orders: picked }) : _("Nothing is picked.");
}

/** Return a function to call after each pick: it announces changed picks after a pause. */
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
