// The wait for a quick duel: one request joins the queue, and an open socket then keeps the place. While there is no
// socket, the request is repeated every two seconds.

const BEAT = 2000;

/**
 * `ask()` sends the request and resolves to whether the server lets the user wait; it rejects if the server cannot be
 * reached. `connect({ onFrame, onLink })` opens the socket, like `lib/protocol.js`. `onFrame(frame)` gets each frame.
 */
export function seeking({ ask, connect, onFrame, host = globalThis }) {
  const asking = Promise.resolve();
  const seeker = { ask, connect, onFrame, host, asking, link: null, isHere: false, isWaiting: false, isHeard: false };
  return {
    /** Begin to wait, or change what to wait for. */
    begin: () => begin(seeker),
    /** Stop waiting. */
    end: () => end(seeker),
    /** The network is back: check the socket now. */
    wake: () => seeker.link?.wake(),
    isWaiting: () => seeker.isWaiting,
  };
}

function begin(seeker) {
  seeker.isHere = true;
  return inquire(seeker);
}

function end(seeker) {
  seeker.isHere = false;
  seeker.isWaiting = false;
  seeker.host.clearTimeout(seeker.timer);
  hangUp(seeker);
}

async function inquire(seeker) {
  seeker.isWaiting = false;
  // One request at a time: the last one counts.
  seeker.asking = seeker.asking.then(() => seeker.isHere && seeker.ask()).catch(() => null);
  const answer = await seeker.asking;
  if (!seeker.isHere) return;
  seeker.isWaiting = answer === true;
  if (answer === false) hangUp(seeker);
  else if (answer) seeker.link ??= seeker.connect(listener(seeker));
  goOn(seeker);
}

/** Repeat the request soon, unless the socket keeps the place. */
function goOn(seeker) {
  seeker.host.clearTimeout(seeker.timer);
  if (!(seeker.isWaiting && seeker.isHeard)) seeker.timer = seeker.host.setTimeout(() => inquire(seeker), BEAT);
}

const listener = (seeker) => ({
  onFrame(frame) {
    if (!seeker.isHeard) {
      seeker.isHeard = true;
      goOn(seeker);
    }
    seeker.onFrame(frame);
  },
  onLink(link) {
    if (link !== "lost" || !seeker.isHeard) return;
    seeker.isHeard = false;
    inquire(seeker);
  },
});

function hangUp(seeker) {
  seeker.link?.close();
  seeker.link = null;
  seeker.isHeard = false;
}
