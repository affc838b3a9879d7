// @ts-check
// The outcome of a round in a few words: wounds, deaths, stopped spells, new effects. Pure.

import { titled } from "../lib/gestures.js";
import { _ } from "../lib/words.js";

/** @import { Event, Name, Round } from "../types.d.ts" */

/**
 * Return "−2 you", "Shield stopped Nib", "Nib appeared for Pellinore": the weightiest first, on a tie those about `me`.
 * @type {(round: Pick<Round, "events">, me: Name | null) => string[]}
 */
export function outcomeOf({ events }, me) {
  const named = (/** @type {Name} */ name) => (name === me ? _("you") : name);
  const told = [...wounds(events, me, named), ...TELLING.flatMap((tell) => events.map((event) => tell(event, named)))];
  const parts = [...new Set(told.filter(Boolean))];
  return parts.length ? /** @type {string[]} */ (parts) : [_("Nothing happened.")];
}

/**
 * Return the hit points that each being lost, the viewer's first.
 * @type {(events: Event[], me: Name | null, named: (name: Name) => string) => string[]}
 */
function wounds(events, me, named) {
  /** @type {Map<Name, number>} */
  const lost = new Map();
  for (const { type, subject, points } of events) {
    if (type === "damage" || type === "hurt") lost.set(subject, (lost.get(subject) ?? 0) + points);
  }
  return [...lost]
    .toSorted(([one], [other]) => Number(other === me) - Number(one === me))
    .map(([name, points]) => _("−{points} {name}", { points, name: named(name) }));
}

/** @type {Record<string, (spell: string) => string>} */
const FAILED = {
  fails: (spell) => _("{spell} failed", { spell }),
  misses: (spell) => _("{spell} missed", { spell }),
  reflected: (spell) => _("{spell} was reflected", { spell }),
};

/** @type {((event: Event, named: (name: Name) => string) => string | null | undefined)[]} */
const TELLING = [
  ({ type, wizard, monster }, named) =>
    ["dies", "destroyed", "merged"].includes(type) ? _("{name} died", { name: named(wizard ?? monster) }) : null,
  ({ type, wizard }, named) => (type === "surrenders" ? _("{name} surrendered", { name: named(wizard) }) : null),
  ({ type, attacker, because }) => (type === "attack" || type === "stab" ? stopped(attacker, because) : null),
  ({ type, monster, owner }, named) =>
    type === "appears" && owner ? _("{monster} appeared for {name}", { monster, name: named(owner) }) : null,
  ({ type, subject }, named) => (type === "cured" ? _("{name} healed", { name: named(subject) }) : null),
  ({ type, effect, subject }, named) =>
    type === "begins" && effect ? _("{effect} on {name}", { effect: titled(effect), name: named(subject) }) : null,
  ({ type, wizards }, named) =>
    type === "stops_time" && wizards
      ? _("{effect} on {name}", { effect: titled("time_stop"), name: wizards.map(named).join(", ") })
      : null,
  ({ type, spell }) => FAILED[type]?.(titled(spell)),
];

/**
 * Describe an attack that was stopped by a spell of this round or by an earlier effect; `because`: a reason, or a list
 * of them.
 * @type {(attacker: Name, because: Event["because"]) => string}
 */
function stopped(attacker, because) {
  const [why] = [because].flat();
  const spell = why?.spell ?? why?.effect;
  if (!spell) return _("{name} did no damage", { name: attacker });
  return _("{spell} stopped {name}", { spell: titled(spell), name: attacker });
}
