// The form of a challenge's terms: fields that have no meaning with the other choices are hidden and not sent, and the
// folded terms are shown in one line.

import { meaningless } from "./matters.js";
import { moreInWords } from "./more.js";

/** Keep a form of terms up to date. */
export function watchTerms(form) {
  const show = () => update(form);
  form.addEventListener("change", show);
  addEventListener("pageshow", show); // browsers restore form values when navigating back
  show();
}

function update(form) {
  const terms = valuesOf(form);
  const left = meaningless(terms);
  for (const field of form.querySelectorAll("[data-field]")) put(field, !left.includes(field.dataset.field));
  form.querySelector("[data-brief]").textContent = moreInWords(terms);
  const box = form.elements.knows;
  if (box) box.disabled = terms.friendly === "True";
}

function valuesOf(form) {
  const names = ["audience", "limit", "teams", "house_seats", "lowest", "highest", "bots", "friendly"];
  return Object.fromEntries(names.map((name) => [name, form.elements[name]?.value ?? ""]));
}

function put(field, isShown) {
  field.hidden = !isShown;
  for (const input of field.querySelectorAll("input, select")) input.disabled = !isShown;
}
