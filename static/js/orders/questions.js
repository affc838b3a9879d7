// Questions of the game with their legal answers, as part of the orders or after the reveal.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { GESTURES } from "../lib/gestures.js";
import { factsOf } from "../lib/spell-facts.js";
import { _ } from "../lib/words.js";
import { choiceField } from "./choice-field.js";
import { answerOf, choiceOf, keyOf } from "./orders.js";
import { giveUpButton, sealNotes, takeBackButton } from "./seal-bar.js";

/** Render fields for `questions`; `answer(key, value)` is called for each pick. */
export const questionFields = (questions, answers, answer) =>
  (questions ?? []).map((question) =>
    question.kind === "direct" ? directField(question, answers, answer) : answerField(question, answers, answer),
  );

/** The effect of an answer, by the first part of the question's field. */
const NOTES = {
  paralyze: () =>
    factsOf("paralysis").keeps_claps
      ? _("The hand repeats its last gesture, but F becomes C, S becomes D, and W becomes P.")
      : _("The hand repeats its last gesture, but C becomes F, S becomes D, and W becomes P."),
};

function answerField(question, answers, answer) {
  const key = keyOf(question);
  const chosen = choiceOf(question, answers);
  return html`
    <fieldset class="question">
      <legend class="label">${question.text}</legend>
      ${NOTES[question.field[0]] ? html`<p class="soft small">${NOTES[question.field[0]]()}</p>` : nothing}
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

/** Render a Charm Person question: the hand (if it is still open) and the gesture that it is to make. */
function directField(question, answers, answer) {
  const key = keyOf(question);
  const value = answerOf(question, answers) ?? {};
  const { hand = "" } = value;
  const put = (change) => answer(key, { ...value, ...change });
  return html`
    <fieldset class="question">
      <legend class="label">${question.text}</legend>
      ${question.hands.length > 1 ? choiceField({ label: _("Hand"), name: `${key}-hand`, chosen: hand, choices: question.hands.map(handWords), pick: (picked) => put({ hand: picked }) }) : nothing}
      ${choiceField({ label: _("Gesture"), name: `${key}-gesture`, chosen: value.gesture ?? "", choices: question.gestures.map(gestureWords), most: question.gestures.length, pick: (picked) => put({ gesture: picked }) })}
    </fieldset>
  `;
}

const handWords = (hand) => ({ value: hand, words: HAND_WORDS[hand]() });

const HAND_WORDS = { left: () => _("left hand"), right: () => _("right hand") };

const gestureWords = (letter) => ({ value: letter, words: GESTURES[letter].name, icon: GESTURES[letter].icon });

/** Render the form for the questions after the reveal. */
export const answersPanel = (
  { request, answers, entered, isSealed, isSending, unsent, refusal, closing, isClosingGrave, closed },
  act,
) => html`
  <form class="orders card ${isSealed ? "sealed" : ""}" aria-labelledby="orders-title" novalidate @submit=${act.seal}>
    <h2 id="orders-title">${_("Round {round}: your answer", { round: request.round })}</h2>
    ${questionFields(request.questions, answers, act.answer)}
    ${refusal ? html`<p class="notice danger" role="alert">${refusal.why}</p>` : nothing}
    <div class="seal">
      <div class="seal__state"><div aria-live="polite">${answerState({ isSealed, isSending, unsent })}</div>${sealNotes({ closed, closing, isClosingGrave })}</div>
      <div class="seal__row">
        <button class="button primary seal__button" type="submit">${_("Answer")}</button>
        ${isSealed || (entered && unsent) ? takeBackButton(act) : nothing}
        ${giveUpButton(act)}
      </div>
    </div>
  </form>
`;

function answerState({ isSealed, isSending, unsent }) {
  if (unsent) return html`<p><strong>${unsent}</strong></p>`;
  if (isSending) return html`<p class="soft">${_("Sending…")}</p>`;
  return isSealed ? html`<p><strong>${_("Your answer is sealed.")}</strong></p>` : nothing;
}
