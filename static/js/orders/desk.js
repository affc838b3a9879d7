// @ts-check
// The desk at which a wizard writes his orders: what is picked, and what can be undone. A pick stands at once. Pure.
//
// A desk is `{request, course, made}`: `request` is what is asked, null: nothing; `course` is of undo.js; `made` says when it
// was written on last, by the server's clock, 0: not yet.

import { newer, packed, tagOf, unpacked } from "./drafts.js";
import { enteredPicks, noPicks, stands } from "./orders.js";
import { begun, did, redone, undone } from "./undo.js";

/** @import { Answers, Desk, Draft, Duel, Orders, Picks } from "../types.d.ts" */

/**
 * A desk for what is asked now, with what is sealed of it.
 * @type {(duel: Duel) => Desk}
 */
export const laid = ({ request, entered }) => ({
  request,
  course: begun(request ? enteredPicks(request, entered) : noPicks()),
  made: 0,
});

/**
 * The desk as a draft; null: nothing has been written on it.
 * @type {(desk: Desk) => Draft | null}
 */
export const draftOf = ({ request, course, made }) => (request && made ? packed(request, course, made) : null);

/**
 * The desk with a draft, if it was made later.
 * @type {(desk: Desk, draft: Draft | null | undefined) => Desk}
 */
export function taken(desk, draft) {
  const latest = desk.request && newer(desk.request, draft, null);
  return latest && latest.made > desk.made
    ? { ...desk, course: unpacked(desk.request, latest), made: latest.made }
    : desk;
}

/**
 * The desk with the latest of what is on it, else `kept` by this browser, and of the server's `draft`.
 * @type {(desk: Desk, kept: Draft | null | undefined, draft: Draft | null) => Desk}
 */
export const met = (desk, kept, draft) => taken(desk.made ? desk : taken(desk, kept), draft);

/**
 * Whether the server's draft lacks what is on the desk.
 * @type {(desk: Desk, draft: Draft | null) => boolean}
 */
export const isAhead = ({ request, made }, draft) =>
  Boolean(request) && made > (draft?.of === tagOf(request) ? draft.made : 0);

/** @type {(desk: Desk, course: Desk["course"], now: number) => Desk} */
const written = (desk, course, now) =>
  course === desk.course ? desk : { ...desk, course, made: Math.max(desk.made + 1, now) };

/**
 * The desk with other picks; `what` says what changed, where changes of the same thing are one.
 * @type {(desk: Desk, picks: Picks, what: string | undefined, now: number) => Desk}
 */
export const withPicks = (desk, picks, what, now) => written(desk, did(desk.course, picks, what), now);

/** @type {(desk: Desk, now: number) => Desk} */
export const turnedBack = (desk, now) => written(desk, undone(desk.course), now);

/** @type {(desk: Desk, now: number) => Desk} */
export const turnedOn = (desk, now) => written(desk, redone(desk.course), now);

/**
 * What stands has been sealed elsewhere: the picks are what it says.
 * @type {(desk: Desk, entered: Orders | Answers | null, now: number) => Desk}
 */
export const adopted = (desk, entered, now) =>
  desk.request && entered ? withPicks(desk, enteredPicks(desk.request, entered), undefined, now) : desk;

/**
 * Whether the picks say something else than what is sealed.
 * @type {(desk: Desk, entered: Orders | Answers | null) => boolean}
 */
export const isChanged = ({ request, course }, entered) =>
  Boolean(request && entered) && !stands(request, course.picks, entered);
