// Ways to share a duel: its link, to copy or to share, and a picture.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { icon } from "../lib/icons.js";
import { _ } from "../lib/words.js";

/** Share with the system's dialog, or else copy the link; resolves to a message for the user, "" for none. */
export async function share({ title, text, url }) {
  if (!navigator.share) return copy(url);
  try {
    await navigator.share({ title, text, url });
  } catch {
    // The user has cancelled.
  }
  return "";
}

/** Copy an address; resolves to a message for the user. */
async function copy(url) {
  try {
    await navigator.clipboard.writeText(url);
    return _("Link copied.");
  } catch {
    return _("Your browser can’t copy the link. Here it is: {url}", { url });
  }
}

const SIZE = { width: 1200, height: 630 };

/** Save the picture at `address`, an SVG of this site, as a PNG with this name. */
async function savePicture(address, name) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), SIZE);
  canvas.getContext("2d").drawImage(image, 0, 0, SIZE.width, SIZE.height);
  const url = URL.createObjectURL(await new Promise((resolve) => canvas.toBlob(resolve, "image/png")));
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Buttons for all three. `about()` returns the current `{ title, text, url, picture, name }`. */
export const sharingButtons = (about) => html`
  <button class="button quiet" type="button" @click=${() => savePicture(about().picture, about().name)}>${icon("image")} ${_("Image (.png)")}</button>
  ${navigator.share ? html`<button class="button quiet" type="button" @click=${(event) => said(event, share(about()))}>${icon("share")} ${_("Share")}</button>` : nothing}
  <button class="button quiet" type="button" @click=${(event) => said(event, copy(about().url))}>${icon("link")} ${_("Copy link to this round")}</button>
  <span class="small" role="status"></span>
`;

/** Show the result next to the buttons. */
async function said({ currentTarget: button }, telling) {
  const place = button.parentElement.querySelector("[role=status]");
  place.textContent = await telling;
}
