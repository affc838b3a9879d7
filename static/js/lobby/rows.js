// Redrawn lists: rows with the same content keep their node, so that an update does not swallow a click.
import { render } from "../../vendor/lit-html/lit-html.js";

/**
 * Render `content`, a list or its replacement, into `place`, whether the server or this script rendered the old
 * content.
 */
export function redraw(place, content) {
  const fresh = drawn(content);
  const [list, freshList] = [place, fresh].map((it) => it.querySelector("ul"));
  if (list && freshList) reconcile(list, freshList);
  else place.replaceChildren(...fresh.childNodes);
}

/** Render the rows `content` into `list`. */
export const redrawRows = (list, content) => reconcile(list, drawn(content));

function drawn(content) {
  const place = document.createElement("div");
  render(content, place);
  return place;
}

/** Replace rows, moving nodes only if the order has changed; keep the focus on the link with the same address. */
function reconcile(list, fresh) {
  const focused = list.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  const before = new Map([...list.children].map((row) => [contentOf(row), row]));
  const rows = [...fresh.children].map((row) => before.get(contentOf(row)) ?? row);
  for (const row of [...list.children]) if (!rows.includes(row)) row.remove();
  for (const [at, row] of rows.entries()) if (list.children[at] !== row) list.insertBefore(row, list.children[at]);
  const links = focused === null ? [] : [...list.querySelectorAll("a")];
  if (!list.contains(document.activeElement)) links.find((link) => link.getAttribute("href") === focused)?.focus();
}

/** Return the row's HTML without parts that differ invisibly. */
const contentOf = (row) =>
  row.outerHTML
    .replace(/<!--.*?-->/gs, "")
    .replace(/\s+/g, " ")
    .replaceAll("> <", "><");
