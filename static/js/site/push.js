// Settings: whether news are pushed to this browser.

import { canPush, subscribe, subscription, unsubscribe } from "../lib/pushes.js";
import { _ } from "../lib/words.js";

const root = document.querySelector("[data-pushes]");
const button = root.querySelector("button");
const said = root.querySelector("[role=status]");

let made = null;

function draw(text) {
  button.hidden = false;
  button.textContent = made ? _("Push no more to this browser") : _("Push news to this browser");
  said.textContent = text;
}

const state = () => (made ? _("News are pushed to this browser while no page of the site is open.") : "");

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
  made = await subscription();
  draw(state());
} else {
  said.textContent = _("This browser cannot have news pushed to it.");
}
