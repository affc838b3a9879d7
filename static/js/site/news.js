// On every page of who is logged in: what waits for him, as it changes, and what he is told meanwhile.

import { call } from "../lib/call.js";
import { loggedOutNotice, wasLoggedOut } from "../lib/logged-out.js";
import { connect, LOGGED_OUT } from "../lib/protocol.js";
import { canPush, forget, renewIfReplaced, subscription } from "../lib/pushes.js";
import { _ } from "../lib/words.js";
import { retitle, show } from "./badge.js";

const place = document.querySelector("[data-news]");
const STAYS = 20_000; // milliseconds; what was told is found among one's letters afterwards

function onFrame(frame) {
  if (frame.type === "news") show(frame);
  if (frame.type === "told" && frame.path !== location.pathname) tell(frame);
}

/** A note that leads to what it tells of; that a duel begins is heard too, and stays. */
function tell({ about, subject, path }) {
  const note = document.createElement("p");
  note.className = "notification";
  note.append(path ? link(subject, path) : subject, closer(note));
  place.append(note);
  if (about === "duel" && path.startsWith("/duel/")) call();
  else leaveSoon(note);
}

/** It goes by itself, unless somebody is about to use it. */
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

/** Without a user, nothing is pushed to this browser any more. */
const forgetPushes = async () => forget(await subscription());

/** Pages with a socket of their own are loaded again; the others keep what somebody may be writing. */
function onLink(_link, code) {
  if (code === LOGGED_OUT) place.append(Object.assign(loggedOutNotice(), { className: "notification" }));
}

function listen() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = connect({ address: `${scheme}://${location.host}/ws/news/`, onFrame, onLink });
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
