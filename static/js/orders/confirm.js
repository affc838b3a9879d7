// One dialog for whatever cannot be taken back.

import { html } from "../../vendor/lit-html/lit-html.js";
import { _ } from "../lib/words.js";

const QUESTIONS = {
  surrender: {
    title: () => _("Surrender?"),
    text: () => _("These orders show two palms at once, which is the sign of surrender. The duel would be lost."),
    yes: () => _("Surrender"),
    no: () => _("Change the gestures"),
  },
  forfeit: {
    title: () => _("Give up?"),
    text: () => _("Giving up ends the duel at once: you lose it, and it counts as a surrender."),
    yes: () => _("Give up"),
    no: () => _("Fight on"),
  },
  leave: {
    title: () => _("Give up?"),
    text: () => _("You leave the duel at the end of this round, and the others fight on. It counts as a surrender."),
    yes: () => _("Give up"),
    no: () => _("Fight on"),
  },
};

export const confirmation = (about, answer) => html`
  <dialog class="dialog" aria-labelledby="dialog-title" aria-describedby="dialog-text" @cancel=${(event) => answered(event, answer, false)}>
    <h2 id="dialog-title">${QUESTIONS[about]?.title()}</h2>
    <p id="dialog-text">${QUESTIONS[about]?.text()}</p>
    <div class="row">
      <button class="button primary" type="button" @click=${(event) => answered(event, answer, false)}>${QUESTIONS[about]?.no()}</button>
      <button class="button danger" type="button" @click=${(event) => answered(event, answer, true)}>${QUESTIONS[about]?.yes()}</button>
    </div>
  </dialog>
`;

function answered(event, answer, yes) {
  event.preventDefault();
  event.currentTarget.closest("dialog").close();
  answer(yes);
}
