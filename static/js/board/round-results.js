// What happened: the last round, or another that the user selects, in full, and a sentence per round for the history.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { preference } from "../lib/preferences.js";
import { _, numeral } from "../lib/words.js";
import { story, titleOf } from "./chronicle.js";
import { changesOf, linesOf, outcomeOf } from "./outcome.js";

/** The number of sentences about a round in the history. */
const SENTENCES = 2;
/** The most lines of a round that fit into its room. */
const LINES = 10;

/** Return the results of the rounds of a duel. `redraw` renders the page. */
export function resultsOf(redraw) {
  /** The number of the round that the user has selected, and of the last round then. */
  let selected = null;
  let last = null;
  let isExplaining = false;
  const isPlain = () => !isExplaining && preference("layout") !== "expert";

  function select(number) {
    selected = number === selected?.number ? null : { number, last };
    redraw();
  }

  function explain() {
    isExplaining = !isExplaining;
    redraw();
  }

  return {
    select,

    /** Render the selected round. `playing`: the step of the last round that is playing. */
    panel(view, { playing = null } = {}) {
      const rounds = roundsOf(view);
      last = rounds.at(-1)?.number ?? null;
      if (selected?.last !== last) selected = null; // a new round is shown as soon as it has been played
      const round = rounds.find(({ number }) => number === (selected?.number ?? last));
      if (!round) return html`<div class="last-round"><p class="soft">${_("The wizards bow to each other.")}</p></div>`;
      const isPlaying = playing && round.number === last;
      const teller = (events) => fewest(linesOf(events, view.viewer));
      return html`
        <div class="last-round ${isPlain() ? "plain" : ""}">
          <header class="last-round__head">
            <h3>${titleOf(round)}</h3>
            ${isPlaying ? nothing : changesOf(round, rounds, view.wizards, view.viewer).map((change) => changeChip(change, view.viewer))}
            <button class="last-round__explain" type="button" aria-pressed=${!isPlain()} @click=${explain}>${_("Explain the rules")}</button>
          </header>
          ${story(round, view, { playing: isPlaying ? playing : null, stops: 1, teller: isPlain() ? teller : null })}
        </div>
      `;
    },

    /** Return `{isOpen, headline, coming}` for the history table. */
    of({ view, request, entered }, { playing = null } = {}) {
      const isHidden = ({ number }) => (playing && number === last) || view.reveal?.number === number;
      return {
        isOpen: ({ number }) => number === (selected?.number ?? last),
        headline: (round) => (isHidden(round) ? nothing : headlineOf(round, view.viewer)),
        coming: () => html`<span class="soft">${comingText(request, entered)}</span>`,
      };
    },
  };
}

const roundsOf = (view) => (view.reveal ? [...view.rounds, view.reveal] : view.rounds);

const headlineOf = (round, me) => outcomeOf(round, me).slice(0, SENTENCES).join(" ");

/** Leave out casts if there are too many lines: their results say more. */
function fewest(lines) {
  const results = lines.filter(({ event }) => event.type !== "cast");
  return lines.length > LINES && results.length ? results : lines;
}

const changeChip = ({ name, before, after }, me) => html`
  <span class="change ${after < before === (name === me) ? "bad" : "fine"}">
    ${name === me ? _("You") : name} <b>${numeral(before)} → ${numeral(after)}</b><span class="visually-hidden"> ${_("hit points")}</span>
  </span>
`;

function comingText(request, entered) {
  if (entered) return _("Your orders are sealed.");
  if (request?.type === "answers") return _("Answer a question.");
  return request ? _("Choose a gesture for each hand.") : "";
}
