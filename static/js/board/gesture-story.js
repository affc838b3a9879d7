// The story of a gesture: what it completed, what it was part of, and what it may still become.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { isGesture, spoken, titled } from "../lib/gestures.js";
import { lore } from "../lib/spell-facts.js";
import { cellOf, notesOf, pairOf } from "./gesture-notes.js";
import { cellsIn, isEnd, outcomeOf, spansAt, spansOf } from "./spell-progress.js";
import { _, ngettext } from "../lib/words.js";

const RULES = document.body.dataset.rules;
const MOST = 5;

/** What is to be shown of any gesture of these rounds, by cell: `{story, lit}`, the story and how other gestures light up. */
export function storiesOf(view, rounds) {
  const spans = spansOf(rounds, view.wizards, lore);
  const cells = cellsIn(rounds);
  return (cell) => {
    const found = spansAt(spans, cell);
    return { story: storyOf(found, { view, rounds, ...cells.get(cell) }), lit: litBy(found, cell) };
  };
}

/** Which cells light up, and how: those of what the gesture completed, of what it was part of, and of what is begun. */
function litBy(spans, cell) {
  const kindOf = (span) => (isEnd(span, cell) ? "cast" : span.kind === "begun" ? "begun" : "part");
  return new Map(spans.toReversed().flatMap((span) => span.cells.map((each) => [each, kindOf(span)])));
}

/** Of one gesture: `spans` are those that it is part of, `about` says whose and when: `{view, rounds, round, name, hand, pair}`. */
function storyOf(spans, about) {
  const { round, name, hand, pair } = about;
  const gesture = pairOf(round.gestures[name], pair)[hand];
  const done = spans.filter(({ kind }) => kind !== "begun");
  return html`
    <p class="story__head"><strong>${gesture ? titleOf(gesture) : _("Nothing picked yet")}</strong> <span class="soft">${whose(about)}</span></p>
    ${othersOf(round, name, hand, pair, done).map((note) => html`<p class="small">${note}</p>`)}
    ${done.map((span) => spellStory(span, about))}
    ${begunStory(spans.filter(({ kind }) => kind === "begun"))}
    ${spans.length || !isGesture(gesture) ? nothing : html`<p class="small soft">${_("Part of no spell.")}</p>`}
  `;
}

const titleOf = (gesture) => (gesture === "?" ? _("You could not see this") : spoken(gesture));

const OWNERS = {
  left: ({ name, round: { number } }) => _("{wizard}, left hand, round {number}", { wizard: name, number }),
  right: ({ name, round: { number } }) => _("{wizard}, right hand, round {number}", { wizard: name, number }),
};

const whose = (about) => OWNERS[about.hand](about);

/** The notes of a gesture, but for those that its spells tell in more detail. */
function othersOf(round, name, hand, pair, done) {
  const told = done.map(({ spell }) => titled(spell));
  return round.chosen ? [] : notesOf(round, name, hand, pair).filter((note) => !told.some((spell) => note.endsWith(spell)));
}

const ROLES = {
  cast: { end: _("Completes"), part: _("Part of") },
  banked: { end: _("Completes, and banks"), part: _("Part of") },
  chosen: { end: _("Would complete"), part: _("Would be part of") },
};

function spellStory(span, about) {
  const role = ROLES[span.kind][isEnd(span, cellOf(about.round.number, about.pair, about.hand, about.name)) ? "end" : "part"];
  const told = about.rounds.find(({ number }) => number === span.to);
  return html`
    <div class="story__spell ${span.kind}">
      <p>${role} <strong>${titled(span.spell)}</strong> <span class="soft">${spanText(span)}</span> ${ruleOf(span, about.view)}</p>
      ${outcomeOf(span, told).map(({ text }) => html`<p class="small">${text}</p>`)}
    </div>
  `;
}

const SPANS = {
  left: (rounds) => _("{rounds}, left hand", { rounds }),
  right: (rounds) => _("{rounds}, right hand", { rounds }),
  both: (rounds) => _("{rounds}, both hands", { rounds }),
};

const spanText = ({ from, to, hand }) => SPANS[hand](from === to ? _("round {number}", { number: to }) : _("rounds {from} to {to}", { from, to }));

const ruleOf = ({ spell, event }, { book }) => html`<a class="why" href="${RULES}${book}/#rule-${event?.rule?.id ?? spell}" target="rules">${_("rule")}</a>`;

/** Each spell once: a gesture of both hands may have begun it with either. */
const once = (spans) => [...new Map(spans.toReversed().map((span) => [span.spell, span])).values()].toReversed();

function begunStory(spans) {
  const begun = once(spans);
  if (!begun.length) return nothing;
  const others = begun.length - MOST;
  return html`
    <p class="story__begun small">
      ${_("May become")}
      ${begun.slice(0, MOST).map(({ spell, missing }) => html`<span><b>${titled(spell)}</b> <span class="story__missing">${[...missing].join(" ")}</span></span>`)}
      ${others > 0 ? html`<span class="soft">${ngettext("and {count} more", "and {count} more", others)}</span>` : nothing}
    </p>
  `;
}
