// The story of a gesture: the spell that it completed, spells that it was part of, and spells that it may still become.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { isGesture, spoken, titled } from "../lib/gestures.js";
import { spellFacts } from "../lib/spell-facts.js";
import { _, ngettext } from "../lib/words.js";
import { cellOf, notesOf, pairOf } from "./gesture-notes.js";
import { cellsIn, isEnd, outcomeOf, progressAt, progressOf } from "./spell-progress.js";

const RULES = document.body.dataset.rules;
const MOST = 5;

/** Return a function from a cell to `{story, lit}`: the gesture's story, and the cells to highlight. */
export function storiesOf(view, rounds) {
  const progress = progressOf(rounds, view.wizards, spellFacts);
  const cells = cellsIn(rounds);
  return (cell) => {
    const found = progressAt(progress, cell);
    return { story: storyOf(found, { view, rounds, ...cells.get(cell) }), lit: litBy(found, cell) };
  };
}

/** Map the cells to highlight to a kind: completed by this gesture, including it, or only begun. */
function litBy(progress, cell) {
  const kindOf = (one) => (isEnd(one, cell) ? "cast" : one.kind === "begun" ? "begun" : "part");
  return new Map(progress.toReversed().flatMap((one) => one.cells.map((each) => [each, kindOf(one)])));
}

/**
 * Render the story of one gesture. `progress`: the spells that it is part of; `about`: `{view, rounds, round, name,
 * hand, pair}`.
 */
function storyOf(progress, about) {
  const { round, name, hand, pair } = about;
  const gesture = pairOf(round.gestures[name], pair)[hand];
  const done = progress.filter(({ kind }) => kind !== "begun");
  return html`
    <p class="story__head"><strong>${gesture ? titleOf(gesture, round) : _("Nothing picked yet")}</strong> <span class="soft">${whose(about)}</span></p>
    ${othersOf(round, name, hand, pair, done).map((note) => html`<p class="small">${note}</p>`)}
    ${done.map((one) => spellStory(one, about))}
    ${begunStory(progress.filter(({ kind }) => kind === "begun"))}
    ${progress.length || !isGesture(gesture) ? nothing : html`<p class="small soft">${_("Not part of any spell.")}</p>`}
  `;
}

/** A hidden gesture of the round that is being ordered is not revealed yet. */
function titleOf(gesture, { chosen }) {
  if (gesture !== "?") return spoken(gesture);
  return chosen ? _("Not revealed yet") : _("You couldn’t see this");
}

const OWNERS = {
  left: ({ name, round: { number } }) => _("{wizard}, left hand, round {number}", { wizard: name, number }),
  right: ({ name, round: { number } }) => _("{wizard}, right hand, round {number}", { wizard: name, number }),
};

const whose = (about) => OWNERS[about.hand](about);

/** Return the notes of a gesture, except those that its spells tell in more detail. */
function othersOf(round, name, hand, pair, done) {
  const told = done.map(({ spell }) => titled(spell));
  return round.chosen
    ? []
    : notesOf(round, name, hand, pair).filter((note) => !told.some((spell) => note.endsWith(spell)));
}

const ROLES = {
  cast: { end: _("Completes"), part: _("Part of") },
  banked: { end: _("Completes and stores"), part: _("Part of") },
  chosen: { end: _("Would complete"), part: _("Would be part of") },
};

function spellStory(one, about) {
  const role =
    ROLES[one.kind][isEnd(one, cellOf(about.round.number, about.pair, about.hand, about.name)) ? "end" : "part"];
  const told = about.rounds.find(({ number }) => number === one.to);
  return html`
    <div class="story__spell ${one.kind}">
      <p>${role} <strong>${titled(one.spell)}</strong> <span class="soft">${roundsText(one)}</span> ${ruleOf(one, about.view)}</p>
      ${outcomeOf(one, told).map(({ text }) => html`<p class="small">${text}</p>`)}
    </div>
  `;
}

const ROUNDS = {
  left: (rounds) => _("{rounds}, left hand", { rounds }),
  right: (rounds) => _("{rounds}, right hand", { rounds }),
  both: (rounds) => _("{rounds}, both hands", { rounds }),
};

const roundsText = ({ from, to, hand }) =>
  ROUNDS[hand](from === to ? _("round {number}", { number: to }) : _("rounds {from} to {to}", { from, to }));

const ruleOf = ({ spell, event }, { book }) =>
  html`<a class="why" href="${RULES}${book}/rule/${event?.rule?.id ?? spell}/" target="rules">${_("rule")}</a>`;

/** Keep one entry per spell: a gesture of both hands may have begun it with either. */
const once = (progress) => [...new Map(progress.toReversed().map((one) => [one.spell, one])).values()].toReversed();

function begunStory(progress) {
  const begun = once(progress);
  if (!begun.length) return nothing;
  const others = begun.length - MOST;
  return html`
    <p class="story__begun small">
      ${_("Could become")}
      ${begun.slice(0, MOST).map(({ spell, missing }) => html`<span><b>${titled(spell)}</b> <span class="story__missing">${[...missing].join(" ")}</span></span>`)}
      ${others > 0 ? html`<span class="soft">${ngettext("and {count} more", "and {count} more", others)}</span>` : nothing}
    </p>
  `;
}
