// Drawings from the sprite: always beside their word, so that they are silent themselves.

import { html } from "../vendor/lit-html/lit-html.js";

const sprite = document.body.dataset.icons;

export const icon = (name) => html`<svg class="icon" aria-hidden="true"><use href="${sprite}#${name}"></use></svg>`;
