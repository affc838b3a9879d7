// @ts-check
// The desk: a wizard's current picks, and the changes that can be undone. Picks take effect at once. Pure.
//
// A desk is `{request, course, made}`: `request` is the server's request, null: none; `course` is from undo.js; `made`
// is the server's time of the last change, 0: none.

import { newer, packed, tagOf, unpacked } from "./drafts.js";
import { enteredPicks, isEntered, noPicks } from "./orders.js";
import { begun, did, redone, undone } from "./undo.js";

/** @import { Answers, Desk, Draft, Duel, Orders, Picks } from "../types.d.ts" */

/**
 * Return a desk for the current request, with the sealed picks.
 * @type {(duel: Duel) => Desk}
 */
export const laid = ({ request, entered }) => ({
  request,
  course: begun(request ? enteredPicks(request, entered) : noPicks()),
  made: 0,
});

/**
 * Return the desk as a draft; null: nothing has been picked.
 * @type {(desk: Desk) => Draft | null}
 */
export const draftOf = ({ request, course, made }) => (request && made ? packed(request, course, made) : null);

/**
 * Return the desk with a draft, if the draft is later.
 * @type {(desk: Desk, draft: Draft | null | undefined) => Desk}
 */
export function taken(desk, draft) {
  const latest = desk.request && newer(desk.request, draft, null);
  return latest && latest.made > desk.made
    ? { ...desk, course: unpacked(desk.request, latest), made: latest.made }
    : desk;
}

/**
 * Return the desk with the latest picks out of its own (or else `kept` by this browser) and the server's `draft`.
 * @type {(desk: Desk, kept: Draft | null | undefined, draft: Draft | null) => Desk}
 */
export const met = (desk, kept, draft) => taken(desk.made ? desk : taken(desk, kept), draft);

/**
 * Return whether the desk has changes that the server's draft lacks.
 * @type {(desk: Desk, draft: Draft | null) => boolean}
 */
export const isAhead = ({ request, made }, draft) =>
  Boolean(request) && made > (draft?.of === tagOf(request) ? draft.made : 0);

/** @type {(desk: Desk, course: Desk["course"], now: number) => Desk} */
const written = (desk, course, now) =>
  course === desk.course ? desk : { ...desk, course, made: Math.max(desk.made + 1, now) };

/**
 * Return the desk with other picks; `what` names the change, because consecutive changes of the same thing count as
 * one.
 * @type {(desk: Desk, picks: Picks, what: string | undefined, now: number) => Desk}
 */
export const withPicks = (desk, picks, what, now) => written(desk, did(desk.course, picks, what), now);

/** @type {(desk: Desk, now: number) => Desk} */
export const turnedBack = (desk, now) => written(desk, undone(desk.course), now);

/** @type {(desk: Desk, now: number) => Desk} */
export const turnedOn = (desk, now) => written(desk, redone(desk.course), now);

/**
 * Return the desk with picks that were sealed in another tab or device.
 * @type {(desk: Desk, entered: Orders | Answers | null, now: number) => Desk}
 */
export const adopted = (desk, entered, now) =>
  desk.request && entered ? withPicks(desk, enteredPicks(desk.request, entered), undefined, now) : desk;

/**
 * Return whether the picks differ from the sealed ones.
 * @type {(desk: Desk, entered: Orders | Answers | null) => boolean}
 */
export const isChanged = ({ request, course }, entered) =>
  Boolean(request && entered) && !isEntered(request, course.picks, entered);
