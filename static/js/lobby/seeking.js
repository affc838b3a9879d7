// How one waits for a quick duel: the server is asked once to let us wait, and then hears by an open socket that we are
// still here. While there is none, it is asked every other second.

const BEAT = 2000;

/**
 * `ask()` asks the server, and gives whether it lets us wait; it rejects when the server cannot be reached.
 * `connect({ onFrame, onLink })` opens the socket, as `lib/protocol.js` does. `onFrame(frame)` gets what comes by it.
 */
export function seeking({ ask, connect, onFrame, host = globalThis }) {
  const asking = Promise.resolve();
  const seeker = { ask, connect, onFrame, host, asking, link: null, isHere: false, isWaiting: false, isHeard: false };
  return {
    /** Wait, or wait for something else. */
    begin: () => begin(seeker),
    /** Wait no more. */
    end: () => end(seeker),
    /** The network is back: look at once whether the socket still lives. */
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
  // One after the other: what is asked last counts.
  seeker.asking = seeker.asking.then(() => seeker.isHere && seeker.ask()).catch(() => null);
  const answer = await seeker.asking;
  if (!seeker.isHere) return;
  seeker.isWaiting = answer === true;
  if (answer === false) hangUp(seeker);
  else if (answer) seeker.link ??= seeker.connect(listener(seeker));
  goOn(seeker);
}

/** Ask again soon, if the server does not know by itself that we wait. */
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
