// One dialog for everything that cannot be undone.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { _ } from "../lib/words.js";
import { givingUp } from "./giving-up.js";

const QUESTIONS = {
  surrender: () => ({
    title: _("Surrender?"),
    text: [_("These orders show two palms at once. You’ll surrender and lose the duel.")],
    yes: _("Surrender"),
    no: _("Change gestures"),
  }),
  forfeit: ({ duel }) => ({
    title: _("Give up?"),
    ...givingUp(duel),
    yes: _("Give up"),
    no: _("Keep playing"),
  }),
};

/** Render the dialog. `page`: its question, if any, and the duel. */
export function confirmation(page, answer) {
  const { title, text = [], danger, yes, no } = QUESTIONS[page.asking]?.(page) ?? {};
  return html`
    <dialog class="dialog" aria-labelledby="dialog-title" aria-describedby="dialog-text" @cancel=${(event) => answered(event, answer, false)}>
      <h2 id="dialog-title">${title}</h2>
      <div id="dialog-text" class="stack">
        ${text.map((line) => html`<p>${line}</p>`)}
        ${danger ? html`<p class="notice danger">${danger}</p>` : nothing}
      </div>
      <div class="row">
        <button class="button primary" type="button" @click=${(event) => answered(event, answer, false)}>${no}</button>
        <button class="button danger" type="button" @click=${(event) => answered(event, answer, true)}>${yes}</button>
      </div>
    </dialog>
  `;
}

function answered(event, answer, yes) {
  event.preventDefault();
  event.currentTarget.closest("dialog").close();
  answer(yes);
}
