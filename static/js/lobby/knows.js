// The box "I know that my mage can die": a press of its form's button leads to it, with the reason, until it is ticked. A
// disabled box asks for nothing.

/** Keep the boxes of all forms up to date. The server may replace the forms. */
export function watchKnowing() {
  addEventListener("change", ({ target }) => target.form && update(target.form));
  addEventListener("pageshow", updateAll);
  updateAll();
}

/** Update all forms with a box, for example after the server has replaced them. */
export function updateAll() {
  for (const box of document.querySelectorAll("[data-first]")) update(box.form);
}

function update(form) {
  const box = form.querySelector("[data-first]");
  box?.setCustomValidity(box.checked ? "" : box.dataset.first);
}
