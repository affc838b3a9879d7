// What threatens in the next round, in one line. Pure but for the drawing.

import { html, nothing } from "../../vendor/lit-html/lit-html.js";
import { isMelee } from "../board/circle.js";
import { sheet } from "../board/sheets.js";
import { titled } from "../lib/gestures.js";
import { icon } from "../lib/icons.js";
import { isInHand } from "../lib/screen.js";
import { spellFacts } from "../lib/spell-facts.js";
import { _, ngettext } from "../lib/words.js";
import { aheadOf, attacksOf, completionsOf } from "./completions.js";

/** So many spells are named. */
const NAMED = 3;

/** The line; in the hand it opens the board of threats. Nothing where nothing is known. */
export function threatLine(duel) {
  const ahead = aheadOf(duel);
  if (!ahead || duel.view.result) return nothing;
  const line = html`${icon("warning")}<span>${threatText(duel, ahead)}</span>`;
  return isInHand()
    ? html`<button class="news-line" type="button" popovertarget=${sheet("threats")}>${line}</button>`
    : html`<p class="news-line">${line}</p>`;
}

/** "Ogre attacks for 2 · Lightning Bolt (D), Fear (W D) and 3 more" */
export function threatText({ view, request }, ahead, facts = spellFacts) {
  const attacks = attacksOf(request ?? {}, ahead, view.viewer, facts).map(({ by, attack }) =>
    _("{by} attacks for {count}", { by, count: attack }),
  );
  const spells = completionsOf(ahead, view.viewer, facts)
    .filter(({ isOwn }) => !isOwn)
    .flatMap(({ hands }) => hands.flatMap(({ rounds: [next] }) => next))
    .toSorted((one, other) => other.worth - one.worth);
  const parts = [...attacks, ...(spells.length ? [named(spells, view)] : [])];
  return parts.join(" · ") || _("Nothing threatens in the next round.");
}

function named(spells, view) {
  const told = spells
    .slice(0, NAMED)
    .map((one) => spellText(one, view))
    .join(", ");
  const others = spells.length - NAMED;
  return others > 0
    ? ngettext("{spells} and {count} more", "{spells} and {count} more", others, { spells: told })
    : told;
}

const spellText = ({ by, spell, missing }, view) =>
  isMelee(view)
    ? `${by}: ${titled(spell)} (${[...missing].join(" ")})`
    : `${titled(spell)} (${[...missing].join(" ")})`;
