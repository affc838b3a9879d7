// @ts-check
// All that changes on the page of a duel: what the server has told, the desk, and how far the orders are. Pure.
//
// `reducePage(page, action)` gives the page after an action, which names when it happened (`at`, local time). A page is
// `{duel, desk, caret, warned, link, asking, said, effects}`: `duel` is of duel-state.js, `desk` of desk.js; `caret` is the hand that the
// next letter is for, if it is not the first empty one; `warned` are the grave warnings that the first click on the seal has told;
// `asking` is what the dialog asks; `said` the id of what this viewer has said last. `effects` are to be carried out on account of this
// action: "sync" asks for the whole duel, and "keep", "send", "cancel" and "forget" go to the store of drafts.

import { adopted, draftOf, isAhead, isChanged, laid, met, taken, turnedBack, turnedOn, withPicks } from "./desk.js";
import { hasGivenUp, initial, planned, questionOf, reduce, sent } from "./duel-state.js";
import { warningsOf } from "./warnings.js";

/** @import { Action, Draft, OrdersRequest, Effect, DuelFrame, Frame, Message, Page, Picks } from "../types.d.ts" */

/**
 * The page as it begins, with the whole duel, and with the draft that this browser has `kept`.
 * @type {(frame: DuelFrame, how: { at: number, kept?: Draft | null }) => Page}
 */
export function opened(frame, { at, kept = null }) {
  const duel = reduce(initial, frame, at);
  return asked({ duel, link: "connecting", asking: null, said: null, effects: [] }, kept);
}

/**
 * The page after an action.
 * @type {(page: Page, action: Action) => Page}
 */
export const reducePage = (page, action) => ACTIONS[action.type]({ ...page, effects: [] }, action);

/** @type {Record<Action["type"], (page: Page, action: any) => Page>} */
const ACTIONS = {
  /** A frame has come. `kept`: the draft that this browser has. */
  frame: framed,
  /** Other picks; `what` changed, and `caret` is next, where that matters. */
  pick: (page, { picks, what, caret = page.caret, at }) =>
    onDesk({ ...page, caret }, withPicks(page.desk, picks, what, serverTime(page, at))),
  undo: (page, { at }) => (page.duel.request ? onDesk(page, turnedBack(page.desk, serverTime(page, at))) : page),
  redo: (page, { at }) => (page.duel.request ? onDesk(page, turnedOn(page.desk, serverTime(page, at))) : page),
  go: (page, { caret }) => ({ ...page, caret }),
  /** Orders or answers are on their way, in the message `id`; what is picked is kept beside them, and can be undone yet. */
  seal(page, { id, sealed }) {
    const duel = sent(page.duel, id, sealed);
    return { ...page, duel, warned: null, effects: duel.waiting.length ? ["send"] : [] };
  },
  /** What stands is being taken back. */
  withdraw: (page, { id }) => ({ ...page, duel: sent(page.duel, id, null) }),
  plan: (page, { frame }) => ({ ...page, duel: planned(page.duel, frame) }),
  warn: (page) => ({ ...page, warned: gravesOf(page) }),
  refuse: (page, { why }) => ({ ...page, duel: { ...page.duel, refusal: { why } } }),
  ask: (page, { about }) => ({ ...page, asking: about }),
  say: (page, { id }) => ({ ...page, said: id }),
  /** Attempts to come back are not told one by one. */
  link: (page, { link }) => ({ ...page, link: page.link === "lost" && link === "connecting" ? "lost" : link }),
};

/**
 * The server's time at a local one.
 * @type {(page: Page, at: number) => number}
 */
const serverTime = ({ duel }, at) => at + duel.skew;

/**
 * What was refused of orders is no more what is picked.
 * @type {(page: Page, desk: Page["desk"]) => Page}
 */
function onDesk(page, desk) {
  if (desk === page.desk) return page;
  const duel = { ...page.duel, refusal: refusalOf(page, true) };
  return { ...page, duel, desk, effects: [...page.effects, "keep"] };
}

