// The clocks of a duel: whose clock runs, the time left, and its text.

import { _, ngettext } from "./words.js";

const MINUTE = 60;
export const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Format milliseconds as "1:05", "3 h 20 min" or "2 d 4 h". */
export function timeLeft(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds >= DAY)
    return _("{days} d {hours} h", { days: Math.floor(seconds / DAY), hours: Math.floor((seconds % DAY) / HOUR) });
  if (seconds >= HOUR)
    return _("{hours} h {minutes} min", {
      hours: Math.floor(seconds / HOUR),
      minutes: Math.floor((seconds % HOUR) / MINUTE),
    });
  return `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, "0")}`;
}

/**
 * Return a wizard's clock at the local time `at`: milliseconds left of the round (`own`) and of the `reserve`, and
 * which one `runs`. Null without a clock, or if the viewer may not know it.
 */
export function clockOf({ view, deadline, reserves, vacations, waiting, skew }, name, at) {
  if (view.result || deadline === null) return null;
  const now = at + skew;
  const vacation = vacations[name];
  const up = deadline + (vacation?.later ?? 0);
  const own = Math.max(0, up - now - standstill(vacation, now, up));
  const isAwaited = waiting.includes(name);
  const used = isAwaited ? Math.max(0, now - up) : 0;
  const reserve = Math.max(0, 1000 * (reserves[name] ?? 0) - used);
  const running = own > 0 ? "own" : "reserve";
  return { own, reserve, runs: isAwaited && !isAway(vacation, now) ? running : null };
}

/** Return the part of a vacation that lies between now and `up`, in milliseconds. */
function standstill(vacation, now, up) {
  if (!vacation || vacation.until <= now || vacation.began >= up) return 0;
  return vacation.until - Math.max(now, vacation.began);
}

/** Return whether this vacation is under way. */
export const isAway = (vacation, now) => Boolean(vacation) && vacation.began <= now && now < vacation.until;

/**
 * Return the wizard whose clock matters to this viewer: the viewer while they are to move, else the one with least
 * time.
 */
export function whoseClock(state, at) {
  const { view, waiting } = state;
  if (waiting.includes(view.viewer)) return view.viewer;
  const left = (name) => {
    const { own, reserve, runs } = clockOf(state, name, at);
    return runs ? own + reserve : Infinity;
  };
  return waiting.reduce((first, name) => (left(name) < left(first) ? name : first), waiting[0]);
}

/** Milliseconds below which little time is left. */
export const LITTLE = 15_000;

/** Return the milliseconds this viewer has left, or null if nothing is asked or there is no clock. */
function ownTime(state, at) {
  const { viewer } = state.view;
  const clock = state.waiting.includes(viewer) ? clockOf(state, viewer, at) : null;
  return clock?.runs ? clock.own + clock.reserve : null;
}

/** Return whether this viewer has little time left. */
export function isLow(state, at) {
  const left = ownTime(state, at);
  return left !== null && left <= LITTLE;
}

/** Return the text for screen readers when this viewer has little time left, else null. */
export function lowText(state, at) {
  if (!isLow(state, at)) return null;
  const seconds = Math.ceil(ownTime(state, at) / 1000);
  return seconds > 0 ? ngettext("{count} second left.", "{count} seconds left.", seconds) : null;
}

/** Return the text for screen readers when this viewer's reserve begins to run, else null. */
export function reserveText(state, at) {
  const clock = state.waiting.includes(state.view.viewer) ? clockOf(state, state.view.viewer, at) : null;
  if (clock?.runs !== "reserve" || !clock.reserve) return null;
  return _("The round’s time is up. Your reserve is running: {time} left.", { time: timeLeft(clock.reserve) });
}
