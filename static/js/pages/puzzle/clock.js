// @ts-check
// The time of a storm in words, and what follows an answer. Pure.

import { timeLeft } from "../../lib/clock.js";

/** Return the time that is left as minutes and seconds: "2:05". */
export const leftText = (milliseconds) => timeLeft(Math.max(0, milliseconds));

/**
 * Return what follows: "next" puzzle or result after an answer, "over" if the user first reads why a mistake has ended the
 * run, "here" while the puzzle is open.
 * @type {(guide: { over: boolean, strayed: boolean, run?: { goes_on: boolean } }) => "next" | "over" | "here"}
 */
export function nextStep({ over, strayed, run }) {
  if (!over && !strayed) return "here";
  return strayed && run && !run.goes_on ? "over" : "next";
}
