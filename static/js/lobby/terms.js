// The form of a new challenge: fields that have no meaning with the other choices are hidden and not sent.

import { meaningless } from "./matters.js";

const form = document.querySelector("[data-matters]");
const fields = [...(form?.querySelectorAll("[data-field]") ?? [])];

function show() {
  const value = (name) => form.elements[name].value;
  const terms = Object.fromEntries(["audience", "limit", "teams", "house_seats"].map((name) => [name, value(name)]));
  const left = meaningless(terms);
  for (const field of fields) put(field, !left.includes(field.dataset.field));
  for (const section of form.querySelectorAll(".terms-form__section"))
    section.hidden = !section.querySelector("[data-field]:not([hidden])");
}

function put(field, isShown) {
  field.hidden = !isShown;
  for (const input of field.querySelectorAll("input, select")) input.disabled = !isShown;
}

if (form) {
  form.addEventListener("change", show);
  addEventListener("pageshow", show); // browsers restore form values when navigating back
  show();
}
