// The check of a new username or mage name when the user pauses in its field or leaves it. The browser doesn't send a
// form with a name that was refused, because the page with the error would come back without the password.

import { html, nothing, render } from "../../vendor/lit-html/lit-html.js";
import { _ } from "../lib/words.js";

const PAUSE = 400; // milliseconds
const FREE = { why: "", free: [] };

for (const field of document.querySelectorAll("input[data-check-at]")) checkNameIn(field);

function checkNameIn(field) {
  const place = Object.assign(document.createElement("div"), { id: `${field.id}_refusal`, role: "alert" });
  field.after(place);
  field.setAttribute("aria-describedby", `${field.getAttribute("aria-describedby") ?? ""} ${place.id}`.trim());
  let pausing;

  const show = (answer) => {
    field.setCustomValidity(answer.why);
    field.ariaInvalid = answer.why ? "true" : null;
    render(answer.why ? refusal(answer, take) : nothing, place);
  };
  const take = (name) => {
    field.value = name;
    show(FREE);
    field.focus();
  };
  const check = async () => {
    const name = field.value.trim();
    const answer = name ? await fetched(field.dataset.checkAt, name) : FREE;
    if (field.value.trim() === name) show(answer);
  };

  field.addEventListener("input", () => {
    document.getElementById(`${field.id}_error`)?.remove(); // what the server found wrong with an earlier name
    show(FREE);
    clearTimeout(pausing);
    pausing = setTimeout(check, PAUSE);
  });
  field.addEventListener("change", () => {
    clearTimeout(pausing);
    void check();
  });
}

const refusal = ({ why, free }, take) => html`<p class="errorlist">${why}</p>
  ${
    free.length
      ? html`<p class="row small">${_("Still free:")}
        ${free.map((name) => html`<button class="button" type="button" @click=${() => take(name)}>${name}</button>`)}</p>`
      : nothing
  }`;

/** Fetch the answer for a name; one without a refusal if the request fails, because the server checks the form too. */
async function fetched(at, name) {
  try {
    const response = await fetch(`${at}?name=${encodeURIComponent(name)}`);
    return response.ok ? await response.json() : FREE;
  } catch {
    return FREE;
  }
}
