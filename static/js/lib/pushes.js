// Push notifications to this browser. The element `way` has the data: data-key is the public key of the site,
// data-address the endpoint for subscriptions, data-worker the service worker, data-token the CSRF token.

import { _ } from "./words.js";

const LAST = "pushed-to";
const RENEW = "/settings/pushes/renew/"; // as in the service worker

export const canPush = "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

/** Return the browser's subscription; null if it has none. */
export async function subscription() {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Return whether this browser has ever given the server a subscription, which it may have lost since. */
export const wasSubscribed = () => localStorage.getItem(LAST) !== null;

/** Give the server the new address if the browser has replaced its subscription without an event. */
export async function renewIfReplaced() {
  const old = localStorage.getItem(LAST);
  const made = old && (await subscription());
  if (!made || made.endpoint === old) return;
  const { endpoint, keys } = made.toJSON();
  const answer = await fetch(RENEW, { method: "POST", body: new URLSearchParams({ old, endpoint, ...keys }) });
  if (answer.ok) localStorage.setItem(LAST, endpoint);
}

/**
 * Return whether the server pushes to this subscription or to the one that it replaces; the server then takes the new
 * address and keys. Browsers may replace a subscription without an event, so the last registered address is stored.
 */
export async function isKnown(way, made) {
  const { endpoint, keys } = made.toJSON();
  const old = localStorage.getItem(LAST) ?? endpoint;
  const { known } = await post(way, way.dataset.address, { check: "1", old, endpoint, ...keys });
  if (known) localStorage.setItem(LAST, endpoint);
  return known;
}

/** Subscribe this browser to notifications; rejects with a message for the user. */
export async function subscribe(way) {
  if ((await Notification.requestPermission()) !== "granted")
    throw new Error(_("This browser blocks notifications from this site. Allow them in the browser’s settings first."));
  const made = await (await worker(way)).pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key(way),
  });
  const { endpoint, keys } = made.toJSON();
  try {
    await post(way, way.dataset.address, { endpoint, ...keys });
  } catch (error) {
    await made.unsubscribe();
    throw error;
  }
  localStorage.setItem(LAST, endpoint);
  return made;
}

/** Unsubscribe this browser. */
export async function unsubscribe(way, made) {
  await post(way, way.dataset.address, { stop: "1", endpoint: made.endpoint });
  await forget(made);
}

/** End the browser's subscription; the server notices at its next push. */
export async function forget(made) {
  localStorage.removeItem(LAST);
  await made?.unsubscribe();
}

/** Post fields to an address of the site and return its answer; rejects with the server's reason. */
export async function post(way, address, fields) {
  const headers = { "X-CSRFToken": way.dataset.token };
  const answer = await fetch(address, { method: "POST", headers, body: new URLSearchParams(fields) });
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(told.why ?? _("That did not work. Please try again."));
  return told;
}

const key = (way) =>
  Uint8Array.from(atob(way.dataset.key.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

async function worker(way) {
  await navigator.serviceWorker.register(way.dataset.worker);
  return navigator.serviceWorker.ready;
}
