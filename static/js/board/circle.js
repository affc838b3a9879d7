// Who stands in the circle with whom: in which order, in which teams, and in which place at the end. Pure.

import { _ } from "../lib/words.js";

/** @import { View } from "../types.d.ts" */

export const isMelee = ({ wizards }) => wizards.length > 2;

export const stands = ({ alive, surrendered }) => alive && !surrendered;

/** Whether the viewer's mage has died of this duel: where scores are told the duel counts. */
export const isMourned = ({ view: { viewer, result }, scores, missed, mountain }) =>
  Boolean(scores && result) &&
  (result.killed.includes(viewer) || Boolean(mountain && missed[viewer] && result.surrendered.includes(viewer)));

/** With whom a wizard wins: his team, or he alone. */
const sideOf = ({ team, name }) => team ?? name;

/** How many sides still fight without the wizard of this name. */
export const sidesWithout = ({ wizards }, gone) =>
  new Set(wizards.filter((wizard) => stands(wizard) && wizard.name !== gone).map(sideOf)).size;

/** "your team", "team 2"; "" for who has none. */
export function teamOf(view, wizard) {
  if (wizard.team === undefined) return "";
  return isAlly(view, wizard) ? _("your team") : _("team {number}", { number: wizard.team });
}

/**
 * Whether a wizard is of the viewer's team; he himself is too.
 * @type {(view: Pick<View, "wizards" | "viewer">, wizard: { team?: number }) => boolean}
 */
export function isAlly({ wizards, viewer }, { team }) {
  return team !== undefined && team === wizards.find(({ name }) => name === viewer)?.team;
}

/** The wizards as a page has them: oneself first, then one's team, then the others by team and seat. */
export function inOrder({ wizards, viewer }) {
  const own = wizards.find(({ name }) => name === viewer);
  const rank = (wizard) => {
    if (wizard === own) return -2;
    return own?.team !== undefined && wizard.team === own.team ? -1 : (wizard.team ?? Infinity);
  };
  return wizards.toSorted((one, other) => (rank(one) === rank(other) ? 0 : rank(one) - rank(other)));
}

/** The round in which each wizard fell who has fallen, as the rounds tell; who was raised has not. */
export function falls({ rounds }) {
  const fell = {};
  for (const { number, events } of rounds) {
    for (const { type, wizard, subject } of events) {
      if (type === "raised") delete fell[subject];
      if (wizard && (type === "dies" || type === "surrenders")) fell[wizard] = number;
    }
  }
  return fell;
}

/** The places at the end, best first: `{place, name, team, won, died, fell}`; who fell in the same round share a place. */
export function places(view) {
  const fell = falls(view);
  const { winners, killed } = view.result;
  const late = (name) => (winners.includes(name) ? Infinity : (fell[name] ?? 0));
  const sorted = view.wizards.toSorted((one, other) =>
    late(one.name) === late(other.name) ? 0 : late(other.name) - late(one.name),
  );
  return sorted.map((wizard) => ({
    place: 1 + sorted.filter(({ name }) => late(name) > late(wizard.name)).length,
    name: wizard.name,
    team: teamOf(view, wizard),
    won: winners.includes(wizard.name),
    died: killed.includes(wizard.name),
    fell: fell[wizard.name] ?? null,
  }));
}
