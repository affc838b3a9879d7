// A spectator's guess of a hand's next gesture: a row of gestures, right or wrong, and a tally. The server keeps the
// tally of users.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { GESTURES, spoken } from "../lib/gestures.js";
import { icon } from "../lib/icons.js";
import { _, ngettext, woven } from "../lib/words.js";
import { counted, handsOpen, mayGuess, NO_GUESSES, roundOf, verdictOn } from "./guesses.js";

const KEPT = "guesses";

/** Return a guest's tally, which their browser keeps. */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? NO_GUESSES;
  } catch {
    return NO_GUESSES;
  }
}

function keep(tally) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(tally));
  } catch {
    // Without storage the tally lasts for this page.
  }
}

/**
 * The guesses of a spectator. `data`: the page's data (`tally`, none: this browser keeps it, and `guess`);
 * `send(message)`: sends it and returns its id; `redraw`: called after a change.
 */
export function guessingOf({ data, send, redraw }) {
  const isKeptHere = data.tally === null;
  const state = { tally: data.tally ?? kept(), guess: data.guess, aim: data.guess, verdict: null, sent: null, why: "" };
  const change = (changed) => {
    Object.assign(state, changed);
    redraw();
  };

  function settle(view) {
    const verdict = state.guess && verdictOn(state.guess, view);
    if (!verdict) return;
    const before = isKeptHere ? kept() : state.tally;
    const tally = verdict.made === null ? before : counted(before, verdict.isRight);
    if (isKeptHere) keep(tally);
    Object.assign(state, { tally, verdict, guess: null, sent: null });
  }

  function guess(view, aim, gesture) {
    const made = { round: roundOf(view), wizard: aim.wizard, hand: aim.hand, gesture };
    const sent = isKeptHere ? null : send({ type: "guess", ...made });
    change({ guess: made, aim: made, sent, why: "" });
  }

  return {
    /** Take in a frame; `view` is the duel after it. */
    receive(frame, view) {
      if (frame.type === "accepted" && frame.tally) state.tally = frame.tally;
      if (frame.type === "accepted" && frame.id === state.sent) state.sent = null;
      if (frame.type === "refused" && frame.id && frame.id === state.sent)
        Object.assign(state, { guess: null, sent: null, why: frame.why });
      settle(view);
    },
    panel: ({ view, acting }) =>
      view.result && !state.verdict
        ? nothing
        : panel(state, view, acting, { aimAt: (aim) => change({ aim }), guess: (aim, g) => guess(view, aim, g) }),
  };
}

function panel(state, view, acting, act) {
  const hands = handsOpen(view, acting);
  const aim = hands.find((one) => isSame(one, state.aim)) ?? hands[0];
  return html`
    <section class="guesses" aria-labelledby="guesses-title">
      <header class="guesses__head">
        <h2 id="guesses-title" class="panel-title">${_("What comes next?")}</h2>
        <p class="guesses__tally">${tallyText(state.tally)}</p>
      </header>
      ${view.result || !aim ? nothing : html`${aims(hands, aim, act)} ${gestures(state.guess, view, aim, act)}`}
      <p class="guesses__verdict ${verdictClass(state)}" role="status">${verdictOf(state, view)}</p>
    </section>
  `;
}

const isSame = (one, other) => other && one.wizard === other.wizard && one.hand === other.hand;

const SIDES = { left: _("left hand"), right: _("right hand") };

const AIMS = { left: _("{wizard}, left hand"), right: _("{wizard}, right hand") };

const aims = (hands, aim, act) => html`
  <fieldset class="guesses__aims">
    <legend class="visually-hidden">${_("Whose hand")}</legend>
    ${hands.map(
      (one) => html`
        <label class="guesses__aim">
          <input class="visually-hidden" type="radio" name="guess-aim" .checked=${isSame(one, aim)} @change=${() => act.aimAt(one)}>
          <span class="guesses__face">${woven(AIMS[one.hand], { wizard: html`<b>${one.wizard}</b>` })}</span>
        </label>
      `,
    )}
  </fieldset>
`;

function gestures(guess, view, aim, act) {
  const isOpen = mayGuess(view);
  const chosen = isSame(aim, guess) ? guess.gesture : null;
  return html`
    <div class="guesses__gestures" role="group" aria-label=${_("Your guess for round {number}", { number: roundOf(view) })}>
      ${Object.keys(GESTURES).map(
        (letter) => html`
          <button class="guesses__gesture" type="button" aria-pressed=${letter === chosen} aria-disabled=${!isOpen} aria-label=${spoken(letter)} title=${GESTURES[letter].name}
            @click=${() => isOpen && act.guess(aim, letter)}>
            ${icon(GESTURES[letter].icon, { mirrored: aim.hand === "left" })}<b aria-hidden="true">${letter === "-" ? "–" : letter}</b>
          </button>
        `,
      )}
    </div>
  `;
}

function tallyText({ guesses, hits, streak, best }) {
  if (!guesses) return _("Guess the next gesture of a hand.");
  const right = ngettext("{hits} of {count} correct", "{hits} of {count} correct", guesses, { hits });
  return html`<strong>${right}</strong> <span class="soft">${_("streak {streak}, best {best}", { streak, best })}</span>`;
}

const verdictClass = ({ guess, verdict, why }) =>
  guess || why || !verdict?.made ? "" : verdict.isRight ? "right" : "wrong";

/** Render the stored guess until the reveal, then whether it was right. */
function verdictOf({ guess, sent, verdict, why }, view) {
  if (why) return why;
  if (guess && sent) return nothing;
  if (guess && view.reveal) return _("Hands revealed. The round isn’t over yet.");
  if (guess) return _("Your guess for {wizard}, {hand}: {gesture}.", saying(guess, guess.gesture));
  if (!verdict) return nothing;
  if (verdict.made === null) return _("Nobody saw that hand, so your guess doesn’t count.");
  const said = saying(verdict, verdict.made);
  return verdict.isRight
    ? html`<b>${_("Correct!")}</b> ${_("{wizard}, {hand}: {gesture}.", said)}`
    : html`<b>${_("Wrong:")}</b> ${_("{wizard}, {hand}: {gesture}, not {guessed}.", { ...said, guessed: spoken(verdict.gesture) })}`;
}

const saying = ({ wizard, hand }, gesture) => ({ wizard, hand: SIDES[hand], gesture: spoken(gesture) });
