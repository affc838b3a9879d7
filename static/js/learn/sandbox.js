// @ts-check
// A board without a database record: each request sends all moves since the start, and the server plays them and
// returns the duel. Only this page keeps the moves, so it can take any of them back.

import { post } from "../lib/post.js";
import { setWanted } from "../lib/wanted.js";
import { _ } from "../lib/words.js";
import { setBoard, showGuide } from "./moves.js";

/** @import { Connection, DuelFrame, Frame, Link } from "../types.d.ts" */

/** Return the moves with one more message: orders start a move, answers extend the last one. */
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
 * Return the server's frame as a socket would send it to a page that has rounds up to `known`: with only the new round.
 * @type {(frame: DuelFrame, known: number) => Frame}
 */
export function stepOf(frame, known) {
  const { view } = frame;
  if (view.reveal) return { ...frame, type: "reveal", view: { ...view, rounds: [] } };
  if (view.number !== known + 1) return frame;
  return { ...frame, type: "round", view: { ...view, rounds: view.rounds.filter(({ number }) => number > known) } };
}

/** Return the storage of this tab, which lets a reloaded page continue; null if it is blocked. */
function storeOf(host) {
  try {
    return host.sessionStorage ?? null;
  } catch {
    return null;
  }
}

/**
 * A replacement for `connect` of protocol.js. `number`: the rounds that the page shows.
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
    setWanted(answer.guide.orders ?? null, { only: answer.guide.rests });
    onFrame(frame);
    showGuide({ ...answer.guide, moves: moves.length, variation });
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
      queueMicrotask(() => refuse(id, _("You were only trying this out. Restart, or leave the page.")));
    return id;
  }

  setBoard((change, variation = board.variation) => play(change(board), variation, ""));
  queueMicrotask(() => onLink("open"));
  const before = JSON.parse(store?.getItem(key) ?? "null");
  if (before) play(before.moves, before.variation, "");
  return { send, wake() {}, sleep() {}, close() {} };
}
