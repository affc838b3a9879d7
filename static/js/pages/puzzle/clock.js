// @ts-check
// The time of a storm in words, and what follows an answer. Pure.

/** Return the time that is left as minutes and seconds: "2:05". */
export function leftText(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * Return what follows: "next" puzzle or result after an answer, "over" if the user first reads why a streak has ended,
 * "here" while the puzzle is open.
 * @type {(guide: { over: boolean, strayed: boolean, says: string, run?: { goes_on: boolean } }) => "next" | "over" | "here"}
 */
export function nextStep({ over, strayed, says, run }) {
  if (!over && !strayed) return "here";
  return strayed && says && run && !run.goes_on ? "over" : "next";
}
