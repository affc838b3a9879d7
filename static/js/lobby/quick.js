// The waiting page of a quick duel: shows the progress and enters the duel when it begins.
import { awaitCall } from "../lib/call.js";
import { reloadLoggedOut } from "../lib/logged-out.js";
import { connect, LOGGED_OUT, socketAddress } from "../lib/protocol.js";
import { _ } from "../lib/words.js";
import { seeking } from "./seeking.js";

const PATIENCE = 5000; // the server drops a player it has not heard from for a little longer
const LOOK = 2000;

const form = document.querySelector("[data-quick]");
const status = document.querySelector("[data-quick-status]");
const meanwhile = document.querySelector("[data-quick-house] form");
const since = Date.now();

let isLeaving = false;
let isDeclined = false;

/** Join the queue with the choices of the form; return whether the server accepted. */
async function ask() {
  try {
    const body = new FormData(form);
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(form.dataset.beat, { method: "POST", body, redirect: "manual", signal });
    if (answer.type === "opaqueredirect") return leave(); // to the login page: logged out in another tab
    tell(await answer.json());
    return answer.ok;
  } catch (error) {
    say(_("Can’t reach the server. Trying again…"));
    throw error;
  }
}

function tell({ duel, why, house }) {
  if (duel) go(duel);
  else if (why) refuse(why);
  else say(looking());
  if (house) offer(house);
}

/** Offer a computer player in the meantime, unless the user has declined. */
function offer({ slug, name, strength, portrait }) {
  if (isDeclined) return;
  const told = _("Nobody yet. Play {name} ({strength}) while you wait?", { name, strength });
  const words = meanwhile.querySelector("[data-quick-told]");
  if (words.textContent !== told) words.textContent = told;
  meanwhile.querySelector("img").src = portrait;
  meanwhile.elements.wizard.value = slug;
  meanwhile.hidden = false;
}

function decline() {
  isDeclined = true;
  meanwhile.hidden = true;
  form.querySelector("select").focus();
}

function onFrame(frame) {
  if (frame.type === "started") go(frame.url);
  else if (frame.type === "house") offer(frame);
}

/** Reload, so that the server redirects to the login. */
function leave() {
  seeker.end();
  reloadLoggedOut();
  return false;
}

/**
 * Enter the duel once: a second navigation would cancel the first. The duel replaces this page in the history, because
 * going back to it would only lead to the duel again.
 */
function go(url) {
  if (isLeaving) return;
  isLeaving = true;
  seeker.end();
  location.replace(url);
}

/** The text changes every ten seconds only, so that screen readers do not talk all the time. */
function looking() {
  const seconds = Math.floor((Date.now() - since) / 10_000) * 10;
  if (!seconds) return _("Looking for an opponent with a rating near yours.");
  return _("Looking for an opponent with a rating near yours: {seconds} seconds.", { seconds });
}

/** Show why the user cannot wait: HTML from the server, with a link to what they must do first. */
function refuse(why) {
  const { body } = new DOMParser().parseFromString(why, "text/html");
  if (!isLeaving && status.textContent !== body.textContent) status.replaceChildren(...body.childNodes);
}

function say(text) {
  if (!isLeaving && status.textContent !== text) status.textContent = text;
}

// Browsers keep pages with an open socket running in the background.
const seeker = seeking({
  ask,
  connect: ({ onFrame, onLink }) =>
    connect({
      address: socketAddress("/ws/lobby/?quick=1"),
      onFrame,
      onLink: (link, code) => (code === LOGGED_OUT ? leave() : onLink(link)),
    }),
  onFrame,
});

/** Join the queue; for a rated duel not before the user has ticked the box that a mage can die in it. */
function begin() {
  if (mayBegin()) return seeker.begin();
  seeker.end();
  navigator.sendBeacon(form.dataset.leave, new FormData(form));
  say(_("Tick the box to look for an opponent."));
}

function mayBegin() {
  const { knows, friendly } = form.elements;
  return !knows || knows.checked || friendly.value === "True";
}

addEventListener("pagehide", () => {
  seeker.end();
  navigator.sendBeacon(form.dataset.leave, new FormData(form));
});
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  isLeaving = false;
  begin();
});
addEventListener("online", seeker.wake);
setInterval(() => seeker.isWaiting() && say(looking()), LOOK);
meanwhile.querySelector("button[type=button]").addEventListener("click", decline);
document.querySelector("[data-practice]").addEventListener("submit", awaitCall);
form.addEventListener("change", begin);
form.addEventListener("submit", (event) => event.preventDefault());
begin();
