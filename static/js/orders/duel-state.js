// @ts-check
// The duel as one socket has received it: a pure reducer over the server's frames (docs/protocol.md).

import { answersIn } from "./orders.js";
import { overtakenIn } from "./overtaken.js";

/** @import { AcceptedFrame, Answers, Duel, DuelFrame, EnteredFrame, Frame, Line, Name, Orders, Overtaken, RefusedFrame, RevealFrame, RoundFrame, View, WaitingFrame } from "../types.d.ts" */

/** @type {Duel} */
export const initial = Object.freeze({
  version: 0,
  slug: "",
  pace: null,
  mountain: false,
  practice: false,
  counts: false,
  house: {},
  view: null,
  request: null,
  ahead: null,
  entered: null,
  draft: null,
  plan: null,
  pending: null,
  overtaken: null,
  acting: [],
  waiting: [],
  missed: {},
  sealed_by_time: null,
  deadline: null,
  reserves: {},
  vacations: {},
  skew: 0,
  connected: [],
  watchers: 0,
  talk: [],
  scores: null,
  refusal: null,
  lagging: false,
});

// `entered` are the orders or answers (see `request.type`) for this round. While they, or their withdrawal, are on their
// way, `pending` has the `id` of the message and what the server had `before`: nothing is sealed until it confirms that.
// `overtaken` has the earlier ones if the round was played before a change of them was confirmed.

/**
 * The round that orders or answers are now for.
 * @type {(state: Pick<Duel, "request" | "view">) => number}
 */
export const currentRound = (state) => state.request?.round ?? (state.view ? state.view.number + 1 : 0);

/**
 * Return the duel at the point of the playback: while its last round plays, that round is still being resolved and
 * there is no result.
 * @type {(state: Duel, shown: View) => Duel}
 */
export const asShown = (state, shown) =>
  state.view.result && !shown.result
    ? { ...state, view: { ...shown, number: shown.number - 1 }, acting: shown.wizards.map(({ name }) => name) }
    : state;

/**
 * Return whether the server has everything that this wizard seals in the current request; answers may have led to
 * further questions.
 * @type {(state: Pick<Duel, "request" | "entered" | "pending">) => boolean}
 */
export function hasSealed({ request, entered, pending }) {
  if (!request || !entered || pending) return false;
  return request.type === "orders" || Object.keys(answersIn(request, entered)).length === request.questions.length;
}

/**
 * Identifies a request: after a reveal, answers may lead to further questions in the same round.
 * @type {(state: Duel) => string}
 */
export const questionOf = (state) =>
  JSON.stringify([currentRound(state), state.request?.type, state.request?.questions]);

/**
 * Return a function that is true the first time it is called with a subject and a duel in the same question.
 * @type {() => (subject: string, state: Duel) => boolean}
 */
export function oncePerQuestion() {
  const last = new Map();
  return (subject, state) => {
    const question = questionOf(state);
    const isFirst = last.get(subject) !== question;
    last.set(subject, question);
    return isFirst;
  };
}

/** @type {(state: Duel) => boolean} */
export const isMyTurn = (state) => !state.view.result && state.request !== null && !hasSealed(state);

/** Seconds per round; players of slower duels leave the page between rounds. */
const LIVE = 900;

/**
 * Return whether the viewer is playing in a live duel.
 * @type {(state: Duel) => boolean}
 */
export const isLive = ({ view, pace, practice }) =>
  Boolean(view.viewer) && !view.result && (practice || (pace !== null && pace <= LIVE));

/**
 * Return whether this wizard leaves the duel at the end of the round; giving up cannot be taken back.
 * @type {(state: Pick<Duel, "entered">) => boolean}
 */
export const hasGivenUp = ({ entered }) => Boolean(entered?.forfeit);

/**
 * Return the state with orders or answers on their way in the frame `id`; null: taken back.
 * @type {(state: Duel, id: string, entered: Orders | Answers | null) => Duel}
 */
export function sent(state, id, entered) {
  const before = state.pending ? state.pending.before : state.entered;
  return { ...state, entered, refusal: null, pending: { id, before } };
}

/**
 * Return the state after `frame` arrived at the local time `at`. `lagging` becomes true when an earlier frame is
 * missing.
 * @type {(state: Duel, frame: Frame, at?: number) => Duel}
 */
export function reduce(state, frame, at = Date.now()) {
  switch (frame.type) {
    case "duel":
      return duel(state, frame, at);
    case "round":
    case "reveal":
    case "waiting":
      return versioned(state, frame, at);
    case "accepted":
    case "entered":
      return entered(planned(state, frame), frame);
    case "draft":
      return { ...state, draft: frame.draft };
    case "refused":
      return refused(state, frame);
    case "presence":
      return { ...state, connected: frame.connected, watchers: frame.watchers };
    case "talk":
      return said(state, frame.line);
    case "lines":
      return { ...state, talk: frame.lines };
    default:
      return state;
  }
}

