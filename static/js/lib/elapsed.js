// Time since an event, in the largest unit that fits.

const A_MINUTE = 60_000;
const UNITS = { day: 24 * 60 * A_MINUTE, hour: 60 * A_MINUTE, minute: A_MINUTE };
const MOST_DAYS = 7;

/** Convert milliseconds to `{ count, unit }`, at least one minute; null from a week on, where pages show the date. */
export function elapsed(past) {
  if (past >= MOST_DAYS * UNITS.day) return null;
  const [unit, length] = Object.entries(UNITS).find(([, length]) => past >= length) ?? ["minute", A_MINUTE];
  return { unit, count: Math.max(1, Math.floor(past / length)) };
}
