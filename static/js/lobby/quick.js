// Waiting for a quick duel: tells the server every other second that we are here, and goes into the duel when there is one.
import { connect } from "../lib/protocol.js";
import { _ } from "../lib/words.js";

const BEAT = 2000;
const PATIENCE = 5000; // the server forgets after a little more who is not heard of

const form = document.querySelector("[data-quick]");
const status = document.querySelector("[data-quick-status]");
const since = Date.now();

let timer = null;
let isGone = false;

async function beat() {
  clearTimeout(timer);
  if (isGone) return;
  try {
    const answer = await fetch(form.dataset.beat, {
      method: "POST",
      body: new FormData(form),
      signal: AbortSignal.timeout(PATIENCE),
    });
    tell(await answer.json());
  } catch {
    say(_("The server cannot be reached; trying again."));
  }
  if (!isGone) timer = setTimeout(beat, BEAT);
}

function tell({ duel, why }) {
  if (isGone) return; // a second navigation would break off the first
  if (duel) {
    isGone = true;
    location.assign(duel);
  } else {
    say(why ?? looking());
  }
}

/** Said once in ten seconds, so that a screen reader is not always talking. */
function looking() {
  const seconds = Math.floor((Date.now() - since) / 10_000) * 10;
  if (!seconds) return _("Looking for an opponent whose rating is like yours.");
  return _("Looking for an opponent whose rating is like yours: {seconds} seconds.", { seconds });
}

function say(text) {
  if (status.textContent !== text) status.textContent = text;
}

function leave() {
  isGone = true;
  clearTimeout(timer);
  navigator.sendBeacon(form.dataset.leave, new FormData(form));
}

addEventListener("pagehide", leave);
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  isGone = false;
  beat();
});
// The lobby's socket tells at once of the duel that another has found, and browsers let a page with a socket go on in
// the background.
const scheme = location.protocol === "https:" ? "wss" : "ws";
const onFrame = (frame) => frame.type === "started" && tell({ duel: frame.url });
connect({ address: `${scheme}://${location.host}/ws/lobby/`, onFrame, onLink: () => {} });

form.addEventListener("change", beat);
form.addEventListener("submit", (event) => event.preventDefault());
beat();
