// The link of a challenge: copied, or shared by what the system has for it. The buttons may be drawn again by the server.

import { _ } from "../lib/words.js";

const status = document.querySelector("[data-challenge-status]");

document.documentElement.toggleAttribute("data-shares", Boolean(navigator.share));

addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-copy], [data-share]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy ?? button.dataset.share);
  if (button.dataset.copy) copy(field, button);
  else share(field.value, button.dataset.title);
});

addEventListener("focusin", ({ target }) => target.dataset?.select !== undefined && target.select());

async function copy(field, button) {
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = _("Copied");
    status.textContent = _("The link is copied.");
  } catch {
    field.focus(); // a browser that copies nothing by itself: it is marked, to be copied by hand
    field.select();
  }
}

/** Who thinks better of it has shared nothing. */
const share = (url, title) => navigator.share({ title, url }).catch(() => {});
