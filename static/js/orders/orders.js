// @ts-check
// Orders from the server's `request` and the wizard's `picks`. Pure: no page, no socket.
//
// Picks contain only what the wizard has touched: for a pair of hands { left, right, apart, cast: {hand: spell},
// target: {hand: ref}, attack: {ref: ref} }, and next to the first pair { second: a pair, answers: {key: choice},
// delay, permanent, fire, say }. Everything else gets the server's defaults, so that a hand that is forced to do
// something else keeps a sensible target. A request without `second` is for a single pair; most functions here take
// either pair as such a request.

import { GESTURES, HANDS } from "../lib/gestures.js";
import { factsOf } from "../lib/spell-facts.js";
import { _ } from "../lib/words.js";
import { castings, gestureOf, mayPart, stabbing, stabTarget } from "./castings.js";
import { allCastings, pairsOf, secondOf } from "./pairs.js";
import { takenIn, takenText } from "./spell-windows.js";
import { isOpen } from "./targets.js";

/** @import { Answers, Attacker, Choice, Gesture, Hand, Orders, OrdersRequest, Pair, PairPicks, PairRequest, Picks, Place, Question, Ref, Request, Slug, Target } from "../types.d.ts" */

/** @type {() => PairPicks} */
const noPair = () => ({ left: null, right: null, apart: false, cast: {}, target: {}, attack: {} });

/** @type {() => Picks} */
export const noPicks = () => ({
  ...noPair(),
  second: noPair(),
  answers: {},
  delay: null,
  permanent: null,
  fire: false,
  say: "",
});

/**
 * Return the picks that match entered orders.
 * @type {(request: Request, entered: Orders | null) => Picks}
 */
export function picksOf(request, entered) {
  if (!entered) return noPicks();
  const { say = "", fire = false, second } = entered;
  const window = (field) => entered[field] ?? (second?.[field] ? `second/${second[field]}` : null);
  const picks = { ...noPicks(), ...pairPicks(entered), second: pairPicks(second ?? {}), say, fire };
  return { ...picks, delay: window("delay"), permanent: window("permanent"), answers: answersIn(request, entered) };
}

/**
 * Return the picks that match entered orders or answers, depending on the request.
 * @type {(request: Request, entered: Orders | Answers | null) => Picks}
 */
export const enteredPicks = (request, entered) =>
  request.type === "answers" ? { ...noPicks(), answers: answersIn(request, entered ?? {}) } : picksOf(request, entered);

/**
 * Return whether the picks are the same as the entered orders or answers.
 * @type {(request: Request, picks: Picks, entered: Orders | Answers | null) => boolean}
 */
export function isEntered(request, picks, entered) {
  const said = (it) =>
    request.type === "answers" ? answersOf(request.questions, it.answers, { all: true }) : ordersOf(request, it);
  return JSON.stringify(sorted(said(picks))) === JSON.stringify(sorted(said(enteredPicks(request, entered))));
}

/** Sort all keys. */
const sorted = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .toSorted()
          .map(([name, inner]) => [name, sorted(inner)]),
      )
    : value;

/** @type {(orders: Orders) => PairPicks} */
const pairPicks = ({ left = null, right = null, cast = {}, target = {}, attack = {} }) => ({
  left,
  right,
  apart: Boolean(cast.left || cast.right),
  cast,
  target,
  attack,
});

/**
 * Return the picks after `change` to one pair ("" is the first).
 * @type {(picks: Picks, pair: Pair, change: (pair: any) => any) => Picks}
 */
export const inPair = (picks, pair, change) => (pair ? { ...picks, [pair]: change(picks[pair]) } : change(picks));

/**
 * Return the picks with another gesture of `hand`. Choices for the hand's former spells are dropped, also in the
 * following pair.
 * @type {(picks: Picks, hand: Hand, gesture: Gesture | null, pair?: Pair) => Picks}
 */
