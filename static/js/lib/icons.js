// Icons from the sprite. They always come with a text, so they are hidden from screen readers.

import { html } from "../../vendor/lit-html/lit-html.js";

/** Insert the sprite into the page once: some browsers fetch a referenced file again for each icon. */
async function plant(address) {
  const answer = await fetch(address);
  const { documentElement: sprite } = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  sprite.setAttribute("hidden", "");
  document.body.append(sprite);
}

queueMicrotask(() => plant(document.body.dataset.icons)); // in a task of its own, see README, "Slices"

/** `mirrored`: as made by the left hand. */
export const icon = (name, { mirrored = false } = {}) =>
  html`<svg class=${mirrored ? "icon mirrored" : "icon"} aria-hidden="true"><use href="#${name}"></use></svg>`;
