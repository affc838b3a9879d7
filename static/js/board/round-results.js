// What happened in each round, next to its gestures: a headline, and for open rounds a line per event.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { icon } from "../lib/icons.js";
import { preference } from "../lib/preferences.js";
import { _, numeral } from "../lib/words.js";
import { story } from "./chronicle.js";
import { isMelee } from "./circle.js";
import { iconOf, kindOf } from "./event-icons.js";
import { face } from "./house.js";
import { isOutOfTime, outcomeOf } from "./outcome.js";
import { comesAfter, stepOf } from "./playback.js";
import { changesOf, linesOf } from "./round-lines.js";

/** The number of sentences in a headline. */
const SENTENCES = 2;

/**
 * Return the results of all rounds. The last round is open, others as the user chooses; in the expert layout all are
 * open. `redraw` renders the page.
 */
export function resultsOf(redraw) {
  /** The rounds that the user has opened or closed, by number. */
  const turned = new Map();
  /** The number of the last round while it is explained with its rules. */
  let explained = null;
  const isOpen = ({ number }, last) =>
    turned.get(number) ?? (preference("layout") === "expert" || number === last?.number);
  let last = null;

  /** Open or close a round. */
  function turn(number) {
    turned.set(number, !isOpen({ number }, last));
    redraw();
  }

  return {
    /** Render the button that shows each event of the last round with its rule. */
    button({ rounds }) {
      const number = rounds.at(-1)?.number;
      if (!number) return nothing;
      const explain = () => {
        explained = explained === number ? null : number;
        redraw();
      };
      return html`<button class="duel__explain" type="button" aria-pressed=${explained === number} @click=${explain}>${_("Explain round {number}", { number })}</button>`;
    },

    /**
     * Return `{me, isLast, turn, isOpen, mayTurn, headline, story, coming}` for the history table. `playing`: the step of
     * the latest round; `happened`: the events that a replay has shown so far, the current one last; `coming`: the text
     * of the round that is not over.
     */
    of({ view }, { playing = null, happened = null, coming = "" } = {}) {
      const rounds = view.reveal ? [...view.rounds, view.reveal] : view.rounds;
      last = rounds.at(-1) ?? null;
      const whole = (round) => rounds.find(({ number }) => number === round.number) ?? round; // also during the playback
      const isLast = (round) => round.number === last?.number;
      return {
        me: view.viewer,
        isLast,
        turn,
        isOpen: (round) => isOpen(round, last),
        mayTurn: (round) => !isLast(round) && !textsOf(whole(round), view).isBrief,
        headline: (round) =>
          headlineOf(whole(round), view, {
            isOpen: isOpen(round, last),
            isHidden: isLast(round) && Boolean(playing ?? happened),
          }),
        story(round) {
          if (!isOpen(round, last)) return null;
          const how = isLast(round) ? { playing, happened } : {};
          return isLast(round) && explained === round.number
            ? story(whole(round), view, { ...how, stops: 1 })
            : lineList(whole(round), view, how);
        },
        coming: () => (isMelee(view) ? nothing : html`<span class="soft">${coming}</span>`),
      };
    },
  };
}

/**
 * Render a round in one row; an open round has the hit points in its lines. During the playback a headline would give the
 * end away.
 */
function headlineOf(round, view, { isOpen, isHidden }) {
  if (view.reveal === round) return html`<span class="soft">${_("gestures revealed")}</span>`;
  const { headline, changes, isBrief } = textsOf(round, view);
  return html`
    <div class="headline ${isHidden ? "coming" : ""}">
      <span class="headline__text">${headline}</span>
      ${isOpen && !isBrief ? nothing : changes.map((change) => changeChip(change, view))}
    </div>
  `;
}

/** The texts of the rounds by view, which never changes, because the history is rendered at each pick. */
const known = new WeakMap();

/**
 * Return `{lines, changes, headline, isBrief}` of a round; `isBrief`: its headline says everything. `lines` leave out
 * time-outs.
 */
function textsOf(round, view) {
  if (!known.has(view)) known.set(view, new Map());
  const rounds = known.get(view);
  if (!rounds.has(round)) {
    const lines = linesOf(round, view);
    const headline = outcomeOf(round, view.viewer, SENTENCES).join(" ");
    const isBrief = lines.map(({ text }) => text).join(" ") === headline;
    const further = lines.filter(({ event }) => !isOutOfTime(event)); // the headline always says that
    rounds.set(round, { lines: further, changes: changesOf(round, view), headline, isBrief });
  }
  return rounds.get(round);
}

/** Render a round as a list of lines; none if the headline says everything. */
function lineList(round, view, { playing = null, happened = null }) {
  const { lines, isBrief } = textsOf(round, view);
  if (!lines.length || isBrief) return null;
  return html`<ul class="lines" role="list">${lines.map((line) => lineOf(line, view, whenOf(line, playing, happened)))}</ul>`;
}

/** Return whether a line is still to come, is happening now, or is past. */
function whenOf({ event, events }, playing, happened) {
  if (happened) return events.includes(happened.at(-1)) ? "now" : happened.includes(event) ? "told" : "coming";
  if (!playing) return "told";
  const step = stepOf(event);
  return comesAfter(step, playing) ? "coming" : step === playing ? "now" : "told";
}

const lineOf = ({ event, text, change }, view, when) => html`
  <li class="line" data-kind=${kindOf(event)} data-step=${when} data-harms=${harmOf(change, view.viewer)}>
    ${icon(iconOf(event))}<span class="line__text">${text}</span>
    ${change ? changeChip(change, view) : nothing}
  </li>
`;

/** Harm to others is good news for the viewer. */
const harmOf = (change, me) =>
  change && change.after < change.before ? (me && change.name !== me ? "other" : "me") : nothing;

/** A wizard is shown by their face, which leaves the room to the sentence. */
const changeChip = ({ name, before, after }, { viewer: me, wizards }) => html`
  <span class="change ${after < before === (name === me || !me) ? "bad" : "fine"}" title=${name}>
    ${name === me ? _("You") : wizards.some((one) => one.name === name) ? html`${face(name)}<span class="visually-hidden">${name}</span>` : name} <b>${numeral(before)} → ${numeral(after)}</b><span class="visually-hidden"> ${_("hit points")}</span>
  </span>
`;
