// @ts-check
// A board without rows: all moves since the start go to the server, which plays them and answers with the duel as it
// stands then. Nothing is kept there; this page has the moves, and may take any of them back.

import { post } from "../lib/post.js";
import { _ } from "../lib/words.js";

/** @import { Connection, DuelFrame, Frame, Link } from "../types.d.ts" */

const heard = new EventTarget();
/** Plays what `change` makes of the moves; null: there is no board yet. */
let played = null;

/** Calls `listener(guide)` with what the server says beside each frame. */
export const onGuide = (listener) =>
  heard.addEventListener("guide", (event) => listener(/** @type {CustomEvent} */ (event).detail));

/** Takes the latest move back. */
export const takeBack = () => played?.(({ moves }) => moves.slice(0, -1));

/** Plays these moves from the start. */
export const playMoves = (moves) => played?.(() => moves);

/** Begins from the start; `variation`: by which script of an example. */
export const beginAnew = (variation) => played?.(() => [], variation);

/** The moves with one more: orders begin a move, answers belong to the last one. */
export function movesWith(moves, { type, orders, answers }) {
  if (type === "orders") return [...moves, { orders }];
  const last = moves.at(-1);
  return [...moves.slice(0, -1), { ...last, answers: merged(last.answers ?? {}, answers) }];
}

function merged(one, other) {
  const parts = Object.entries(other).map(([key, value]) => [
    key,
    isTable(value) && isTable(one[key]) ? merged(one[key], value) : value,
  ]);
  return { ...one, ...Object.fromEntries(parts) };
}

const isTable = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The frame of the server as a socket would have sent it to a page that has seen the rounds up to `known`: one round more plays out.
 * @type {(frame: DuelFrame, known: number) => Frame}
 */
export function stepOf(frame, known) {
  const { view } = frame;
  if (view.reveal) return { ...frame, type: "reveal", view: { ...view, rounds: [] } };
  if (view.number !== known + 1) return frame;
  return { ...frame, type: "round", view: { ...view, rounds: view.rounds.filter(({ number }) => number > known) } };
}

/** The store of what was played in this tab, so that a page that is loaded anew goes on; none where a browser allows none. */
function storeOf(host) {
  try {
    return host.sessionStorage ?? null;
  } catch {
    return null;
  }
}

/**
 * The same shape as the `connect` of protocol.js; `number`: how many rounds the page shows.
 * @type {(to: { address: string, token: string, number: number, onFrame: (frame: Frame) => void, onLink: (link: Link) => void, host?: any }) => Connection}
 */
export function connectSandbox({ address, token, number, onFrame, onLink, host = globalThis }) {
  const board = { moves: [], variation: 0, known: number, isSending: false };
  const store = storeOf(host);
  const key = `board ${address}`;
  let count = 0;

  async function play(moves, variation, id) {
    if (board.isSending) return;
    board.isSending = true;
    take(moves, variation, await post(address, { token, body: { moves, variation }, host }), id);
  }

  function take(moves, variation, answer, id) {
    if (answer.why) return refuse(id, answer.why);
    Object.assign(board, { moves, variation, isSending: false });
    const frame = stepOf({ ...answer.frame, now: Date.now() }, board.known);
    board.known = answer.frame.view.number;
    if (moves.length && !answer.guide.over) store?.setItem(key, JSON.stringify({ moves, variation }));
    else store?.removeItem(key);
    onFrame(frame);
    heard.dispatchEvent(new CustomEvent("guide", { detail: { ...answer.guide, moves: moves.length, variation } }));
  }

  function refuse(id, why) {
    board.isSending = false;
    onFrame({ type: "refused", id, code: "failed", why });
  }

  function send(message) {
    const id = `b${++count}`;
    if (message.type === "orders" || message.type === "answers")
      play(movesWith(board.moves, message), board.variation, id);
    else if (message.type === "forfeit")
      queueMicrotask(() => refuse(id, _("Nothing is lost here: begin anew, or leave the page.")));
    return id;
  }

  played = (change, variation = board.variation) => play(change(board), variation, "");
  queueMicrotask(() => onLink("open"));
  const before = JSON.parse(store?.getItem(key) ?? "null");
  if (before) play(before.moves, before.variation, "");
  return { send, wake() {}, sleep() {}, isSending: () => board.isSending, close() {} };
}
