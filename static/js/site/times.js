// Times in the visitor's time zone. A cookie tells the server the zone for later pages (accounts/time_zones.py), the
// title of each time shows it in full, and relative times ("5 min ago", "in 5 min") stay up to date.

import { elapsed } from "../lib/elapsed.js";
import { atRest } from "../lib/later.js";
import { language } from "../lib/words.js";

const A_YEAR = 365 * 24 * 60 * 60;
const A_MINUTE = 60_000;

const locale = language === "en" ? "en-GB" : language;

const hasTime = (time) => time.dateTime.includes("T");

const isZoneTold = () => document.cookie.split("; ").some((one) => one.startsWith("zone="));

/** The first date formatting is slow in browsers, so skip it on pages without times once the server knows the zone. */
function begin() {
  const times = [...document.querySelectorAll("time[datetime]")].filter(hasTime);
  if (!times.length && isZoneTold()) return;
  const whole = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "short" });
  const { timeZone } = whole.resolvedOptions();
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in all browsers yet
  if (timeZone) document.cookie = `zone=${timeZone}; path=/; max-age=${A_YEAR}; samesite=lax`;
  for (const time of times) time.title = whole.format(new Date(time.dateTime));
}

function tellRelative() {
  const times = document.querySelectorAll("time:is([data-ago], [data-until])");
  const relative = times.length ? new Intl.RelativeTimeFormat(locale, { style: "short" }) : null;
  for (const time of times) {
    const sign = "until" in time.dataset ? 1 : -1;
    const apart = elapsed(sign * (new Date(time.dateTime) - Date.now()));
    if (apart) time.textContent = relative.format(sign * apart.count, apart.unit);
  }
}

atRest().then(begin);
setInterval(tellRelative, A_MINUTE);
