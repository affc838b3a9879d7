// Tells who leaves the page open that somebody waits for an opponent: by a sound, and by the system where it may.

import { connect } from "../lib/protocol.js";
import { _ } from "../lib/words.js";

const button = document.querySelector("[data-tell]");
const status = document.querySelector("[data-tell-status]");

let link = null;
/** What has waited before: tokens of challenges, and how many want a quick duel. */
let known = null;

async function begin() {
  button.setAttribute("aria-pressed", "true");
  status.textContent = _("You are told as long as this page is open.");
  const address = new URL("/ws/lobby/", location.href.replace(/^http/, "ws")).href;
  link = connect({ address, onFrame, onLink: () => {} });
  await globalThis.Notification?.requestPermission();
}

function end() {
  button.setAttribute("aria-pressed", "false");
  status.textContent = "";
  link.close();
  link = known = null;
}

function onFrame(frame) {
  if (frame.type !== "lobby") return;
  const open = frame.challenges.filter((it) => it.may_accept);
  const fresh = known && open.find(({ token }) => !known.tokens.has(token));
  if (fresh) tell(_("{name} waits for an opponent.", { name: fresh.challenger }), fresh.url);
  else if (known && frame.seeking > known.seeking) tell(_("Somebody wants a quick duel."), button.dataset.lobby);
  known = { tokens: new Set(open.map(({ token }) => token)), seeking: frame.seeking };
}

async function tell(text, path) {
  const way = Object.assign(document.createElement("a"), { href: path, textContent: text });
  status.replaceChildren(way);
  (await import("../lib/sound.js")).sound("call");
  if (globalThis.Notification?.permission !== "granted" || !document.hidden) return;
  const worker = await navigator.serviceWorker?.getRegistration();
  worker?.showNotification(text, { tag: "waits", data: { path } });
}

button?.addEventListener("click", () => (link ? end() : begin()));
addEventListener("online", () => link?.wake());
