// Settings: whether news are pushed to this browser.

import { _ } from "../lib/words.js";

const root = document.querySelector("[data-pushes]");
const button = root.querySelector("button");
const said = root.querySelector("[role=status]");
const CANNOT = _("This browser cannot have news pushed to it.");
const DENIED = _("This browser is set to show no notifications of this site. Allow them in its own settings first.");

let subscription = null;

const key = () =>
  Uint8Array.from(atob(root.dataset.key.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

const worker = async () => {
  await navigator.serviceWorker.register(root.dataset.worker);
  return navigator.serviceWorker.ready;
};

async function post(fields) {
  const headers = { "X-CSRFToken": root.dataset.token };
  const answer = await fetch(root.dataset.address, { method: "POST", headers, body: new URLSearchParams(fields) });
  if (!answer.ok)
    throw new Error((await answer.json().catch(() => ({}))).why ?? _("That did not work. Please try again."));
}

async function start() {
  if ((await Notification.requestPermission()) !== "granted") throw new Error(DENIED);
  const made = await (await worker()).pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key() });
  const { endpoint, keys } = made.toJSON();
  try {
    await post({ endpoint, ...keys });
  } catch (error) {
    await made.unsubscribe();
    throw error;
  }
  subscription = made;
}

async function stop() {
  await post({ stop: "1", endpoint: subscription.endpoint });
  await subscription.unsubscribe();
  subscription = null;
}

function draw(text) {
  button.hidden = false;
  button.textContent = subscription ? _("Push no more to this browser") : _("Push news to this browser");
  said.textContent = text;
}

const state = () => (subscription ? _("News are pushed to this browser while no page of the site is open.") : "");

button.addEventListener("click", async () => {
  button.disabled = true;
  try {
    await (subscription ? stop() : start());
    draw(state());
  } catch (error) {
    draw(error.message);
  } finally {
    button.disabled = false;
  }
});

if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window) {
  const registration = await navigator.serviceWorker.getRegistration();
  subscription = (await registration?.pushManager.getSubscription()) ?? null;
  draw(state());
} else {
  said.textContent = CANNOT;
}
