// @ts-check
// Drafts: picks that are not sealed yet, with what can be undone, as this browser and the server keep them.
//
// A draft is `{of, made, picks, past, future}`: of which request it is, and when it was made by the server's clock. Of two
// drafts the one made later counts. What picks leave as it is, is left out. `orders` or `answers` are the picks in the form in
// which the server seals them when time runs out; without any picks there are none.

import { limits } from "../lib/limits.js";
import { answersOf, keyOf, noPicks, ordersOf } from "./orders.js";

/** @import { Answers, Course, Draft, Name, Orders, Picks, Request } from "../types.d.ts" */

const SPARE = 96; // bytes of what the server takes, in case it counts otherwise

/**
 * What tells one request from the next: after a reveal, answers may lead to further questions in the same round.
 * @type {(request: Request) => string}
 */
export const tagOf = ({ round, type, questions = [] }) =>
  [round, type, ...(type === "answers" ? questions.map(keyOf) : [])].join(" ");

/**
 * The draft of a course of picks; of much that could be undone, what was done last.
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
 * What the server seals of these picks when time runs out: no words.
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
 * The course of picks that a draft holds; null if it is none for this request.
 * @type {(request: Request, draft: Draft | null) => Course | null}
 */
export function unpacked(request, draft) {
  if (!draft || draft.of !== tagOf(request) || typeof draft.made !== "number") return null;
  const { picks, past = [], future = [] } = draft;
  return { past: past.map(whole), picks: whole(picks), future: future.map(whole), what: null };
}

/**
 * Of two drafts for this request the one that was made later; null if there is none.
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
 * The draft of this wizard that the browser has kept; null if it has none.
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
 * Has the browser keep a draft; null: forget it. One that keeps nothing leaves it to the server.
 * @type {(slug: string, wizard: Name, draft: Draft | null, storage?: Storage) => void}
 */
export function keep(slug, wizard, draft, storage = globalThis.localStorage) {
  try {
    if (draft) storage.setItem(place(slug, wizard), JSON.stringify(draft));
    else storage.removeItem(place(slug, wizard));
  } catch {
    // It lives as long as the page, and at the server.
  }
}