export function pickGesture(picks, hand, gesture, pair = "") {
  const without = ({ [hand]: _old, both: _pair, ...rest }) => rest;
  const freed = (it) => ({ ...it, apart: false, cast: without(it.cast), target: without(it.target) });
  const changed = inPair(picks, pair, (it) => freed({ ...it, [hand]: gesture }));
  return { ...changed, second: freed(changed.second), delay: null, permanent: null };
}

/** Return the picks with another spell of `hand` (or "both"); its target is the default again. */
export function pickSpell(picks, hand, spell) {
  const { [hand]: _old, ...target } = picks.target;
  return { ...picks, cast: { ...picks.cast, [hand]: spell }, target };
}

/** Return the picks with a pair read as one two-handed spell, or as one spell per hand. */
export const pickApart = (picks, apart) => ({ ...picks, apart, cast: {}, target: {} });

/**
 * Return the hands without a pick, as `{pair, hand}`.
 * @type {(request: OrdersRequest, picks: Picks) => Place[]}
 */
export const missing = (request, picks) =>
  pairsOf(request, picks).flatMap((one) =>
    HANDS.filter((hand) => gestureOf(one.request, one.picks, hand) === null).map((hand) => ({ pair: one.pair, hand })),
  );

const isSummons = ({ spell }) => spell.startsWith("summon_") && !spell.endsWith("elemental");

/**
 * Return the refs of the monsters that these picks would summon.
 * @type {(request: OrdersRequest, picks: Picks) => Ref[]}
 */
export function summoned(request, picks) {
  return allCastings(request, picks)
    .filter((casting) => isSummons(casting.spell))
    .map((casting) => `${casting.hand}:${request.wizard}`);
}

/**
 * Return other monsters that these picks would charm, or dead ones that they would raise.
 * @type {(request: OrdersRequest, picks: Picks) => Attacker[]}
 */
function claimed(request, picks) {
  const cast = allCastings(request, picks);
  return request.claims.filter(({ by, ref }) => cast.some(({ spell, target }) => spell.spell === by && target === ref));
}

/**
 * Return the monsters that can be given a target in this round, each with its current one.
 * @type {(request: OrdersRequest, picks: Picks) => Attacker[]}
 */
export function attackers(request, picks) {
  const coming = summoned(request, picks);
  const own = request.monsters.filter(({ kind, ref }) => kind !== "new" || coming.includes(ref));
  return [...own, ...claimed(request, picks)].map(({ targets, ...monster }) => ({
    ...sentAt(monster, picks.attack[monster.ref]),
    targets: targets.filter(isOpen(request, coming)),
  }));
}

/** Return a monster with the picked target or its own default, which may be nobody yet. */
const sentAt = (monster, picked) => ({
  ...monster,
  target: picked || monster.target,
  usual: monster.target,
  isLoose: monster.target === null,
});

/**
 * Return the hasted monsters whose second attack can have another target, each with its current one.
 * @type {(request: OrdersRequest, picks: Picks) => Attacker[]}
 */
export const secondAttackers = (request, picks) =>
  attackers(request, picks)
    .filter(({ second }) => second)
    .map((monster) => sentAt(monster, picks.second.attack[monster.ref]));

/**
 * Return the possible targets of `spell`, in the order of the request; corpses only for a spell that raises them.
 * @type {(request: OrdersRequest, picks: Picks, spell?: { spell: Slug }) => Target[]}
 */
export const targetsFor = (request, picks, spell) =>
  beingsFor(request, picks, Boolean(spell) && factsOf(spell.spell).claims === "fallen");

/**
 * Return the possible targets, with or without corpses.
 * @type {(request: OrdersRequest, picks: Picks, withCorpses: boolean) => Target[]}
 */
export function beingsFor(request, picks, withCorpses) {
  const isPossible = isOpen(request, summoned(request, picks));
  const living = request.targets.filter(({ ref }) => isPossible(ref));
  if (!withCorpses) return living;
  const corpses = (request.corpses ?? []).map((ref) => ({ ref, name: ref, kind: "corpse" }));
  return [...living.filter(({ ref }) => !request.corpses.includes(ref)), ...corpses];
}

