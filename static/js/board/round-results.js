// What happened in each round, next to its gestures: a headline, and for open rounds the whole story.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { preference } from "../lib/preferences.js";
import { _, numeral } from "../lib/words.js";
import { story, titleOf } from "./chronicle.js";
import { changesOf, linesOf, outcomeOf } from "./outcome.js";

/** The number of sentences in a headline. */
const SENTENCES = 2;

/**
 * Return the results of all rounds. The last round is open, others as the user chooses; in the expert layout all are
 * open, with their rules. `redraw` renders the page.
 */
export function resultsOf(redraw) {
  /** The rounds that the user has opened or closed, by number. */
  const turned = new Map();
  let isExplaining = false;
  const isExpert = () => preference("layout") === "expert";
  const isOpen = ({ number }, last) => turned.get(number) ?? (isExpert() || number === last?.number);
  let last = null;

  const explain = () => {
    isExplaining = !isExplaining;
    redraw();
  };

  return {
    /** Open or close a round. */
    turn(number) {
      turned.set(number, !isOpen({ number }, last));
      redraw();
    },

    /** Render the button that links each sentence with its rule. */
    button: ({ rounds }) =>
      rounds.length
        ? html`<button class="duel__explain" type="button" aria-pressed=${isExplaining} @click=${explain}>${_("Explain the rules")}</button>`
        : nothing,

    /** Return `{isOpen, headline, story, coming}` for the history table. `playing`: the step of the latest round. */
    of({ view, request, entered }, { playing = null } = {}) {
      const rounds = view.reveal ? [...view.rounds, view.reveal] : view.rounds;
      const teller = (events) => linesOf(events, view.viewer);
      last = rounds.at(-1) ?? null;
      return {
        isOpen: (round) => isOpen(round, last),
        headline: (round) => headlineOf(round, rounds, view, { isHidden: playing && round.number === last?.number }),
        story(round) {
          if (!isOpen(round, last)) return null;
          const how = round === last ? { playing, stops: 1 } : { stops: 0 };
          return story(round, view, { ...how, teller: isExplaining || isExpert() ? null : teller });
        },
        coming: () => html`<span class="soft">${comingText(request, entered)}</span>`,
      };
    },
  };
}

/** During the playback the headline would give the end away. */
function headlineOf(round, rounds, view, { isHidden }) {
  if (isHidden) return html`<span class="soft">${titleOf(round)}</span>`;
  if (view.reveal === round) return html`<span class="soft">${_("gestures revealed")}</span>`;
  const changes = changesOf(round, rounds, view.wizards, view.viewer);
  return html`
    <div class="headline">
      <span class="headline__text">${outcomeOf(round, view.viewer).slice(0, SENTENCES).join(" ")}</span>
      ${changes.map((change) => changeChip(change, view.viewer))}
    </div>
  `;
}

const changeChip = ({ name, before, after }, me) => html`
  <span class="change ${after < before === (name === me) ? "bad" : "fine"}">
    ${name === me ? _("You") : name} <b>${numeral(before)} → ${numeral(after)}</b><span class="visually-hidden"> ${_("hit points")}</span>
  </span>
`;

function comingText(request, entered) {
  if (entered) return _("Your orders are sealed.");
  if (request?.type === "answers") return _("Answer a question.");
  return request ? _("Choose a gesture for each hand. Nobody sees them before everyone is ready.") : "";
}
