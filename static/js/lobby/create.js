// Links to the form for a challenge open it in a dialog. Without scripts, it is a page of its own.

import { html, render } from "../../vendor/lit-html/lit-html.js";

let dialog = null;

addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href^='/challenges/new/']");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  open(link.href).catch(() => location.assign(link.href));
});

/** Fetch the form at `address` and show it. The modules that keep it up to date are imported with it. */
async function open(address) {
  const [answer, ...modules] = await Promise.all([
    fetch(address, { cache: "no-store" }),
    import("./options.js"),
    import("./terms.js"),
    import("./knows.js"),
  ]);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const part = page.querySelector("[data-create]");
  if (!part) throw new Error("no form");
  show(document.adoptNode(part));
  const [{ watchOptions }, { watchTerms }, { watchKnowing }] = modules;
  const form = dialog.querySelector("form");
  watchOptions(form);
  watchTerms(form);
  watchKnowing();
}

function show(part) {
  dialog ??= dialogOnPage();
  dialog.replaceChildren(part);
  dialog.showModal();
  dialog.querySelector("input:checked")?.focus();
}

function dialogOnPage() {
  const place = document.createElement("div");
  render(html`<dialog class="dialog create__dialog" aria-labelledby="create-title" @click=${close}></dialog>`, place);
  document.body.append(place);
  return place.firstElementChild;
}

/** Close the dialog by its button, or by a click next to it. */
function close(event) {
  if (event.target !== dialog && !event.target.closest("[data-close]")) return;
  event.preventDefault();
  dialog.close();
}
