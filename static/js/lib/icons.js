// Drawings from the sprite: always beside their word, so that they are silent themselves.

import { html } from "../../vendor/lit-html/lit-html.js";

/** The sprite goes into the page once: a reference to another file would be asked for again with each drawing. */
async function plant(address) {
  const answer = await fetch(address);
  const { documentElement: sprite } = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  sprite.setAttribute("hidden", "");
  document.body.append(sprite);
}

queueMicrotask(() => plant(document.body.dataset.icons)); // asked for by the whole script, browsers that tell by whom would read it all again

/** `mirrored`: as a left hand makes it. */
export const icon = (name, { mirrored = false } = {}) =>
  html`<svg class=${mirrored ? "icon mirrored" : "icon"} aria-hidden="true"><use href="#${name}"></use></svg>`;
