// The box "I know that my mage can die": it enables the button of its form. A disabled box asks for nothing.

/** Keep the buttons of all forms with such a box up to date. The server may replace the forms. */
export function watchKnowing() {
  addEventListener("change", ({ target }) => target.form && update(target.form));
  addEventListener("pageshow", updateAll);
  updateAll();
}

/** Update all forms with a box, for example after the server has replaced them. */
export function updateAll() {
  for (const box of document.querySelectorAll("[data-enables]")) update(box.form);
}

function update(form) {
  const box = form.querySelector("[data-enables]");
  if (box) form.querySelector("[type=submit]").disabled = !(box.checked || box.disabled);
}