/** @type {(state: Duel, frame: DuelFrame, at: number) => Duel} */
function duel(state, frame, at) {
  const { type, now, ...rest } = frame;
  const overtaken = overtakenAfter(state, frame);
  const whole = { ...initial, talk: state.talk, ...rest, overtaken, skew: now ? now - at : 0 };
  const isSame = whole.request?.type === state.request?.type && currentRound(whole) === currentRound(state);
  return state.pending && isSame ? sent(whole, state.pending.id, state.entered) : whole; // it will be sent again
}

/**
 * Return the orders that counted instead of a change, after the whole duel or a round has arrived.
 * @type {(state: Duel, frame: DuelFrame | RoundFrame | RevealFrame) => Overtaken | null}
 */
const overtakenAfter = (state, frame) =>
  (state.pending && overtakenIn(state, frame, currentRound(state))) ?? state.overtaken;

/**
 * Restore the values from before the refused message. If that was a change for an earlier round, the earlier
 * orders counted.
 * @type {(state: Duel, frame: RefusedFrame) => Duel}
 */
function refused(state, { id, code, why }) {
  const refusal = { id, code, why };
  if (id && id === state.overtaken?.id && code === "stale")
    return { ...state, refusal, overtaken: { ...state.overtaken, isSure: true } };
  return id && id === state.pending?.id
    ? { ...state, entered: state.pending.before, pending: null, refusal }
    : { ...state, refusal };
}

/**
 * Return whether a frame makes up for the missed ones: it ends or reveals the round that is current here.
 * @type {(state: Duel, frame: RoundFrame | RevealFrame | WaitingFrame) => boolean}
 */
function makesGood(state, frame) {
  return frame.type !== "waiting" && frame.view.number === state.view?.number + (frame.type === "round" ? 1 : 0);
}

/** @type {(state: Duel, frame: RoundFrame | RevealFrame | WaitingFrame, at: number) => Duel} */
function versioned(state, frame, at) {
  // In a stopped time, the acting wizards get extra frames that keep the version number.
  if (frame.version < state.version + (frame.type === "round" ? 1 : 0)) return state;
  if (frame.version > state.version + 1 && !makesGood(state, frame)) return { ...state, lagging: true };
  if (frame.type === "waiting")
    return { ...state, version: frame.version, waiting: frame.waiting, reserves: frame.reserves };
  const { type, view, now, ...rest } = frame;
  return {
    ...state,
    entered: null,
    pending: null,
    refusal: null,
    ...rest,
    overtaken: overtakenAfter(state, frame),
    view: joined(state.view, view),
    skew: now - at,
  };
}

/**
 * Join a view that contains only its new rounds to the earlier rounds.
 * @type {(known: View, view: View) => View}
 */
function joined(known, view) {
  const first = view.rounds.length ? view.rounds[0].number : Infinity;
  return { ...view, rounds: [...known.rounds.filter((round) => round.number < first), ...view.rounds] };
}

/**
 * Return the state with the plan in a frame: the stored one, or the one that was just accepted.
 * @type {(state: Duel, told: Pick<AcceptedFrame | EnteredFrame, "round" | "plan"> & { type: string }) => Duel}
 */
export function planned(state, { type, round, plan }) {
  if (plan === undefined || (round !== undefined && round !== state.view.number + 1)) return state;
  return { ...state, plan: type === "entered" ? plan : plan.lines.length ? { round, lines: plan.lines } : null };
}

/** @type {(state: Duel, frame: AcceptedFrame | EnteredFrame) => Duel} */
function entered(known, frame) {
  const state = frame.id && frame.id === known.overtaken?.id ? { ...known, overtaken: null } : known; // it counted
  if (frame.round !== undefined && frame.round !== currentRound(state)) return state;
  const field = state.request?.type ?? "orders";
  if (!(field in frame)) return state;
  const { pending } = state;
  if (pending && frame.id !== pending.id) return { ...state, pending: { ...pending, before: frame[field] } };
  const sealed = { ...state, entered: frame[field], pending: null, refusal: null };
  return { ...sealed, waiting: waitingNow(sealed) };
}

/**
 * Return the wizards that the duel waits for after the viewer has sealed or withdrawn; a frame will say the same.
 * @type {(state: Duel) => Name[]}
 */
function waitingNow(state) {
  const { request, waiting, view } = state;
  const others = waiting.filter((name) => name !== view.viewer);
  if (hasSealed(state) || hasGivenUp(state)) return others;
  return request ? [...others, view.viewer] : waiting;
}

/** @type {(state: Duel, line: Line) => Duel} */
function said(state, line) {
  if (state.talk.some((known) => known.id === line.id)) return state;
  return { ...state, talk: [...state.talk, line] };
}
