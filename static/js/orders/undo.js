// @ts-check
// Picks that can be undone and done again. Pure.
//
// A course is `{past, picks, future, what}`: the picks as they stand, those before and, undone, those after them. `what`
// says what changed last: one change after the other of the same thing, as letter by letter of a word, counts as one.

/** @import { Course, Picks } from "../types.d.ts" */

/**
 * The course that begins with these picks.
 * @type {(picks: Picks) => Course}
 */
export const begun = (picks) => ({ past: [], picks, future: [], what: null });

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * The course with other picks, which can be undone.
 * @type {(course: Course, picks: Picks, what?: string | null) => Course}
 */
export function did(course, picks, what = null) {
  if (same(picks, course.picks)) return course;
  const goesOn = what !== null && what === course.what;
  return { past: goesOn ? course.past : [...course.past, course.picks], picks, future: [], what };
}

/**
 * The course one change back.
 * @type {(course: Course) => Course}
 */
export function undone(course) {
  const { past, picks, future } = course;
  if (!past.length) return course;
  return { past: past.slice(0, -1), picks: past.at(-1), future: [picks, ...future], what: null };
}

/**
 * The course with the change done again that was undone last.
 * @type {(course: Course) => Course}
 */
export function redone(course) {
  const { past, picks, future } = course;
  if (!future.length) return course;
  return { past: [...past, picks], picks: future[0], future: future.slice(1), what: null };
}
