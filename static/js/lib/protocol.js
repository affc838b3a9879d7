// @ts-check
// The socket of a duel: it comes back by itself, sends again what was not acknowledged, and asks when it missed a frame.

import { outboxOf } from "./outbox.js";

/** @import { Connection, Frame, Link, Message, SentMessage } from "../types.d.ts" */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 4_000;
const SILENCE = 8_000;
/** The code with which the server closes when a session has ended. */
export const LOGGED_OUT = 4401;
const FINAL = new Set([LOGGED_OUT, 4404]); // 4404: no such duel; coming back with this socket would not help

/** Milliseconds before the next attempt: doubled each time, up to 4 s, so that all are back soon after a server is, with jitter so that a thousand pages do not come at once. */
export const backoff = (attempt, random = Math.random) =>
  Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt) * (0.5 + random() / 2);

/**
 * Opens the socket at `address`. `onFrame(frame)` gets each frame, `onLink(link)` one of "connecting", "open", "lost", "closed" (with the code).
 * `host` carries what tests replace: WebSocket, setTimeout, clearTimeout, random.
 * @type {(to: { address: string, onFrame: (frame: Frame) => void, onLink: (link: Link, code?: number) => void, host?: any, random?: () => number }) => Connection}
 */
export function connect({ address, onFrame, onLink, host = globalThis, random = Math.random }) {
  const outbox = outboxOf(tag(random));
  const line = { address, onFrame, onLink, host, random, outbox, socket: null, attempt: 0, isFinished: false };
  open(line);
  return {
    /** Sends a message, now or when the connection is back, until it is acknowledged; gives its id. */
    send: (message) => send(line, message),
    /** Sends what need not come: whether it could be. */
    tell: (message) => tell(line, message),
    /** The network or the page is back: look at once whether the socket still lives. */
    wake: () => wake(line),
    /** The network is gone, and says so: do not wait until the silence does. */
    sleep: () => line.socket !== null && onLink("lost"),
    isSending: outbox.isSending,
    close: () => finish(line),
  };
}

/** A few letters that tell this page's messages from those of another tab. */
const tag = (random) => Math.floor(random() * 36 ** 6).toString(36);

function open(line) {
  line.host.clearTimeout(line.retry);
  line.onLink("connecting");
  const socket = new line.host.WebSocket(line.address);
  line.socket = socket;
  socket.onopen = () => expectAnswer(line);
  socket.onmessage = (event) => socket === line.socket && receive(line, JSON.parse(event.data));
  socket.onclose = (event) => socket === line.socket && closed(line, event.code);
}

function closed(line, code) {
  line.host.clearTimeout(line.watchdog);
  line.socket = null;
  if (line.isFinished || FINAL.has(code)) {
    line.onLink("closed", code);
    return;
  }
  line.onLink("lost");
  line.retry = line.host.setTimeout(() => open(line), backoff(line.attempt++, line.random));
}

/** @type {(line: any, frame: Frame) => void} */
function receive(line, frame) {
  line.host.clearTimeout(line.watchdog);
  line.attempt = 0;
  if ("id" in frame) line.outbox.drop(frame.id);
  if (frame.type === "duel") greeted(line, frame);
  line.onFrame(frame);
}

function greeted(line, frame) {
  line.onLink("open");
  for (const message of line.outbox.again(frame.view.number + 1)) write(line, message);
}

/** A server that says nothing to a message is gone, whatever the socket believes. */
function expectAnswer(line) {
  const { socket } = line;
  line.host.clearTimeout(line.watchdog);
  line.watchdog = line.host.setTimeout(() => {
    if (socket !== line.socket) return;
    socket.close();
    closed(line);
  }, SILENCE);
}

/** @type {(line: any, message: SentMessage) => void} */
function write(line, message) {
  line.socket.send(JSON.stringify(message));
  expectAnswer(line);
}

const isOpen = ({ socket }) => socket?.readyState === 1;

/** @type {(line: any, message: Message) => string} */
function send(line, message) {
  const whole = line.outbox.put(message);
  if (isOpen(line)) write(line, whole);
  return whole.id;
}

/** @type {(line: any, message: Message) => boolean} */
function tell(line, message) {
  if (!isOpen(line)) return false;
  write(line, { ...message, id: message.type });
  return true;
}

function wake(line) {
  if (line.isFinished) return;
  if (line.socket === null) open(line);
  else if (isOpen(line)) send(line, { type: "sync" });
}

function finish(line) {
  line.isFinished = true;
  line.host.clearTimeout(line.retry);
  line.socket?.close();
}
