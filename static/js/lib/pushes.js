// Whether news are pushed to this browser. The element `way` says how: data-key is the site's public key, data-address is
// where browsers are written down, data-worker the service worker, data-token the one against forgery.

import { _ } from "./words.js";

export const canPush = "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;

/** The browser's subscription; null if it has none. */
export async function subscription() {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
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
  return made;
}

/** Push nothing here any more. */
export async function unsubscribe(way, made) {
  await post(way, way.dataset.address, { stop: "1", endpoint: made.endpoint });
  await made.unsubscribe();
}

/** Post fields to an address of the site; rejects with what it says against it. */
export async function post(way, address, fields) {
  const headers = { "X-CSRFToken": way.dataset.token };
  const answer = await fetch(address, { method: "POST", headers, body: new URLSearchParams(fields) });
  if (!answer.ok)
    throw new Error((await answer.json().catch(() => ({}))).why ?? _("That did not work. Please try again."));
}

const key = (way) =>
  Uint8Array.from(atob(way.dataset.key.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

async function worker(way) {
  await navigator.serviceWorker.register(way.dataset.worker);
  return navigator.serviceWorker.ready;
}
