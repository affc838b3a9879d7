// @ts-check
// Drafts: unsealed picks and their undo history, as this browser and the server keep them.
//
// A draft is `{of, made, picks, past, future}`: `of` is its request, `made` the server's time. The later of two drafts
// wins. Unchanged picks are left out. `orders` or `answers` are the picks in the form in which the server seals them
// when time runs out; without picks there are none.

import { limits } from "../lib/limits.js";
import { answersOf, keyOf, noPicks, ordersOf } from "./orders.js";

/** @import { Answers, Course, Draft, Name, Orders, Picks, Request } from "../types.d.ts" */

const SPARE = 96; // bytes below the server's limit, in case it counts differently

/**
 * Identifies a request: after a reveal, answers may lead to further questions in the same round.
 * @type {(request: Request) => string}
 */
export const tagOf = ({ round, type, questions = [] }) =>
  [round, type, ...(type === "answers" ? questions.map(keyOf) : [])].join(" ");

/**
 * Return the draft of a course of picks, with as much of the undo history as fits, latest first.
 * @type {(request: Request, course: Course, made: number) => Draft}
 */
export function packed(request, { past, picks, future }, made) {
  const course = { picks: lean(picks), past: past.map(lean), future: future.map(lean) };
  const draft = { of: tagOf(request), made, ...course, ...sealedByTime(request, picks) };
  while (isLarge(draft) && (draft.past.length || draft.future.length))
    (draft.past.length ? draft.past : draft.future).shift();
  return draft;
}

/**
 * Return the picks as the server seals them when time runs out, without talk.
 * @type {(request: Request, picks: Picks) => { orders?: Orders, answers?: Answers }}
 */
function sealedByTime(request, picks) {
  const silent = { ...picks, say: "" };
  if (!Object.keys(lean(silent)).length) return {};
  if (request.type === "answers") return { answers: answersOf(request.questions, picks.answers) };
  return { orders: ordersOf(request, silent) };
}

const isLarge = (draft) => new TextEncoder().encode(JSON.stringify(draft)).length > limits.draft - SPARE;

/**
 * Return the course of picks in a draft; null if the draft is for another request.
 * @type {(request: Request, draft: Draft | null) => Course | null}
 */
export function unpacked(request, draft) {
  if (!draft || draft.of !== tagOf(request) || typeof draft.made !== "number") return null;
  const { picks, past = [], future = [] } = draft;
  return { past: past.map(whole), picks: whole(picks), future: future.map(whole), what: null };
}

/**
 * Return the later of two drafts for this request; null if there is none.
 * @type {(request: Request, one: Draft | null | undefined, other: Draft | null | undefined) => Draft | null}
 */
export function newer(request, one, other) {
  const fitting = [one, other].filter(
    (draft) => draft && draft.of === tagOf(request) && typeof draft.made === "number",
  );
  return fitting.toSorted((a, b) => b.made - a.made)[0] ?? null;
}

const isNothing = (value) =>
  value === null || value === false || value === "" || (typeof value === "object" && !Object.keys(value).length);

function lean(picks) {
  const entries = Object.entries(picks).map(([name, value]) => [name, name === "second" ? lean(value) : value]);
  return Object.fromEntries(entries.filter(([, value]) => !isNothing(value)));
}

/** @type {(picks: Partial<Picks> | undefined) => Picks} */
function whole(picks) {
  const none = noPicks();
  return { ...none, ...picks, second: { ...none.second, ...picks?.second } };
}

// This browser's own -------------------------------------------------------------------------------------------------

const place = (slug, wizard) => `draft:${slug}:${wizard}`;

/**
 * Return the wizard's draft that this browser has kept; null if it has none.
 * @type {(slug: string, wizard: Name, storage?: Storage) => Draft | null}
 */
export function kept(slug, wizard, storage = globalThis.localStorage) {
  try {
    return JSON.parse(storage.getItem(place(slug, wizard)));
  } catch {
    return null;
  }
}

/**
 * Keep a draft in this browser; null: delete it. Without storage the server alone has it.
 * @type {(slug: string, wizard: Name, draft: Draft | null, storage?: Storage) => void}
 */
export function keep(slug, wizard, draft, storage = globalThis.localStorage) {
  try {
    if (draft) storage.setItem(place(slug, wizard), JSON.stringify(draft));
    else storage.removeItem(place(slug, wizard));
  } catch {
    // The draft lasts for this page, and on the server.
  }
}
