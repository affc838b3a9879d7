// Rows drawn again: those that say the same stay the same nodes, so that no press is lost which a push comes upon.
import { render } from "../../vendor/lit-html/lit-html.js";

/** Draws `content`, a list or what stands in its place, in `place`, whoever has drawn what is there. */
export function redraw(place, content) {
  const fresh = drawn(content);
  const [list, freshList] = [place, fresh].map((it) => it.querySelector("ul"));
  if (list && freshList) reconcile(list, freshList);
  else place.replaceChildren(...fresh.childNodes);
}

/** Draws `content`, rows, in `list`. */
export const redrawRows = (list, content) => reconcile(list, drawn(content));

function drawn(content) {
  const place = document.createElement("div");
  render(content, place);
  return place;
}

/** Nothing that stays is moved unless the order has changed; the focus stays at the link to the same place. */
function reconcile(list, fresh) {
  const focused = list.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  const before = new Map([...list.children].map((row) => [said(row), row]));
  const rows = [...fresh.children].map((row) => before.get(said(row)) ?? row);
  for (const row of [...list.children]) if (!rows.includes(row)) row.remove();
  for (const [at, row] of rows.entries()) if (list.children[at] !== row) list.insertBefore(row, list.children[at]);
  const links = focused === null ? [] : [...list.querySelectorAll("a")];
  if (!list.contains(document.activeElement)) links.find((link) => link.getAttribute("href") === focused)?.focus();
}

/** The row as HTML, without what is drawn differently but looks the same. */
const said = (row) =>
  row.outerHTML
    .replace(/<!--.*?-->/gs, "")
    .replace(/\s+/g, " ")
    .replaceAll("> <", "><");
