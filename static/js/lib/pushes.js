// Notifications pushed to this browser. The element `way` has what is needed: data-key is the public key of the site,
// data-address where subscriptions are kept, data-worker the service worker, data-token the CSRF token.

import { _ } from "./words.js";

const LAST = "pushed-to";
const RENEW = "/settings/pushes/renew/"; // as in the service worker

export const canPush = "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

/** The browser's subscription; null if it has none. */
export async function subscription() {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Whether the server was given a subscription of this browser, which may have lost it since. */
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
 * Whether the server pushes to this subscription, or to the one that it replaces: the server then takes its address and
 * keys. Browsers may replace a subscription without telling, so the address that the server was last given is kept.
 */
export async function isKnown(way, made) {
  const { endpoint, keys } = made.toJSON();
  const old = localStorage.getItem(LAST) ?? endpoint;
  const { known } = await post(way, way.dataset.address, { check: "1", old, endpoint, ...keys });
  if (known) localStorage.setItem(LAST, endpoint);
  return known;
}

/** Have news pushed here; rejects with what to tell. */
export async function subscribe(way) {
  if ((await Notification.requestPermission()) !== "granted")
    throw new Error(
      _("This browser is set to show no notifications of this site. Allow them in its own settings first."),
    );
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

/** Push nothing here any more. */
export async function unsubscribe(way, made) {
  await post(way, way.dataset.address, { stop: "1", endpoint: made.endpoint });
  await forget(made);
}

/** End the browser's subscription; the server learns of it when it pushes next. */
export async function forget(made) {
  localStorage.removeItem(LAST);
  await made?.unsubscribe();
}

/** Post fields to an address of the site, and return its answer; rejects with the server's reason. */
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
