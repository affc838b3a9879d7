// What threatens in the next round, in a few words. Pure.

import { isAlly, isMelee } from "../board/circle.js";
import { titled } from "../lib/gestures.js";
import { _, ngettext } from "../lib/words.js";
import { attacksOf, completionsOf } from "./completions.js";

/** So many spells are named. */
const NAMED = 3;

/** "Ogre attacks for 2 · Lightning Bolt (D), Fear (W D) and 3 more"; what allies have begun threatens nobody who looks, nor does what only guards its caster. Empty where nothing does. */
export function threatText({ view, request }, ahead, facts) {
  const attacks = attacksOf(request ?? {}, ahead, view.viewer, facts).map(({ by, attack }) =>
    _("{by} attacks for {count}", { by, count: attack }),
  );
  const friends = view.wizards.filter((wizard) => isAlly(view, wizard)).map(({ name }) => name);
  const spells = completionsOf(ahead, view.viewer, facts)
    .filter(({ name, isOwn }) => !isOwn && !friends.includes(name))
    .flatMap(({ hands }) => hands.flatMap(({ rounds: [next] }) => next))
    .filter(({ spell }) => !isGuard(facts[spell]))
    .toSorted((one, other) => other.worth - one.worth);
  const parts = [...attacks, ...(spells.length ? [named(spells, view)] : [])];
  return parts.join(" · ");
}

/** Whether a spell does no more than to keep its caster whole; who raises a dead monster or dispels all magic does more. */
const isGuard = ({ class: chapter, default: usual, role, claims, guards } = {}) =>
  usual === "self" && (guards || (chapter === "protection" && role !== "dispel" && !claims));

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

/** Of two, a duelist knows whose it is; who watches does not. */
const spellText = ({ by, spell, missing }, view) =>
  isMelee(view) || !view.viewer
    ? `${by}: ${titled(spell)} (${[...missing].join(" ")})`
    : `${titled(spell)} (${[...missing].join(" ")})`;
