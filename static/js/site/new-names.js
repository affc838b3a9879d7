// The check of a new username or mage name when the user leaves its field, and before the form is sent. A page with an
// error would come back without the password.

import { html, nothing, render } from "../../vendor/lit-html/lit-html.js";
import { _ } from "../lib/words.js";

const PATIENCE = 1_500; // milliseconds to wait for the check before the form is sent without it
const FREE = { why: "", free: [] };

for (const field of document.querySelectorAll("input[data-check-at]")) checkNameIn(field);

function checkNameIn(field) {
  const place = Object.assign(document.createElement("div"), { id: `${field.id}_refusal`, role: "alert" });
  field.after(place);
  field.setAttribute("aria-describedby", `${field.getAttribute("aria-describedby") ?? ""} ${place.id}`.trim());
  let asked = { name: "", answer: FREE };
  let passed = "";

  const show = (answer) => {
    field.ariaInvalid = answer.why ? "true" : null;
    render(answer.why ? refusal(answer, take) : nothing, place);
  };
  const take = (name) => {
    field.value = name;
    show(FREE);
    field.focus();
  };
  const isFree = async () => {
    const name = field.value.trim();
    if (asked.name !== name) asked = { name, answer: name ? fetched(field.dataset.checkAt, name) : FREE };
    const answer = await asked.answer;
    if (field.value.trim() !== name) return false; // the user types on
    show(answer);
    if (!answer.why) passed = name;
    return !answer.why;
  };

  field.addEventListener("input", () => {
    document.getElementById(`${field.id}_error`)?.remove(); // what the server found wrong with an earlier name
    show(FREE);
  });
  field.addEventListener("change", isFree);
  field.form.addEventListener("submit", async (event) => {
    if (event.defaultPrevented || passed === field.value.trim()) return; // fields are checked one after another
    event.preventDefault();
    // A call during this event would have no effect.
    if (await isFree()) setTimeout(() => field.form.requestSubmit(event.submitter));
    else if (field.ariaInvalid) {
      field.focus();
      markOthers(field.form);
    }
  });
}

/** Mark what the server finds wrong in the other fields. It rejects the form, because a name is refused. */
async function markOthers(form) {
  const response = await fetch(form.action, { method: "POST", body: new FormData(form) }).catch(() => null);
  if (!response) return;
  if (response.redirected) return location.assign(response.url); // the name has become free
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const field of form.querySelectorAll("input[id]:not([data-check-at])")) {
    const error = page.getElementById(`${field.id}_error`);
    document.getElementById(`${field.id}_error`)?.remove();
    field.ariaInvalid = error ? "true" : null;
    if (!error) continue;
    field.before(error);
    field.setAttribute("aria-describedby", page.getElementById(field.id).getAttribute("aria-describedby"));
  }
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
    const signal = AbortSignal.timeout(PATIENCE);
    const response = await fetch(`${at}?name=${encodeURIComponent(name)}`, { signal });
    return response.ok ? await response.json() : FREE;
  } catch {
    return FREE;
  }
}
