// @ts-check
// What others might do in a round, and what it would come to: the pure part of what-if.
//
// Replies are orders by wizard, as the server takes them: { White: { left: "D", right: "-", cast: {}, target: {} } }.

import { HANDS } from "../lib/gestures.js";

/** @import { Ahead, Gesture, Hand, Name, Orders, OrdersRequest, Replies, Slot, Slug, SpellFacts, Threat } from "../types.d.ts" */

/** As many threats as are tried at once. */
const MOST = 12;

/** @type {Orders} */
export const REST = { left: "-", right: "-" };

/**
 * Those who give orders in this round besides the wizard who is asked.
 * @type {(state: { request: OrdersRequest, acting: Name[] }) => Name[]}
 */
export const othersOf = ({ request, acting }) => acting.filter((name) => name !== request.wizard);

/**
 * Each spell that the others could complete, as `{spell, by, replies}`, the worst first; `spellFacts`: what spells are worth.
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
 * Whether a threat can be carried out by the hand as it is bound, as far as is known.
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
 * What the gestures of a wizard complete, as far as is known: `{slot, spells}`.
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
 * Replies in which a hand of a wizard does something else; what was said of its spells goes.
 * @type {(replies: Replies, name: Name, hand: Hand, gesture: Gesture) => Replies}
 */
export function withGesture(replies, name, hand, gesture) {
  const { cast: _, target: __, ...hands } = replies[name] ?? REST;
  return { ...replies, [name]: { ...hands, [hand]: gesture } };
}

/**
 * Replies in which `field` ("cast", "target") of a slot is another; "": what is usual.
 * @type {(replies: Replies, name: Name, field: "cast" | "target", slot: Slot, value: string) => Replies}
 */
export function withChoice(replies, name, field, slot, value) {
  const { [slot]: _, ...others } = replies[name][field] ?? {};
  return { ...replies, [name]: { ...replies[name], [field]: value ? { ...others, [slot]: value } : others } };
}

const newIn = (effects, before = {}) => Object.keys(effects).filter((slug) => !(slug in before));

/** Wizards whose hit points are told, though they do not change: of two both, of more oneself. */
const FEW = 2;

/** What a rehearsed round changes: hit points, effects that begin, who falls, monsters that come and go. */
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
