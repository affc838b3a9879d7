// How long ago something was, in the largest unit that fits.

const A_MINUTE = 60_000;
const UNITS = { day: 24 * 60 * A_MINUTE, hour: 60 * A_MINUTE, minute: A_MINUTE };
const MOST_DAYS = 7;

/** `past`, in milliseconds, as `{ count, unit }`: a minute at least; nothing of a week and more, which is told by its day. */
export function elapsed(past) {
  if (past >= MOST_DAYS * UNITS.day) return null;
  const [unit, length] = Object.entries(UNITS).find(([, length]) => past >= length) ?? ["minute", A_MINUTE];
  return { unit, count: Math.max(1, Math.floor(past / length)) };
}
