// Alerts for waiting opponents: a sound and a system notification while the page is open, one push message when it is
// closed.

import { connect, socketAddress } from "../lib/protocol.js";
import { canPush, post, subscribe } from "../lib/pushes.js";
import { _ } from "../lib/words.js";

const button = document.querySelector("[data-tell]");
const status = document.querySelector("[data-tell-status]");
const about = document.querySelector("[data-tell-about]");

let link = null;
/** Waiting when last seen: tokens of challenges, and the number of players in the quick queue. */
let known = null;

async function begin() {
  listen();
  say(_("We’ll notify you while this page is open."));
  if (await hasPushes()) say(pushed());
}

/** Show what the user can expect, instead of what the button would do. */
function say(text) {
  status.textContent = text;
  about.hidden = Boolean(text);
}

function listen() {
  button.setAttribute("aria-pressed", "true");
  link = connect({ address: socketAddress("/ws/lobby/"), onFrame, onLink: () => {} });
}

/** Return whether push messages are on for the closed page; false if the browser does not support them. */
async function hasPushes() {
  if (!canPush) return false;
  try {
    await subscribe(button);
    if (link) await post(button, button.dataset.alert, {});
    return link !== null;
  } catch {
    return false;
  }
}

const pushed = () => _("We’ll notify you while this page is open, and once within 12 hours of closing it.");

function end() {
  button.setAttribute("aria-pressed", "false");
  say("");
  link.close();
  link = known = null;
  post(button, button.dataset.alert, { stop: "1" }).catch(() => {});
}

function onFrame(frame) {
  if (frame.type !== "lobby") return;
  const open = frame.challenges.filter((it) => it.may_accept);
  const fresh = known && open.find(({ token }) => !known.tokens.has(token));
  if (fresh) tell(_("{name} is looking for an opponent.", { name: fresh.challenger }), fresh.url);
  else if (known && frame.seeking > known.seeking) tell(_("Someone wants a quick duel."), button.dataset.lobby);
  known = { tokens: new Set(open.map(({ token }) => token)), seeking: frame.seeking };
}

async function tell(text, path) {
  const way = Object.assign(document.createElement("a"), { href: path, textContent: text });
  status.replaceChildren(way);
  about.hidden = true;
  (await import("../lib/sound.js")).sound("call");
  if (globalThis.Notification?.permission !== "granted" || !document.hidden) return;
  const worker = await navigator.serviceWorker?.getRegistration();
  worker?.showNotification(text, { tag: "waits", data: { path } });
}

button?.addEventListener("click", () => (link ? end() : begin()));
addEventListener("online", () => link?.wake());
if (button?.getAttribute("aria-pressed") === "true") {
  listen();
  say(pushed());
} else if (about && !canPush) about.textContent = _("While this page is open, a sound will alert you.");