// Questions ---------------------------------------------------------------------------------------------------------

/** @type {(question: Question) => string} */
export const keyOf = (question) => question.field.join("/");

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Return the current answer: the picked one or the default; null: none.
 * @type {(question: Question, answers: Picks["answers"]) => any}
 */
export const answerOf = (question, answers) => whole(question, answers[keyOf(question)] ?? question.default ?? null);

/** Add the hand to an answer about Charm Person, also if it was chosen in an earlier round. */
const whole = (question, value) => (value && leadsChosen(question) ? { hand: question.hands[0], ...value } : value);

/**
 * Return whether the hand of a Charm Person was chosen in the round before. Another hand in the answer would be for the
 * next round.
 * @type {(question: Question) => boolean}
 */
const leadsChosen = ({ kind, hands }) => kind === "direct" && hands.length === 1;

/**
 * Return the index of the current answer among the choices, or -1.
 * @type {(question: Question, answers: Picks["answers"]) => number}
 */
export const choiceOf = (question, answers) =>
  (question.choices ?? []).findIndex((choice) => same(choice, answerOf(question, answers)));

/**
 * Return the questions without an answer.
 * @type {(questions: Question[], answers: Picks["answers"]) => Question[]}
 */
export const unanswered = (questions, answers) =>
  questions.filter((question) => answerOf(question, answers) === null || isHalf(question, answers));

/** Return whether an answer about Charm Person lacks its hand or gesture. */
const isHalf = (question, answers) =>
  question.kind === "direct" && !(answerOf(question, answers)?.hand && answerOf(question, answers)?.gesture);

/**
 * Return the answers in entered orders or answers, by key.
 * @type {(request: Request, entered: Orders | Answers) => Record<string, Choice>}
 */
export function answersIn(request, entered) {
  const found = {};
  for (const question of request.questions ?? []) {
    const value = question.field.reduce((part, name) => part?.[name], entered);
    if (value !== undefined) found[keyOf(question)] = value;
  }
  return found;
}

/**
 * Return the answers in their places: `{"paralyze": {"White": "right"}}`. `all`: include defaults.
 * @type {(questions: Question[], answers: Picks["answers"], how?: { all?: boolean }) => Answers}
 */
export function answersOf(questions, answers, { all = false } = {}) {
  const out = {};
  for (const question of questions) {
    const given = all ? answerOf(question, answers) : answers[keyOf(question)];
    const value = given && leadsChosen(question) ? { gesture: given.gesture } : given;
    if (value === undefined || value === null || isHalf(question, answers)) continue;
    const last = question.field.at(-1);
    const place = question.field.slice(0, -1).reduce((part, name) => (part[name] ??= {}), out);
    place[last] = value;
  }
  return out;
}

// Orders --------------------------------------------------------------------------------------------------------------

/**
 * Return the orders to send: gestures, and otherwise only picks and ambiguous choices.
 * @type {(request: OrdersRequest, picks: Picks) => Orders}
 */
export function ordersOf(request, picks) {
  const taken = takenIn(request, picks);
  const attack = attackOf(attackers(request, picks), picks);
  const second = secondOrders(request, picks, taken);
  return filled({
    ...handsOf(request, picks),
    ...taken.first,
    attack,
    ...(Object.keys(second).length ? { second } : {}),
    ...answersOf(request.questions ?? [], picks.answers),
    ...(picks.fire && request.fire ? { fire: true } : {}),
    say: picks.say.trim(),
  });
}

/**
 * Return the second pair of a hasted wizard; for others only the second targets of hasted monsters.
 * @type {(request: OrdersRequest, picks: Picks, taken: ReturnType<typeof takenIn>) => Orders}
 */
function secondOrders(request, picks, taken) {
  const attack = attackOf(secondAttackers(request, picks), picks.second);
  const hands = request.second ? { ...handsOf(secondOf(request, picks), picks.second), ...taken.second } : {};
  return filled({ ...hands, attack });
}

