// Registration of the service worker, which makes the site installable.

import { atRest } from "../lib/later.js";

/** Wait until the browser is idle: starting a service worker takes a while even if one exists. */
async function register() {
  await atRest();
  await navigator.serviceWorker?.register(document.body.dataset.worker).catch(() => {}); // may be blocked
}

addEventListener("load", register);
