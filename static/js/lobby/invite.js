// Copy or share the link of a challenge. The server may replace the buttons, so events are delegated.

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
    status.textContent = _("Link copied.");
  } catch {
    field.focus(); // copying is blocked: select the text for copying by hand
    field.select();
  }
}

/** Share by the system's dialog; cancelling it is no error. */
const share = (url, title) => navigator.share({ title, url }).catch(() => {});
