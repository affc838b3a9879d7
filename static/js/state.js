// What one socket knows of a duel: a pure reducer over the server's frames (docs/protocol.md).

import { answersIn } from "./orders.js";

export const initial = Object.freeze({
  version: 0,
  view: null,
  request: null,
  entered: null,
  acting: [],
  waiting: [],
  missed: {},
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

// `entered` are the orders or the answers (as `request.type` says) that the server holds for this round.

/** The round for which orders or answers are taken now. */
export const currentRound = (state) => state.request?.round ?? (state.view ? state.view.number + 1 : 0);

/** Whether this wizard has sealed all that he is asked now; answers may have led to further questions. */
export function hasSealed({ request, entered }) {
  if (!request || !entered) return false;
  return request.type === "orders" || Object.keys(answersIn(request, entered)).length === request.questions.length;
}

/** The state after `frame` came at the local time `at`. `lagging` turns true when a frame before it is missing. */
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
      return entered(state, frame);
    case "refused":
      return { ...state, refusal: { id: frame.id, code: frame.code, why: frame.why } };
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

function duel(state, frame, at) {
  const { type, now, ...rest } = frame;
  return { ...initial, talk: state.talk, ...rest, skew: now ? now - at : 0 };
}

function versioned(state, frame, at) {
  // In a stopped time, those who act are told of it in frames that do not count.
  if (frame.version < state.version + (frame.type === "round")) return state;
  if (frame.version > state.version + 1) return { ...state, lagging: true };
  if (frame.type === "waiting") return { ...state, version: frame.version, waiting: frame.waiting, reserves: frame.reserves };
  const { type, view, now, ...rest } = frame;
  return { ...state, entered: null, refusal: null, ...rest, view: joined(state.view, view), skew: now - at };
}

/** A view that brings only its new rounds, joined to those known before. */
function joined(known, view) {
  const first = view.rounds.length ? view.rounds[0].number : Infinity;
  return { ...view, rounds: [...known.rounds.filter((round) => round.number < first), ...view.rounds] };
}

function entered(state, frame) {
  if (frame.round !== undefined && frame.round !== currentRound(state)) return state;
  const field = state.request?.type ?? "orders";
  return { ...state, entered: frame[field] ?? state.entered, refusal: null };
}

function said(state, line) {
  if (state.talk.some((known) => known.id === line.id)) return state;
  return { ...state, talk: [...state.talk, line] };
}
