// @ts-check
// Everything that changes on a duel page: the server's data, the desk, and the progress of the orders. Pure.
//
// `reducePage(page, action)` returns the page after an action, which contains its local time (`at`). A page is `{duel,
// desk, caret, warned, link, asking, said, unsaid, effects}`: `duel` is from duel-state.js, `desk` from desk.js;
// `caret` is the hand of the next letter, if it is not the first empty one; `warned` are the grave warnings shown at
// the first click on the seal; `asking` is the subject of the dialog; `said` is the id of the viewer's last message of
// talk; `unsaid` are the messages of theirs that the server has not confirmed; `effects` are to be carried out after
// this action: "sync" requests the whole duel; "keep", "send", "cancel" and "forget" go to the draft store.

import { adopted, draftOf, isAhead, isChanged, laid, met, taken, turnedBack, turnedOn, withPicks } from "./desk.js";
import { hasGivenUp, initial, planned, questionOf, reduce, sent } from "./duel-state.js";
import { warningsOf } from "./warnings.js";

/** @import { Action, Draft, OrdersRequest, Effect, DuelFrame, Frame, Message, Page, Picks } from "../types.d.ts" */

/**
 * Return the initial page, from the whole duel and the draft that this browser has `kept`.
 * @type {(frame: DuelFrame, how: { at: number, kept?: Draft | null }) => Page}
 */
export function opened(frame, { at, kept = null }) {
  const duel = reduce(initial, frame, at);
  return asked({ duel, link: "connecting", asking: null, said: null, unsaid: [], effects: [] }, kept);
}

/**
 * Return the page after an action.
 * @type {(page: Page, action: Action) => Page}
 */
export const reducePage = (page, action) => ACTIONS[action.type]({ ...page, effects: [] }, action);

/** @type {Record<Action["type"], (page: Page, action: any) => Page>} */
const ACTIONS = {
  /** A frame has arrived. `kept`: this browser's draft. */
  frame: framed,
  /** New picks; `what` names the change, `caret` the next hand, if they matter. */
  pick: (page, { picks, what, caret = page.caret, at }) =>
    onDesk({ ...page, caret }, withPicks(page.desk, picks, what, serverTime(page, at))),
  undo: (page, { at }) => turned(page, turnedBack(page.desk, serverTime(page, at))),
  redo: (page, { at }) => turned(page, turnedOn(page.desk, serverTime(page, at))),
  go: (page, { caret }) => ({ ...page, caret }),
  /** Orders or answers are being sent in the message `id`. The picks stay, and can still be undone. */
  seal(page, { id, sealed }) {
    const duel = sent(page.duel, id, sealed);
    const isLast = duel.waiting.every((name) => name === duel.view.viewer);
    return { ...page, duel, warned: null, effects: isLast ? [] : ["send"] };
  },
  /** The sealed orders or answers are being taken back. */
  withdraw: (page, { id }) => ({ ...page, duel: sent(page.duel, id, null) }),
  plan: (page, { frame }) => ({ ...page, duel: planned(page.duel, frame) }),
  warn: (page) => ({ ...page, warned: gravesOf(page) }),
  refuse: (page, { why }) => ({ ...page, duel: { ...page.duel, refusal: { why } } }),
  ask: (page, { about }) => ({ ...page, asking: about }),
  say: (page, { id, text }) => ({ ...page, said: id, unsaid: [...page.unsaid, { id, text }] }),
  /** Reconnection attempts are not announced one by one. */
  link: (page, { link }) => ({ ...page, link: page.link === "lost" && link === "connecting" ? "lost" : link }),
};

/**
 * Convert a local time to the server's.
 * @type {(page: Page, at: number) => number}
 */
const serverTime = ({ duel }, at) => at + duel.skew;

/**
 * Return the page with a new desk, which ends an earlier refusal of orders.
 * @type {(page: Page, desk: Page["desk"]) => Page}
 */
function onDesk(page, desk) {
  if (desk === page.desk) return page;
  const duel = { ...page.duel, refusal: refusalOf(page, true) };
  return { ...page, duel, desk, effects: [...page.effects, "keep"] };
}

/**
 * Return the page after undo or redo: the next letter is for the first empty hand again.
 * @type {(page: Page, desk: Page["desk"]) => Page}
 */
const turned = (page, desk) => (page.duel.request ? onDesk({ ...page, caret: null }, desk) : page);

// Frames -------------------------------------------------------------------------------------------------------------

/**
 * Return whether a frame is an answer to a draft, which needs no action: a refused one only came too late.
 * @type {(frame: Frame) => boolean}
 */
export const isOfDraft = (frame) => "id" in frame && frame.id === "draft";

/** @type {(page: Page, action: { frame: Frame, at: number, kept?: Draft | null }) => Page} */
function framed(page, { frame, at, kept = null }) {
  const duel = reduce(page.duel, frame, at);
  const isLost = (duel.lagging && !page.duel.lagging) || (frame.type === "refused" && frame.code === "stale");
  /** @type {Page} */
  const next = { ...page, duel, unsaid: unsaidAfter(page, frame), effects: isLost ? ["sync"] : [] };
  return isNewQuestion(page, next) ? asked(next, kept) : heard(next, page.duel.entered, { frame, at, kept });
}

