// The order, teams and final places of the wizards. Pure.

import { _, numeral } from "../lib/words.js";

/** @import { View } from "../types.d.ts" */

/** Every wizard starts with these, whatever the most that a rule set allows. */
export const HIT_POINTS = 15;

/** The time-outs in a row that forfeit a duel. */
export const MISSES = 3;

/** Return a warning for a wizard with this number of time-outs in a row. */
export const lateWarning = (missed) =>
  missed >= MISSES - 1
    ? _("Out of time twice in a row. Running out of time once more forfeits the duel.")
    : _("Out of time once. Running out of time three times in a row forfeits the duel.");

export const isMelee = ({ wizards }) => wizards.length > 2;

export const isStanding = ({ alive, surrendered }) => alive && !surrendered;

/** Return whether the viewer's mage died in this duel; a duel with scores counts for the ladder. */
export const isMourned = ({ view: { viewer, result }, scores, missed, mountain }) =>
  Boolean(scores && result) &&
  (result.killed.includes(viewer) || Boolean(mountain && missed[viewer] && result.surrendered.includes(viewer)));

/** The side that a wizard wins with: their team, or they alone. */
const sideOf = ({ team, name }) => team ?? name;

/** Count the sides that still fight without the wizard of this name. */
export const sidesWithout = ({ wizards }, gone) =>
  new Set(wizards.filter((wizard) => isStanding(wizard) && wizard.name !== gone).map(sideOf)).size;

/** Return "your team" or "team 2"; "" for a wizard without a team. */
export function teamOf(view, wizard) {
  if (wizard.team === undefined) return "";
  return isAlly(view, wizard) ? _("your team") : _("team {number}", { number: wizard.team });
}

/**
 * Return whether a wizard is on the viewer's side; the viewer's own wizard is too.
 * @type {(view: Pick<View, "wizards" | "viewer">, wizard: { team?: number }) => boolean}
 */
export function isAlly({ wizards, viewer }, { team }) {
  return team !== undefined && team === wizards.find(({ name }) => name === viewer)?.team;
}

/** Return the wizards in page order: the viewer, their team, then the others by team and seat. */
export function inOrder({ wizards, viewer }) {
  const own = wizards.find(({ name }) => name === viewer);
  const rank = (wizard) => {
    if (wizard === own) return -2;
    return own?.team !== undefined && wizard.team === own.team ? -1 : (wizard.team ?? Infinity);
  };
  return wizards.toSorted((one, other) => (rank(one) === rank(other) ? 0 : rank(one) - rank(other)));
}

/** Return the hit points that a wizard had before the last round. */
export const hitPointsBefore = ({ rounds }, name) => rounds.at(-2)?.hp?.[name] ?? HIT_POINTS;

/** Return what wizards lost in the last round, as marks by name: `{ White: { points: "−3" } }`. */
export const lossesOf = (view) =>
  Object.fromEntries(
    view.wizards
      .map(({ name, hp }) => [name, hp - hitPointsBefore(view, name)])
      .filter(([, change]) => view.rounds.length && change < 0)
      .map(([name, change]) => [name, { points: numeral(change) }]),
  );

/** Return the round in which each fallen wizard fell, from the events; raised wizards are left out. */
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

/**
 * Return how each wizard who is out and alive lost, from the events: "palms", "word", "absence" (the player did not
 * come), "timeout" (the player ran out of time) or "ruling" (by hit points, because time was up).
 */
export function departures({ rounds }) {
  const gone = rounds.flatMap(({ events }) => events).filter(({ type }) => type === "surrenders");
  return Object.fromEntries(gone.map(({ wizard, how }) => [wizard, how]));
}

/**
 * How a wizard left who did not surrender, by the values of `departures`: after their name, and on their card. All are
 * about time.
 */
export const DEPARTURES = {
  absence: { told: () => _("didn’t show up in time"), badge: () => _("Absent") },
  timeout: { told: () => _("ran out of time"), badge: () => _("Out of time") },
  ruling: { told: () => _("ranked by hit points"), badge: () => _("Time limit") },
};

/** Return the badge of a wizard who left the duel alive: its drawing and its words. */
export function departureBadge(view, name) {
  const departure = DEPARTURES[departures(view)[name]];
  return departure ? { drawing: "clock", words: departure.badge() } : { drawing: "surrender", words: _("Surrendered") };
}

/**
 * Return the final places, best first: `{place, name, team, won, died, how, fell}`. Wizards who fell in the same round share
 * a place.
 */
export function places(view) {
  const fell = falls(view);
  const how = departures(view);
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
    how: how[wizard.name],
    fell: fell[wizard.name] ?? null,
  }));
}
