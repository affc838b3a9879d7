// @ts-check
// A socket of the site: it reconnects, sends again what was not acknowledged, and pings a server that is silent.

import { outboxOf } from "./outbox.js";

/** @import { Connection, Frame, Link, Message, SentMessage } from "../types.d.ts" */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 4_000;
/** Milliseconds in which a server must answer: a message, a ping, and a new socket (by its first frame). */
const PATIENCE = { message: 8_000, ping: 5_000, socket: 15_000 };
/** Milliseconds without a frame after which the page pings the server, while it is seen and while it is hidden. */
const QUIET = { seen: 4_000, hidden: 30_000 };
/** A ping; its id identifies the answer. */
const PING = { type: "ping", id: "ping" };
/** The code with which the server closes when a session has ended. */
export const LOGGED_OUT = 4401;
const FINAL = new Set([LOGGED_OUT, 4404]); // 4404: no such duel; reconnecting would not help

/**
 * Return the milliseconds before the next attempt: doubled each time up to 4 s, so that all clients are back soon after
 * a server, with jitter so that they do not reconnect at once.
 */
export const backoff = (attempt, random = Math.random) =>
  Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt) * (0.5 + random() / 2);

/**
 * Return the full address of a socket of this site, with the version of this page's scripts. Not all browsers open a
 * socket by its path.
 * @type {(path: string) => string}
 */
export function socketAddress(path) {
  const address = new URL(path, location.href.replace(/^http/, "ws"));
  const { assets } = document.body.dataset;
  if (assets) address.searchParams.set("assets", assets);
  return address.href;
}

/**
 * Open the socket at `address`. `onFrame(frame)` gets each frame, `onLink(link)` one of "connecting", "open", "lost",
 * "closed" (with the code). `host` contains what tests replace: WebSocket, document, setTimeout, clearTimeout, random.
 * @type {(to: { address: string, onFrame: (frame: Frame) => void, onLink: (link: Link, code?: number) => void, host?: any, random?: () => number }) => Connection}
 */
export function connect({ address, onFrame, onLink, host = globalThis, random = Math.random }) {
  const outbox = outboxOf(tag(random));
  const line = { address, onFrame, onLink, host, random, outbox, socket: null, attempt: 0, isFinished: false };
  Object.assign(line, { watchdog: null, isAwaiting: false, isAsleep: false });
  line.whenSeen = () => host.document.hidden || wake(line);
  host.document?.addEventListener("visibilitychange", line.whenSeen);
  open(line);
  return {
    /** Send a message until it is acknowledged, now or after a reconnect; return its id. */
    send: (message) => send(line, message),
    /** Send a message that may get lost; return whether it was sent. */
    tell: (message) => tell(line, message),
    /** The network or the page is back: check the connection at once. */
    wake: () => wake(line),
    /** The browser has reported that the network is gone: do not wait for the timeout. */
    sleep: () => sleep(line),
    close: () => finish(line),
  };
}

/** Return a few characters that distinguish this page's messages from those of another tab. */
const tag = (random) => Math.floor(random() * 36 ** 6).toString(36);

function open(line) {
  line.host.clearTimeout(line.retry);
  line.onLink("connecting");
  const socket = new line.host.WebSocket(line.address);
  line.socket = socket;
  expectAnswer(line, PATIENCE.socket);
  socket.onmessage = (event) => socket === line.socket && receive(line, JSON.parse(event.data));
  socket.onclose = (event) => socket === line.socket && closed(line, event.code);
}

function closed(line, code) {
  watch(line, null);
  line.socket = null;
  if (line.isFinished || FINAL.has(code)) {
    finish(line);
    line.onLink("closed", code);
    return;
  }
  line.onLink("lost");
  line.retry = line.host.setTimeout(() => open(line), backoff(line.attempt++, line.random));
}

/** @type {(line: any, frame: Frame) => void} */
function receive(line, frame) {
  if (frame.type === "outdated") {
    line.host.document?.dispatchEvent(new Event("outdated"));
    return; // the server has not sent its state yet
  }
  watch(line, line.host.document?.hidden ? QUIET.hidden : QUIET.seen, ping);
  line.attempt = 0;
  if (line.isAsleep && frame.type !== "duel") line.onLink("open");
  line.isAsleep = false;
  if ("id" in frame) line.outbox.drop(frame.id);
  if (frame.type === "duel") greeted(line, frame);
  if (!isPong(frame)) line.onFrame(frame);
}

/** @type {(frame: Frame) => boolean} */
const isPong = (frame) => "id" in frame && frame.id === PING.id;

function greeted(line, frame) {
  line.onLink("open");
  for (const message of line.outbox.again(frame.view.number + 1)) write(line, message);
}

/** Restart the only timer: it calls `then(line)` after `milliseconds` (null: never), unless a frame arrives. */
function watch(line, milliseconds, then) {
  line.host.clearTimeout(line.watchdog);
  line.isAwaiting = false;
  line.watchdog = milliseconds === null ? null : line.host.setTimeout(() => then(line), milliseconds);
}

/**
 * Treat a server that does not answer as gone, even if the socket seems open. More messages do not prolong the wait.
 */
function expectAnswer(line, milliseconds) {
  if (line.isAwaiting) return;
  watch(line, milliseconds, lost);
  line.isAwaiting = true;
}

function lost(line) {
  line.socket.close();
  closed(line);
}

function ping(line) {
  if (isOpen(line) && !line.isAwaiting) write(line, PING, PATIENCE.ping);
}

/** @type {(line: any, message: SentMessage | typeof PING, patience?: number) => void} */
function write(line, message, patience = PATIENCE.message) {
  line.socket.send(JSON.stringify(message));
  expectAnswer(line, patience);
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
  else ping(line);
}

/**
 * Mark the link as lost when the browser goes offline. The socket may survive that; then its next frame reopens the
 * link.
 */
function sleep(line) {
  if (line.socket === null) return;
  line.isAsleep = true;
  line.onLink("lost");
}

function finish(line) {
  line.isFinished = true;
  line.host.document?.removeEventListener("visibilitychange", line.whenSeen);
  line.host.clearTimeout(line.retry);
  watch(line, null);
  line.socket?.close();
}
