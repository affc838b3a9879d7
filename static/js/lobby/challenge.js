// A challenge's page while one waits: what the server shows of it is fetched again when it changes, and the way into the duel.
import { awaitCall } from "../lib/call.js";
import { connect, LOGGED_OUT } from "../lib/protocol.js";
import { _ } from "../lib/words.js";
import "./invite.js";

const find = (name, place = document) => place.querySelector(`[data-${name}]`);
const status = find("challenge-status");

let isLeaving = false;
let wasLost = false;
let isStale = false;
let isFetching = false;

function onFrame(frame) {
  if (frame.type === "started") go(frame.url);
  else if (frame.type === "challenge" || wasLost) refresh();
  wasLost = false;
}

function onLink(link, code) {
  if (link === "lost") wasLost = true;
  if (code === LOGGED_OUT) location.reload(); // as a stranger, who may log in
}

/** Into the duel, once: a second navigation would break off the first. */
function go(url) {
  if (isLeaving) return;
  isLeaving = true;
  location.assign(url);
}

/** Fetch the page and take its changing part; what changes meanwhile is fetched after that. */
async function refresh() {
  isStale = true;
  if (isFetching) return;
  isFetching = true;
  try {
    while (isStale && !isLeaving) {
      isStale = false;
      await fetchPage();
    }
  } catch {
    wasLost = true; // the network is gone; the next frame finds us behind
  } finally {
    isFetching = false;
  }
}

async function fetchPage() {
  const answer = await fetch(location.pathname, { cache: "no-store" });
  if (answer.redirected) {
    go(answer.url);
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = find("challenge", page);
  if (fresh) show(fresh);
}

/** What is being filled in stays; the focus stays where it was, if that is still there. */
function show(fresh) {
  const old = find("challenge");
  if (old.innerHTML === fresh.innerHTML) return;
  const focused = document.activeElement?.id;
  const fields = new Map(
    [...old.querySelectorAll("input[id]:not([readonly]), select[id]")].map((it) => [it.id, it.value]),
  );
  old.replaceWith(document.adoptNode(fresh));
  for (const [id, value] of fields) {
    const field = document.getElementById(id);
    if (field && field.type !== "hidden") field.value = value;
  }
  if (focused) document.getElementById(focused)?.focus();
  status.textContent = _("The challenge has changed.");
}

// One's own forms lead on by themselves.
addEventListener("submit", ({ target }) => {
  isLeaving = true;
  if (target.dataset.practice !== undefined) awaitCall();
});

const scheme = location.protocol === "https:" ? "wss" : "ws";
const token = location.pathname.split("/")[2];
const link = connect({ address: `${scheme}://${location.host}/ws/lobby/?challenge=${token}`, onFrame, onLink });
addEventListener("online", link.wake);
addEventListener("pageshow", (event) => {
  isLeaving = false;
  if (event.persisted) link.wake();
});
