// Questions of the game with their legal answers, in the orders or after the gestures were revealed.

import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { GESTURES, titled } from "./gestures.js";
import { answerOf, choiceOf, keyOf } from "./orders.js";

/** Fields for `questions`; `answer(key, value)` is called with each pick. */
export const questionFields = (questions, answers, answer) =>
  (questions ?? []).map((question) => (question.kind === "direct" ? directField(question, answers, answer) : choiceField(question, answers, answer)));

function choiceField(question, answers, answer) {
  const key = keyOf(question);
  const chosen = choiceOf(question, answers);
  return html`
    <fieldset class="question">
      <legend class="label">${question.text}</legend>
      <div class="question__choices">
        ${question.choices.map(
          (choice, at) => html`
            <label class="choice">
              <input type="radio" name=${`question:${key}`} .checked=${at === chosen} @change=${() => answer(key, choice)}>
              ${question.labels?.[at] ?? String(choice)}
            </label>
          `,
        )}
      </div>
    </fieldset>
  `;
}

/** A Charm Person: the hand (where it is still open) and the gesture that it shall make. */
function directField(question, answers, answer) {
  const key = keyOf(question);
  const value = answerOf(question, answers) ?? {};
  const hand = value.hand ?? (question.hands.length === 1 ? question.hands[0] : "");
  const put = (change) => answer(key, { ...(hand ? { hand } : {}), ...value, ...change });
  return html`
    <fieldset class="question">
      <legend class="label">${question.text}</legend>
      <div class="question__choices">
        ${question.hands.length > 1 ? pick("Hand", hand, question.hands, titled, (picked) => put({ hand: picked })) : nothing}
        ${pick("Gesture", value.gesture ?? "", question.gestures, gestureName, (picked) => put({ gesture: picked }))}
      </div>
    </fieldset>
  `;
}

const gestureName = (letter) => (/[A-Z]/.test(letter) ? `${letter}, ${GESTURES[letter].name}` : GESTURES[letter].name);

const pick = (label, value, choices, named, put) => html`
  <label class="field">
    <span>${label}</span>
    <select class="input" @change=${(event) => event.target.value && put(event.target.value)}>
      <option value="" .selected=${value === ""}>choose</option>
      ${choices.map((choice) => html`<option value=${choice} .selected=${choice === value}>${named(choice)}</option>`)}
    </select>
  </label>
`;

/** Form for the questions that come after the gestures are revealed. */
export const answersPanel = ({ request, answers, isSealed, sending, refusal }, act) => html`
  <form class="orders card" aria-labelledby="orders-title" @submit=${act.seal}>
    <h2 id="orders-title">Round ${request.round}: your answer</h2>
    ${questionFields(request.questions, answers, act.answer)}
    ${refusal ? html`<p class="notice danger" role="alert">${refusal.why}</p>` : nothing}
    <div class="seal" aria-live="polite">
      ${isSealed ? html`<p class="notice good">Your answer is sealed.</p>` : nothing} ${sending ? html`<p class="soft">Sending…</p>` : nothing}
    </div>
    <div class="row spread">
      <button class="button primary large" type="submit">Answer</button>
      <button class="button danger quiet" type="button" @click=${act.giveUp}>Give up</button>
    </div>
  </form>
`;
