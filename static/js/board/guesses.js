// @ts-check
// Guesses: at which hands a watcher may guess, whether he was right, and his tally. Pure.

import { HANDS, isGesture } from "../lib/gestures.js";
import { stands } from "./circle.js";

/** @import { Guess, Hand, Name, Tally, Verdict, View } from "../types.d.ts" */

/** @type {Tally} */
export const NO_GUESSES = Object.freeze({ guesses: 0, hits: 0, streak: 0, best: 0 });

/** @type {(tally: Tally, isRight: boolean) => Tally} */
export function counted({ guesses, hits, streak, best }, isRight) {
  const inRow = isRight ? streak + 1 : 0;
  return { guesses: guesses + 1, hits: hits + (isRight ? 1 : 0), streak: inRow, best: Math.max(best, inRow) };
}

/** The round at which one guesses now. */
export const roundOf = (/** @type {Pick<View, "number">} */ view) => view.number + 1;

/** Whether there is something to guess: gestures that nobody has seen. */
export const mayGuess = (/** @type {Pick<View, "result" | "reveal">} */ view) => !view.result && !view.reveal;

/**
 * The hands that will do something: those of who stands and acts; of whom nothing is told (a stopped time), all who stand.
 * @type {(view: Pick<View, "wizards">, acting: Name[]) => { wizard: Name, hand: Hand }[]}
 */
export function handsOpen({ wizards }, acting) {
  const open = wizards.filter((wizard) => stands(wizard) && (!acting.length || acting.includes(wizard.name)));
  return open.flatMap(({ name }) => HANDS.map((hand) => ({ wizard: name, hand })));
}

/**
 * What has become of a guess by this view; null while its round is not over.
 * @type {(guess: Guess, view: Pick<View, "number" | "rounds" | "result">) => Verdict | null}
 */
export function verdictOn(guess, view) {
  if (view.number < guess.round && !view.result) return null;
  const made = view.rounds.find(({ number }) => number === guess.round)?.gestures[guess.wizard]?.[guess.hand];
  const seen = made && isGesture(made) ? made : null;
  return { ...guess, made: seen, isRight: seen === guess.gesture };
}