/** @type {(page: Page, frame: Frame) => Page["unsaid"]} */
const unsaidAfter = ({ unsaid }, frame) => ("id" in frame ? unsaid.filter(({ id }) => id !== frame.id) : unsaid);

/**
 * Return whether the request has changed.
 * @type {(before: Page, now: Page) => boolean}
 */
export const isNewQuestion = (before, now) => questionOf(before.duel) !== questionOf(now.duel);

/**
 * Clear the desk for a new question. The latest picks for it win, from here or elsewhere, otherwise the sealed ones.
 * @type {(page: Omit<Page, "desk" | "caret" | "warned">, kept: Draft | null) => Page}
 */
function asked(page, kept) {
  const { duel } = page;
  const desk = met(laid(duel), kept, duel.draft);
  /** @type {Effect[]} */
  const drafts = duel.request ? (isAhead(desk, duel.draft) ? ["cancel", "send"] : ["cancel"]) : ["cancel", "forget"];
  return { ...page, desk, caret: null, warned: null, effects: [...page.effects, ...drafts] };
}

/**
 * Update the desk with picks or orders from elsewhere.
 * @type {(page: Page, before: Page["duel"]["entered"], told: { frame: Frame, at: number, kept: Draft | null }) => Page}
 */
function heard(page, before, { frame, at, kept }) {
  const { duel } = page;
  if (frame.type === "draft") return { ...page, desk: taken(page.desk, frame.draft) };
  const isOther = ["entered", "duel"].includes(frame.type) && !isSame(before, duel.entered);
  const known = frame.type === "duel" ? metAnew(page, kept) : page;
  return isOther ? onDesk(known, adopted(known.desk, duel.entered, serverTime(page, at))) : known;
}

/**
 * Update the desk from the whole duel; the later draft wins.
 * @type {(page: Page, kept: Draft | null) => Page}
 */
function metAnew(page, kept) {
  const { draft } = page.duel;
  const desk = met(page.desk, kept, draft);
  return { ...page, desk, effects: isAhead(desk, draft) ? [...page.effects, "send"] : page.effects };
}

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// Queries ------------------------------------------------------------------------------------------------------------

/** @type {(page: Page) => Picks} */
export const picksOn = ({ desk }) => desk.course.picks;

/**
 * The request, when it is for orders.
 * @type {(page: Pick<Page, "duel">) => OrdersRequest}
 */
export const ordersAsked = ({ duel }) => /** @type {OrdersRequest} */ (duel.request);

/** @type {(page: Page) => boolean} */
export const writesOrders = ({ duel }) => duel.request?.type === "orders" && !hasGivenUp(duel);

/**
 * Return the draft as a frame for the server; null: there is none.
 * @type {(page: Page) => Extract<Message, { type: "draft" }> | null}
 */
export function draftFrame({ desk }) {
  const draft = draftOf(desk);
  return draft && { type: "draft", round: desk.request.round, draft };
}

/**
 * Return the texts of the grave warnings about these orders, which also identify them.
 * @type {(page: Page) => string[]}
 */
export const gravesOf = ({ duel, desk }) =>
  warningsOf(duel.view, ordersAsked({ duel }), desk.course.picks)
    .filter(({ isGrave }) => isGrave)
    .map(({ text }) => text);

/**
 * Return whether all grave warnings have been shown.
 * @type {(page: Page) => boolean}
 */
export const isWarned = (page) => page.warned !== null && isSame(page.warned, gravesOf(page));

/**
 * Return the progress of the orders.
 * @type {(page: Page) => { isChanged: boolean, isWarned: boolean, mayUndo: boolean, mayRedo: boolean }}
 */
export const progress = (page) => ({
  isChanged: isChanged(page.desk, page.duel.entered),
  isWarned: isWarned(page),
  mayUndo: page.desk.course.past.length > 0,
  mayRedo: page.desk.course.future.length > 0,
});

/**
 * Return the refusal of talk (`isSaid`) or of orders, if any.
 * @type {(page: Page, isSaid: boolean) => Page["duel"]["refusal"]}
 */
export const refusalOf = ({ duel: { refusal }, said }, isSaid) =>
  refusal && (refusal.id === said) === isSaid ? refusal : null;

/**
 * Return the messages of talk that wait for a lost or closed connection, and whether they will be sent.
 * @type {(page: Page) => { unsaid: string[], isClosed: boolean }}
 */
export const unsaidOf = ({ unsaid, link }) => ({
  unsaid: link === "lost" || link === "closed" ? unsaid.map(({ text }) => text) : [],
  isClosed: link === "closed",
});

/**
 * Return whether orders have just been refused.
 * @type {(before: Page, now: Page) => boolean}
 */
export const isNewRefusal = (before, now) => before.duel.refusal !== now.duel.refusal && refusalOf(now, false) !== null;