/** @type {(request: PairRequest, picks: PairPicks) => Orders} */
const handsOf = (request, picks) => ({
  left: gestureOf(request, picks, "left") ?? "-",
  right: gestureOf(request, picks, "right") ?? "-",
  cast: castOf(request, picks),
  target: targetOf(request, picks),
});

const isEmpty = (value) => value === "" || (typeof value === "object" && !Object.keys(value).length);

const filled = (orders) => Object.fromEntries(Object.entries(orders).filter(([, value]) => !isEmpty(value)));

/**
 * Return the spells of ambiguous gestures; choices made now are not asked for after the reveal.
 * @type {(request: PairRequest, picks: PairPicks) => NonNullable<Orders["cast"]>}
 */
function castOf(request, picks) {
  const cast = castings(request, picks);
  const isOpen = mayPart(request, picks) || cast.some(({ options }) => options.length > 1);
  return isOpen ? Object.fromEntries(cast.map(({ hand, spell }) => [hand, spell.spell])) : {};
}

/** @type {(request: PairRequest, picks: PairPicks) => NonNullable<Orders["target"]>} */
function targetOf(request, picks) {
  const hands = castings(request, picks)
    .filter(({ spell }) => spell.aimed)
    .map(({ hand }) => hand);
  const knife = stabbing(request, picks);
  const aimed = knife ? [...hands, knife] : hands;
  return Object.fromEntries(aimed.filter((hand) => picks.target[hand]).map((hand) => [hand, picks.target[hand]]));
}

/** @type {(monsters: Attacker[], picks: PairPicks) => NonNullable<Orders["attack"]>} */
const attackOf = (monsters, picks) =>
  Object.fromEntries(monsters.filter(({ ref }) => picks.attack[ref]).map(({ ref, target }) => [ref, target]));

/**
 * Return "left palm, Shield at yourself; right point", then the second pair and stored spells; `named(ref)` names a
 * target.
 * @type {(request: OrdersRequest, picks: Picks, named: (ref: Ref) => string) => string}
 */
export const summary = (request, picks, named) =>
  [...pairsOf(request, picks).flatMap((one) => pairSummary(one, named)), ...takenText(request, picks)].join("; ");

/**
 * Return the same for the picks so far, without empty hands; "" if nothing is picked.
 * @type {(request: OrdersRequest, picks: Picks, named: (ref: Ref) => string) => string}
 */
export function summaryOfPicked(request, picks, named) {
  const isPicked = (one) => (hand) => gestureOf(one.request, one.picks, hand) !== null;
  const pairs = pairsOf(request, picks).flatMap((one) => pairSummary(one, named, HANDS.filter(isPicked(one))));
  return [...pairs, ...takenText(request, picks)].join("; ");
}

const DOES = {
  left: (gesture) => _("left {gesture}", { gesture }),
  right: (gesture) => _("right {gesture}", { gesture }),
};

function pairSummary({ pair, request, picks }, named, hands = HANDS) {
  const cast = castings(request, picks);
  const told = ({ spell, target }) =>
    spell.aimed ? _("{spell} on {name}", { spell: spell.name, name: named(target) }) : spell.name;
  const line = (hand) => {
    const spell = cast.find((casting) => casting.hand === hand);
    const does = DOES[hand](GESTURES[gestureOf(request, picks, hand) ?? "-"].name);
    const aimed =
      hand === stabbing(request, picks)
        ? _("{does} on {name}", { does, name: named(stabTarget(request, picks)) })
        : does;
    return spell ? `${aimed}, ${told(spell)}` : aimed;
  };
  const both = cast.find(({ hand }) => hand === "both");
  const [first, ...rest] = [...hands.map(line), ...(both ? [told(both)] : [])];
  if (!first) return [];
  return [pair ? _("second pair: {orders}", { orders: first }) : first, ...rest];
}
