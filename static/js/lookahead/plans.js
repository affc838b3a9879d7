// @ts-check
// The pure part of plans: lines of "if they show this, I do that", for the next round and the one after it.
//
// A line is { if: {White: {left: "S"}}, orders: {left, right, target}, lines: [] }. A place is a list of numbers: [1]
// is the second line, [1, 0] the first of the lines that follow it.

import { limits } from "../lib/limits.js";

/** @import { Duel, PairOrders, PlanLine } from "../types.d.ts" */

const LARGEST = 6000; // characters of all lines, a little below the limit of a frame

/** Return whether this duel is slow enough for plans. */
const isSlow = ({ pace }) => pace === null || pace >= limits.plan.pace;

/**
 * Return whether this wizard may plan now: they have sealed, and the round is not resolved.
 * @type {(state: Duel) => boolean}
 */
export const mayPlan = (state) =>
  isSlow(state) &&
  !state.practice &&
  !state.view.result &&
  state.request !== null &&
  sealed(state) !== null &&
  !state.missed[state.view.viewer];

/**
 * Return the wizard's sealed orders of this round; after the reveal they are in the revealed round.
 * @type {(state: Duel) => PairOrders | null}
 */
export function sealed({ request, entered, view }) {
  if (request?.type === "orders") return entered?.forfeit ? null : entered;
  const made = view.reveal?.gestures[view.viewer];
  return made ? { left: made.left, right: made.right } : null;
}

/**
 * Return the lines for this round.
 * @type {(state: Duel) => PlanLine[]}
 */
export const linesOf = (state) => (state.plan?.round === state.view.number + 1 ? state.plan.lines : []);

/** @type {(lines: PlanLine[], place: number[]) => PlanLine} */
export const lineAt = (lines, [at, ...further]) => (further.length ? lineAt(lines[at].lines, further) : lines[at]);

/**
 * Return the lines after `change` to those at a place (of the line that they follow).
 * @type {(lines: PlanLine[], place: number[], change: (lines: PlanLine[]) => PlanLine[]) => PlanLine[]}
 */
export function changed(lines, place, change) {
  if (!place.length) return change(lines);
  const [at, ...further] = place;
  return lines.map((line, index) => (index === at ? { ...line, lines: changed(line.lines, further, change) } : line));
}

/** @type {(lines: PlanLine[], place: number[], line: PlanLine) => PlanLine[]} */
export const withLine = (lines, place, line) => changed(lines, place, (those) => [...those, line]);

/** @type {(lines: PlanLine[], place: number[]) => PlanLine[]} */
export const withoutLine = (lines, place) =>
  changed(lines, place.slice(0, -1), (those) => those.toSpliced(place.at(-1), 1));

/**
 * Return the lines with one moved up; the first matching line wins.
 * @type {(lines: PlanLine[], place: number[]) => PlanLine[]}
 */
export const raised = (lines, place) =>
  changed(lines, place.slice(0, -1), (those) => {
    const at = place.at(-1);
    return at ? those.toSpliced(at - 1, 2, those[at], those[at - 1]) : those;
  });

/** @type {(lines: PlanLine[], place: number[]) => boolean} */
export const isFull = (lines, place) =>
  (place.length ? lineAt(lines, place).lines : lines).length >= limits.plan.lines ||
  JSON.stringify(lines).length > LARGEST;

/**
 * Return the pairs that the wizard will have made before the lines at this place: `[{left, right}]`.
 * @type {(state: Duel, place: number[]) => (PairOrders | null)[]}
 */
export const madeUntil = (state, place) => [
  sealed(state),
  ...place.map((_, index) => lineAt(linesOf(state), place.slice(0, index + 1)).orders),
];

/** Return the spells that a hand would complete with this gesture after the earlier pairs. */
export function completedThen(completions, hand, made, gesture, other) {
  const pairs = [...made.map((pair) => [pair[hand], pair.left === pair.right]), [gesture, gesture === other]];
  const fits = (missing) =>
    missing.length === pairs.length &&
    [...missing].every(
      (letter, at) => letter.toUpperCase() === pairs[at][0] && (letter === letter.toUpperCase() || pairs[at][1]),
    );
  const found = Object.entries(completions?.[hand][made.length] ?? {}).filter(([missing]) => fits(missing));
  const shields = gesture === "P" ? (completions?.[hand][0]?.P ?? []).filter((spell) => spell === "shield") : [];
  return [...found.flatMap(([, spells]) => spells), ...shields];
}

/**
 * Return a condition without the hands that may make any gesture.
 * @type {(shown: PlanLine["if"]) => PlanLine["if"]}
 */
export const conditionOf = (shown) =>
  Object.fromEntries(
    Object.entries(shown)
      .map(([name, hands]) => [name, Object.fromEntries(Object.entries(hands).filter(([, gesture]) => gesture))])
      .filter(([, hands]) => Object.keys(hands).length),
  );
