// The threats of the next round in a few words. Pure.

import { isAlly, isMelee } from "../board/circle.js";
import { titled } from "../lib/gestures.js";
import { _, ngettext } from "../lib/words.js";
import { attacksOf, completionsOf } from "./completions.js";

/** The number of spells that are named. */
const NAMED = 3;

/**
 * Return "Ogre attacks for 2 · Lightning Bolt (D), Fear (W D) and 3 more", or "" without threats. Allies' spells and
 * spells that only protect their caster are no threats.
 */
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

/** Return whether a spell only protects its caster; raising a dead monster or dispelling all magic does more. */
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

/** Name the caster, except to a duelist with a single opponent. */
const spellText = ({ by, spell, missing }, view) =>
  isMelee(view) || !view.viewer
    ? `${by}: ${titled(spell)} (${[...missing].join(" ")})`
    : `${titled(spell)} (${[...missing].join(" ")})`;
