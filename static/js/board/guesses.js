// @ts-check
// Guesses: the hands that a spectator may guess, the verdict on a guess, and the tally. Pure.

import { HANDS, isGesture } from "../lib/gestures.js";
import { isStanding } from "./circle.js";

/** @import { Guess, Hand, Name, Tally, Verdict, View } from "../types.d.ts" */

/** @type {Tally} */
export const NO_GUESSES = Object.freeze({ guesses: 0, hits: 0, streak: 0, best: 0 });

/** @type {(tally: Tally, isRight: boolean) => Tally} */
export function counted({ guesses, hits, streak, best }, isRight) {
  const inRow = isRight ? streak + 1 : 0;
  return { guesses: guesses + 1, hits: hits + (isRight ? 1 : 0), streak: inRow, best: Math.max(best, inRow) };
}

/** The round that a guess now is for. */
export const roundOf = (/** @type {Pick<View, "number">} */ view) => view.number + 1;

/** Return whether there are unrevealed gestures to guess. */
export const mayGuess = (/** @type {Pick<View, "result" | "reveal">} */ view) => !view.result && !view.reveal;

/**
 * Return the hands that will act: those of the acting wizards, or of all standing wizards if nobody knows who acts (a
 * stopped time).
 * @type {(view: Pick<View, "wizards">, acting: Name[]) => { wizard: Name, hand: Hand }[]}
 */
export function handsOpen({ wizards }, acting) {
  const open = wizards.filter((wizard) => isStanding(wizard) && (!acting.length || acting.includes(wizard.name)));
  return open.flatMap(({ name }) => HANDS.map((hand) => ({ wizard: name, hand })));
}

/**
 * Return whether a guess was right, or null while its round is not over.
 * @type {(guess: Guess, view: Pick<View, "number" | "rounds" | "result">) => Verdict | null}
 */
export function verdictOn(guess, view) {
  if (view.number < guess.round && !view.result) return null;
  const made = view.rounds.find(({ number }) => number === guess.round)?.gestures[guess.wizard]?.[guess.hand];
  const seen = made && isGesture(made) ? made : null;
  return { ...guess, made: seen, isRight: seen === guess.gesture };
}
