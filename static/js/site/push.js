// Settings for push notifications in this browser. Only the server knows where it pushes to, so the page asks it.

import { canPush, isKnown, subscribe, subscription, unsubscribe, wasSubscribed } from "../lib/pushes.js";
import { _ } from "../lib/words.js";

const root = document.querySelector("[data-pushes]");
const button = root.querySelector("button");
const said = root.querySelector("[role=status]");

let made = null;

function draw(text) {
  button.hidden = false;
  button.textContent = made ? _("Turn off notifications in this browser") : _("Turn on notifications in this browser");
  said.textContent = text;
}

const state = () => (made ? _("Notifications are on in this browser.") : "");

/** Return the initial status text. */
async function check() {
  const found = await subscription();
  if (!found && !wasSubscribed()) return "";
  if (found && (await isKnown(root, found))) {
    made = found;
    return state();
  }
  return _("This browser no longer gets notifications. Use the button to turn them on again.");
}

async function toggle() {
  if (!made) made = await subscribe(root);
  else {
    await unsubscribe(root, made);
    made = null;
  }
}

button.addEventListener("click", async () => {
  button.disabled = true;
  try {
    await toggle();
    draw(state());
  } catch (error) {
    draw(error.message);
  } finally {
    button.disabled = false;
  }
});

if (canPush) {
  draw(await check().catch((error) => error.message));
} else {
  said.textContent = _("This browser doesn’t support push notifications.");
}
