// The socket of a duel: it comes back by itself, sends again what was not acknowledged, and asks when it missed a frame.

const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;
const SILENCE = 8_000;
/** The code with which the server closes when a session has ended. */
export const LOGGED_OUT = 4401;
const FINAL = new Set([LOGGED_OUT, 4404]); // 4404: no such duel; coming back with this socket would not help

/** What each makes of no account, if it has not been sent yet. */
const SUPERSEDED = {
  orders: ["orders", "withdraw"],
  answers: ["answers", "withdraw"],
  withdraw: ["orders", "answers", "withdraw"],
  plan: ["plan"],
  sync: ["sync"],
};

/** Milliseconds before the next attempt: doubled each time, up to 15 s, with jitter so that a thousand pages do not come at once. */
export const backoff = (attempt, random = Math.random) =>
  Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt) * (0.5 + random() / 2);

/**
 * Opens the socket at `address`. `onFrame(frame)` gets each frame, `onLink(link)` one of "connecting", "open", "lost", "closed" (with the code).
 * `host` carries what tests replace: WebSocket, setTimeout, clearTimeout, random.
 */
export function connect({ address, onFrame, onLink, host = globalThis, random = Math.random }) {
  const outbox = new Map();
  const run = tag(random);
  let socket = null;
  let attempt = 0;
  let count = 0;
  let retry = null;
  let watchdog = null;
  let finished = false;

  function open() {
    host.clearTimeout(retry);
    retry = null;
    onLink("connecting");
    const mine = new host.WebSocket(address);
    socket = mine;
    mine.onopen = () => expectAnswer();
    mine.onmessage = (event) => mine === socket && receive(JSON.parse(event.data));
    mine.onclose = (event) => mine === socket && closed(event.code);
  }

  function closed(code) {
    host.clearTimeout(watchdog);
    watchdog = null;
    socket = null;
    if (finished || FINAL.has(code)) {
      onLink("closed", code);
      return;
    }
    onLink("lost");
    retry = host.setTimeout(open, backoff(attempt++, random));
  }

  function receive(frame) {
    host.clearTimeout(watchdog);
    watchdog = null;
    attempt = 0;
    if (frame.id !== undefined) outbox.delete(frame.id);
    if (frame.type === "duel") greeted(frame);
    onFrame(frame);
  }

  function greeted(frame) {
    onLink("open");
    const round = frame.view.number + 1;
    for (const [id, message] of outbox) {
      if (message.type === "forfeit") message.round = round; // who gives up means the duel, not that round
      if (message.type === "sync" || (message.round !== undefined && message.round !== round)) outbox.delete(id);
      else write(message);
    }
  }

  /** A server that says nothing to a message is gone, whatever the socket believes. */
  function expectAnswer() {
    const mine = socket;
    host.clearTimeout(watchdog);
    watchdog = host.setTimeout(() => {
      if (mine !== socket) return;
      mine.close();
      closed();
    }, SILENCE);
  }

  function write(message) {
    socket.send(JSON.stringify(message));
    expectAnswer();
  }

  function send(message) {
    const whole = { ...message, id: `${run}${++count}` };
    for (const type of SUPERSEDED[whole.type] ?? []) forget(type);
    outbox.set(whole.id, whole);
    if (socket?.readyState === 1) write(whole);
    return whole.id;
  }

  /** Only the last of these count: those before need not be sent again. */
  function forget(type) {
    for (const [id, message] of outbox) if (message.type === type) outbox.delete(id);
  }

  /** Sends what need not come: whether it could be. */
  function tell(message) {
    if (socket?.readyState !== 1) return false;
    write({ ...message, id: message.type });
    return true;
  }

  function wake() {
    if (finished) return;
    if (socket === null) open();
    else if (socket.readyState === 1) send({ type: "sync" });
  }

  open();
  return {
    send,
    tell,
    /** The network or the page is back: look at once whether the socket still lives. */
    wake,
    /** The network is gone, and says so: do not wait until the silence does. */
    sleep: () => socket !== null && onLink("lost"),
    /** Whether orders or answers are on their way, or what takes them back. */
    isSending: () => [...outbox.values()].some(({ type }) => type in SUPERSEDED && type !== "sync"),
    close() {
      finished = true;
      host.clearTimeout(retry);
      socket?.close();
    },
  };
}

/** A few letters that tell this page's messages from those of another tab. */
const tag = (random) => Math.floor(random() * 36 ** 6).toString(36);
