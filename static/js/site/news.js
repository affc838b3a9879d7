// News for logged-in users on every page: counts of what is waiting, and notifications.

import { call } from "../lib/call.js";
import { loggedOutNotice, wasLoggedOut } from "../lib/logged-out.js";
import { connect, LOGGED_OUT, socketAddress } from "../lib/protocol.js";
import { canPush, forget, renewIfReplaced, subscription } from "../lib/pushes.js";
import { _ } from "../lib/words.js";
import { retitle, show } from "./badge.js";
import { showTurn } from "./turn.js";

const place = document.querySelector("[data-news]");
const STAYS = 20_000; // milliseconds; the user finds them among their notifications afterwards

function onFrame(frame) {
  if (frame.type === "news") {
    show(frame);
    showTurn(frame.waiting);
  }
  if (frame.type === "told" && frame.path !== location.pathname && !isOffered(frame)) tell(frame);
}

/** Return whether this page itself offers the rematch that a notification is about. */
const isOffered = ({ after }) =>
  after === location.pathname && !dispatchEvent(new Event("rematch", { cancelable: true }));

/** Show a note with a link. A beginning duel also plays a sound and stays. */
function tell({ about, subject, path }) {
  const note = document.createElement("p");
  note.className = "notification";
  note.append(path ? link(subject, path) : subject, closer(note));
  place.append(note);
  if (about === "duel" && path.startsWith("/duel/")) call();
  else leaveSoon(note);
}

/** Remove the note after a while, unless the user is about to use it. */
function leaveSoon(note) {
  const leave = () => (note.matches(":hover, :focus-within") ? setTimeout(leave, STAYS) : note.remove());
  setTimeout(leave, STAYS);
}

function link(subject, path) {
  const made = document.createElement("a");
  made.href = path;
  made.textContent = subject;
  return made;
}

function closer(note) {
  const made = document.createElement("button");
  made.type = "button";
  made.setAttribute("aria-label", _("Close"));
  made.textContent = "×";
  made.addEventListener("click", () => note.remove());
  return made;
}

/** Offer to reload a page of another version than the server, once. It does not reload by itself: orders may be unsealed. */
function offerReload() {
  const note = Object.assign(document.createElement("p"), { className: "notification" });
  const button = Object.assign(document.createElement("button"), { type: "button", className: "reload" });
  button.textContent = _("Reload the page");
  button.addEventListener("click", () => location.reload());
  note.append(_("The site has been updated."), " ", button, closer(note));
  document.querySelector(".news").append(note);
}

document.addEventListener("outdated", offerReload, { once: true });

/** Without a user, end this browser's push subscription. */
const forgetPushes = async () => forget(await subscription());

/** Show that the user was logged out. Only pages with their own socket reload, because here the user may be typing. */
function onLink(_link, code) {
  if (code === LOGGED_OUT) place.append(Object.assign(loggedOutNotice(), { className: "notification" }));
}

function listen() {
  const socket = connect({ address: socketAddress("/ws/news/"), onFrame, onLink });
  addEventListener("online", socket.wake);
  addEventListener("pageshow", (event) => event.persisted && socket.wake());
  document.addEventListener("visibilitychange", () => document.hidden || socket.wake());
}

const isReloaded = wasLoggedOut();
if (place) {
  queueMicrotask(listen);
  if (canPush) renewIfReplaced().catch(() => {});
} else {
  if (isReloaded) document.getElementById("main").prepend(loggedOutNotice());
  retitle(document.title);
  navigator.clearAppBadge?.().catch(() => {});
  if (canPush) forgetPushes().catch(() => {});
}
