// @ts-check
// Undo and redo of picks. Pure.
//
// A course is `{past, picks, future, what}`: the current picks, earlier ones and undone ones. `what` names the last
// change: consecutive changes of the same thing, such as typed characters, count as one.

/** @import { Course, Picks } from "../types.d.ts" */

/**
 * The course that begins with these picks.
 * @type {(picks: Picks) => Course}
 */
export const begun = (picks) => ({ past: [], picks, future: [], what: null });

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Return the course after a change, which can be undone.
 * @type {(course: Course, picks: Picks, what?: string | null) => Course}
 */
export function did(course, picks, what = null) {
  if (same(picks, course.picks)) return course;
  const goesOn = what !== null && what === course.what;
  return { past: goesOn ? course.past : [...course.past, course.picks], picks, future: [], what };
}

/**
 * Return the course with the last change undone.
 * @type {(course: Course) => Course}
 */
export function undone(course) {
  const { past, picks, future } = course;
  if (!past.length) return course;
  return { past: past.slice(0, -1), picks: past.at(-1), future: [picks, ...future], what: null };
}

/**
 * Return the course with the last undone change redone.
 * @type {(course: Course) => Course}
 */
export function redone(course) {
  const { past, picks, future } = course;
  if (!future.length) return course;
  return { past: [...past, picks], picks: future[0], future: future.slice(1), what: null };
}
