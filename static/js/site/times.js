// Times on a page, by the visitor's clock: its zone is told to the server, which writes the next pages by it
// (accounts/time_zones.py); whoever points at a time reads it whole; what is told as "5 min ago" stays true.

import { elapsed } from "../lib/elapsed.js";
import { atRest } from "../lib/later.js";
import { language } from "../lib/words.js";

const A_YEAR = 365 * 24 * 60 * 60;
const A_MINUTE = 60_000;

const locale = language === "en" ? "en-GB" : language;

const hasTime = (time) => time.dateTime.includes("T");

/** Knowing dates takes browsers a while, the first time. */
function begin() {
  const whole = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "short" });
  const { timeZone } = whole.resolvedOptions();
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in all browsers yet
  if (timeZone) document.cookie = `zone=${timeZone}; path=/; max-age=${A_YEAR}; samesite=lax`;
  for (const time of document.querySelectorAll("time[datetime]"))
    if (hasTime(time)) time.title = whole.format(new Date(time.dateTime));
}

function tellAgo() {
  const relative = new Intl.RelativeTimeFormat(locale, { style: "short" });
  for (const time of document.querySelectorAll("time[data-ago]")) {
    const past = elapsed(Date.now() - new Date(time.dateTime));
    if (past) time.textContent = relative.format(-past.count, past.unit);
  }
}

atRest().then(begin);
setInterval(tellAgo, A_MINUTE);
