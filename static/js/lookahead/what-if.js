// @ts-check
// The pure part of what-if: the others' possible orders, and their results.
//
// Replies are orders by wizard, in the server's format: { White: { left: "D", right: "-", cast: {}, target: {} } }.

import { HANDS } from "../lib/gestures.js";

/** @import { Ahead, Gesture, Hand, Name, Orders, OrdersRequest, Replies, Slot, Slug, SpellFacts, Threat } from "../types.d.ts" */

/** The largest number of threats that are tried at once. */
const MOST = 12;

/** @type {Orders} */
export const REST = { left: "-", right: "-" };

/**
 * The wizards who give orders in this round besides the viewer.
 * @type {(state: { request: OrdersRequest, acting: Name[] }) => Name[]}
 */
export const othersOf = ({ request, acting }) => acting.filter((name) => name !== request.wizard);

/**
 * Return each spell that the others could complete, as `{spell, by, replies}`, the worst first; `spellFacts` has their
 * worth.
 * @type {(state: { request: OrdersRequest, acting: Name[] }, facts?: SpellFacts) => { spell: Slug, by: Name, replies: Replies }[]}
 */
export function threatsOf({ request, acting }, spellFacts = {}) {
  const others = othersOf({ request, acting });
  const found = new Map();
  for (const threat of request.threats
    .filter(({ spell, by }) => spell && others.includes(by))
    .filter(isOpenIn(request))) {
    const replies = repliesOf(threat);
    found.set(JSON.stringify(replies), { spell: threat.spell, by: threat.by, replies });
  }
  const worth = ({ spell }) => spellFacts[spell]?.worth ?? 0;
  return [...found.values()].toSorted((one, other) => worth(other) - worth(one)).slice(0, MOST);
}

/**
 * Return whether the hand, with the effects on it, can carry out a threat, as far as is known.
 * @type {(request: OrdersRequest) => (threat: Threat) => boolean}
 */
const isOpenIn =
  ({ ahead }) =>
  ({ by, spell, hand, gesture, both }) => {
    const completions = ahead?.wizards[by]?.[hand][0];
    return !completions || Boolean(completions[both ? gesture.toLowerCase() : gesture]?.includes(spell));
  };

/** @type {(threat: Threat) => Replies} */
function repliesOf({ by, spell, hand, gesture, both, target }) {
  const slot = both ? "both" : hand;
  const hands = both ? { left: gesture, right: gesture } : { ...REST, [hand]: gesture };
  return { [by]: { ...hands, cast: { [slot]: spell }, ...(target ? { target: { [slot]: target } } : {}) } };
}

/**
 * Return the spells that a wizard's gestures complete, as far as is known: `{slot, spells}`.
 * @type {(ahead: Ahead | null, name: Name, hands: { left: Gesture, right: Gesture }) => { slot: Slot, spells: Slug[] }[]}
 */
export function makes(ahead, name, { left, right }) {
  const completions = ahead?.wizards[name];
  if (!completions) return [];
  const together =
    left && left === right ? HANDS.flatMap((hand) => completions[hand][0]?.[left.toLowerCase()] ?? []) : [];
  if (together.length) return [{ slot: "both", spells: [...new Set(together)] }];
  const made = { left, right };
  return HANDS.map((hand) => ({ slot: hand, spells: completions[hand][0]?.[made[hand]] ?? [] })).filter(
    ({ spells }) => spells.length,
  );
}

/**
 * Return the replies with another gesture of a hand; the choices for its spells are dropped.
 * @type {(replies: Replies, name: Name, hand: Hand, gesture: Gesture) => Replies}
 */
export function withGesture(replies, name, hand, gesture) {
  const { cast: _, target: __, ...hands } = replies[name] ?? REST;
  return { ...replies, [name]: { ...hands, [hand]: gesture } };
}

/**
 * Return the replies with another `field` ("cast", "target") of a slot; "": the usual one.
 * @type {(replies: Replies, name: Name, field: "cast" | "target", slot: Slot, value: string) => Replies}
 */
export function withChoice(replies, name, field, slot, value) {
  const { [slot]: _, ...others } = replies[name][field] ?? {};
  return { ...replies, [name]: { ...replies[name], [field]: value ? { ...others, [slot]: value } : others } };
}

const newIn = (effects, before = {}) => Object.keys(effects).filter((slug) => !(slug in before));

/** The largest number of wizards whose unchanged hit points are shown; with more, only the viewer's are. */
const FEW = 2;

/** Describe the changes of a simulated round: hit points, new effects, deaths, monsters that appear or vanish. */
export function outcomeOf(view, { wizards, monsters, result }) {
  const before = new Map(view.wizards.map((wizard) => [wizard.name, wizard]));
  const known = new Map(view.monsters.map((monster) => [monster.name, monster]));
  return {
    points: wizards
      .map(({ name, hp }) => ({ name, hp, change: hp - before.get(name).hp }))
      .filter(({ name, change }) => change || name === view.viewer || wizards.length <= FEW),
    begun: wizards
      .map(({ name, effects = {} }) => ({ name, effects: newIn(effects, before.get(name).effects) }))
      .filter(({ effects }) => effects.length),
    dead: wizards.filter(({ name, alive }) => !alive && before.get(name).alive).map(({ name }) => name),
    come: monsters.filter(({ name, alive }) => alive && !known.has(name)),
    gone: monsters.filter(({ name, alive }) => !alive && known.get(name)?.alive),
    result,
  };
}