// What comes in -------------------------------------------------------------------------------------------------------

/**
 * Whether a frame is of no account: it says what became of a draft, and one that was refused came too late, and is no more needed.
 * @type {(frame: Frame) => boolean}
 */
export const isOfDraft = (frame) => "id" in frame && frame.id === "draft";

/** @type {(page: Page, action: { frame: Frame, at: number, kept?: Draft | null }) => Page} */
function framed(page, { frame, at, kept = null }) {
  const duel = reduce(page.duel, frame, at);
  const isLost = (duel.lagging && !page.duel.lagging) || (frame.type === "refused" && frame.code === "stale");
  /** @type {Page} */
  const next = { ...page, duel, effects: isLost ? ["sync"] : [] };
  return isNewQuestion(page, next) ? asked(next, kept) : heard(next, page.duel.entered, { frame, at, kept });
}

/**
 * Whether something else is asked now than before.
 * @type {(before: Page, now: Page) => boolean}
 */
export const isNewQuestion = (before, now) => questionOf(before.duel) !== questionOf(now.duel);

/**
 * A new question clears the desk: what was picked for it last counts, here or elsewhere, else what is sealed.
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
 * The desk hears what was picked or sealed elsewhere.
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
 * The whole duel has come: the later draft counts, here or there.
 * @type {(page: Page, kept: Draft | null) => Page}
 */
function metAnew(page, kept) {
  const { draft } = page.duel;
  const desk = met(page.desk, kept, draft);
  return { ...page, desk, effects: isAhead(desk, draft) ? [...page.effects, "send"] : page.effects };
}

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// How it stands -------------------------------------------------------------------------------------------------------

/** @type {(page: Page) => Picks} */
export const picksOn = ({ desk }) => desk.course.picks;

/**
 * What is asked, where that is orders.
 * @type {(page: Pick<Page, "duel">) => OrdersRequest}
 */
export const ordersAsked = ({ duel }) => /** @type {OrdersRequest} */ (duel.request);

/** @type {(page: Page) => boolean} */
export const writesOrders = ({ duel }) => duel.request?.type === "orders" && !hasGivenUp(duel);

/**
 * The draft as the server takes it; null: there is none.
 * @type {(page: Page) => Extract<Message, { type: "draft" }> | null}
 */
export function draftFrame({ desk }) {
  const draft = draftOf(desk);
  return draft && { type: "draft", round: desk.request.round, draft };
}

/**
 * What is gravely amiss with these orders, to be told, and to be known again.
 * @type {(page: Page) => string[]}
 */
export const gravesOf = ({ duel, desk }) =>
  warningsOf(duel.view, ordersAsked({ duel }), desk.course.picks)
    .filter(({ isGrave }) => isGrave)
    .map(({ text }) => text);

/**
 * Whether all that is gravely amiss has been told.
 * @type {(page: Page) => boolean}
 */
export const isWarned = (page) => page.warned !== null && isSame(page.warned, gravesOf(page));

/**
 * How far the orders are that are being written.
 * @type {(page: Page) => { isChanged: boolean, isWarned: boolean, mayUndo: boolean, mayRedo: boolean }}
 */
export const progress = (page) => ({
  isChanged: isChanged(page.desk, page.duel.entered),
  isWarned: isWarned(page),
  mayUndo: page.desk.course.past.length > 0,
  mayRedo: page.desk.course.future.length > 0,
});

/**
 * Why something was refused: of what was said (`isSaid`), or of orders.
 * @type {(page: Page, isSaid: boolean) => Page["duel"]["refusal"]}
 */
export const refusalOf = ({ duel: { refusal }, said }, isSaid) =>
  refusal && (refusal.id === said) === isSaid ? refusal : null;

/**
 * Whether orders were refused that had not been before.
 * @type {(before: Page, now: Page) => boolean}
 */
export const isNewRefusal = (before, now) => before.duel.refusal !== now.duel.refusal && refusalOf(now, false) !== null;
