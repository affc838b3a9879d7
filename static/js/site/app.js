// On every page: what makes the site one that can be installed.

import { atRest } from "../lib/later.js";

/** Browsers take a while to ready one of these, even where there is one. */
async function register() {
  await atRest();
  await navigator.serviceWorker?.register(document.body.dataset.worker).catch(() => {}); // a browser may forbid it
}

addEventListener("load", register);
