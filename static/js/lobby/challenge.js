// The page of an open challenge: fetches its content again when it changes, and enters the duel when it begins.
import { awaitCall } from "../lib/call.js";
import { reloadLoggedOut } from "../lib/logged-out.js";
import { connect, LOGGED_OUT, socketAddress } from "../lib/protocol.js";
import { _ } from "../lib/words.js";
import "./invite.js";
import { updateAll } from "./knows.js";

const find = (name, place = document) => place.querySelector(`[data-${name}]`);
const status = find("challenge-status");

let isLeaving = false;
/** True if changes may have been missed while no socket was open: before the first one, or offline. */
let mayBeBehind = true;
let isStale = false;
let isFetching = false;

/** Return a part of the page as HTML, without the forms' CSRF tokens, which differ in each response. */
const htmlOf = (part) => part.innerHTML.replaceAll(/(name="csrfmiddlewaretoken" value=")\w+/g, "$1");
let shown = htmlOf(find("challenge"));

function onFrame(frame) {
  if (frame.type === "started") go(frame.url);
  else if (frame.type === "challenge" || mayBeBehind) refresh();
  mayBeBehind = false;
}

function onLink(link, code) {
  if (link === "lost") mayBeBehind = true;
  if (code === LOGGED_OUT) reloadLoggedOut();
}

/**
 * Enter the duel once: a second navigation would cancel the first. The duel replaces this page in the history, because
 * from now on its address leads to the duel.
 */
function go(url) {
  if (isLeaving) return;
  isLeaving = true;
  location.replace(url);
}

/** Fetch the page and take over its changing part; a change in the meantime causes another fetch. */
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
    mayBeBehind = true; // offline: the next frame triggers a new fetch
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

/** Replace the content, but keep what is being typed, and the focus if its element still exists. */
function show(fresh) {
  const html = htmlOf(fresh);
  if (html === shown) return;
  shown = html;
  const old = find("challenge");
  const focused = document.activeElement?.id;
  const fields = [...old.querySelectorAll("input[id]:not([readonly]), select[id], details[id]")];
  old.replaceWith(document.adoptNode(fresh));
  for (const { id, value, checked, open } of fields) {
    const field = document.getElementById(id);
    if (field && field.type !== "hidden") Object.assign(field, field.type ? { value, checked } : { open });
  }
  updateAll();
  if (focused) document.getElementById(focused)?.focus();
  status.textContent = _("The challenge has changed.");
}

// The user's own forms navigate by themselves.
addEventListener("submit", ({ target }) => {
  isLeaving = true;
  if (target.dataset.practice !== undefined) awaitCall();
});

const token = location.pathname.split("/")[2];
const link = connect({ address: socketAddress(`/ws/lobby/?challenge=${token}`), onFrame, onLink });
addEventListener("online", link.wake);
addEventListener("pageshow", (event) => {
  isLeaving = false;
  if (event.persisted) link.wake();
});
