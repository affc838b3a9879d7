// From what a wizard is asked (`request`) and what he picked (`picks`) to orders. Pure: no page, no socket.
//
// Picks hold only what was touched: { left, right, apart, cast: {hand: spell}, target: {hand: ref}, attack: {ref: ref},
// answers: {key: choice}, say }. What was not touched is left to the server's defaults, so a hand that is forced to do
// something else keeps a sensible aim.

import { GESTURES, HANDS } from "./gestures.js";

export const noPicks = () => ({ left: null, right: null, apart: false, cast: {}, target: {}, attack: {}, answers: {}, say: "" });

/** The picks that orders already entered stand for. */
export function picksOf(request, entered) {
  const picks = noPicks();
  if (!entered) return picks;
  const { left = null, right = null, cast = {}, target = {}, attack = {}, say = "" } = entered;
  const apart = Boolean(cast.left || cast.right);
  return { ...picks, left, right, apart, cast, target, attack, say, answers: answersIn(request, entered) };
}

/** What a hand is going to do: the only gesture open to it, or the one picked if it is open; null: nothing picked yet. */
export function gestureOf(request, picks, hand) {
  const { gestures } = request.hands[hand];
  if (gestures.length === 1) return gestures[0];
  return gestures.includes(picks[hand]) ? picks[hand] : null;
}

/** Picks with another gesture for `hand`; what was chosen for the hand's former spell goes. */
export function pickGesture(picks, hand, gesture) {
  const without = ({ [hand]: _, both: __, ...rest }) => rest;
  return { ...picks, [hand]: gesture, apart: false, cast: without(picks.cast), target: without(picks.target) };
}

/** Picks with another spell for `hand` ("both" too); its target is the default again. */
export function pickSpell(picks, hand, spell) {
  const { [hand]: _, ...target } = picks.target;
  return { ...picks, cast: { ...picks.cast, [hand]: spell }, target };
}

/** Picks in which a pair of gestures makes one spell of both hands, or each hand its own. */
export const pickApart = (picks, apart) => ({ ...picks, apart, cast: {}, target: {} });

/** Hands for which nothing is picked yet. */
export const missing = (request, picks) => HANDS.filter((hand) => gestureOf(request, picks, hand) === null);

const optionsOf = (request, hand, gesture) => request.completes[hand]?.[gesture] ?? [];

function pairOptions(request, picks) {
  const [left, right] = HANDS.map((hand) => gestureOf(request, picks, hand));
  return left !== null && left === right ? optionsOf(request, "both", left) : [];
}

function singleCastings(request, picks) {
  return HANDS.map((hand) => casting(picks, hand, optionsOf(request, hand, gestureOf(request, picks, hand)))).filter(Boolean);
}

function casting(picks, hand, options) {
  if (!options.length) return null;
  const spell = options.find(({ spell }) => spell === picks.cast[hand]) ?? options[0];
  return { hand, options, spell, target: picks.target[hand] ?? spell.target ?? "nobody" };
}

/** Whether the pair may be read both as one spell of two hands and as a spell for a hand. */
export const mayPart = (request, picks) =>
  pairOptions(request, picks).length > 0 && singleCastings(request, picks).length > 0;

/** The spells that the picked gestures cast: `{hand, options, spell, target}`, hand "left", "right" or "both". */
export function castings(request, picks) {
  const pair = pairOptions(request, picks);
  if (pair.length && !(picks.apart && mayPart(request, picks))) return [casting(picks, "both", pair)];
  return singleCastings(request, picks);
}

/** The hand that stabs, null if none; of two only the right one's knife is there. */
export const stabbing = (request, picks) => HANDS.findLast((hand) => gestureOf(request, picks, hand) === ">") ?? null;

export const stabTarget = (request, picks) => picks.target[stabbing(request, picks)] ?? request.stab?.target ?? "nobody";

const isSummons = ({ spell }) => spell.startsWith("summon_") && !spell.endsWith("elemental");

/** Refs of the monsters that these picks would summon. */
export function summoned(request, picks) {
  return castings(request, picks)
    .filter((casting) => isSummons(casting.spell))
    .map((casting) => `${casting.hand}:${request.wizard}`);
}

const isOwnNew = (request, ref) => ref.endsWith(`:${request.wizard}`);

/** Monsters that can be sent at somebody in this round, each with the victim as it stands. */
export function attackers(request, picks) {
  const coming = summoned(request, picks);
  return request.monsters
    .filter(({ kind, ref }) => kind !== "new" || coming.includes(ref))
    .map((monster) => ({ ...monster, target: picks.attack[monster.ref] ?? monster.target }));
}

/** Beings at whom `spell` may be cast, in the order of the request; corpses only for raising. */
export function targetsFor(request, picks, spell) {
  const coming = summoned(request, picks);
  const living = request.targets.filter(({ kind, ref }) => kind !== "new" || !isOwnNew(request, ref) || coming.includes(ref));
  if (spell?.spell !== "raise_dead") return living;
  const corpses = (request.corpses ?? []).map((ref) => ({ ref, name: `${ref}, dead`, kind: "corpse" }));
  return [...living.filter(({ ref }) => !request.corpses.includes(ref)), ...corpses];
}

/** Spells of which the picked gesture would be a further step, nearest first. */
export function leadsOf(request, picks, hand) {
  const found = request.leads?.[hand]?.[gestureOf(request, picks, hand)] ?? [];
  return found.toSorted((one, other) => one.more - other.more);
}

// Warnings ----------------------------------------------------------------------------------------------------------

/** What a wizard should hear before he seals: `{kind, text}`; "surrender" asks for a confirmation. */
export function warnings(request, picks) {
  const [left, right] = HANDS.map((hand) => gestureOf(request, picks, hand));
  const found = [];
  if ((request.surrender ?? []).some((pair) => pair[0] === left && pair[1] === right)) {
    found.push({ kind: "surrender", text: "Two palms at once mean surrender: the duel is lost." });
  }
  if (right !== null && left !== null && (left === "C") !== (right === "C")) {
    found.push({ kind: "half_clap", text: "A clap needs both hands: one hand alone does nothing." });
  }
  if (left === ">" && right === ">") found.push({ kind: "two_stabs", text: "There is only one knife: the right hand has it." });
  return found;
}

// Questions ---------------------------------------------------------------------------------------------------------

export const keyOf = (question) => question.field.join("/");

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** The answer as it stands: picked, else the default; null: none. */
export const answerOf = (question, answers) => answers[keyOf(question)] ?? question.default ?? null;

/** Index of the standing answer among the choices, -1 if none of them. */
export const choiceOf = (question, answers) =>
  (question.choices ?? []).findIndex((choice) => same(choice, answerOf(question, answers)));

/** Questions that are still without an answer. */
export const unanswered = (questions, answers) =>
  questions.filter((question) => answerOf(question, answers) === null || isHalf(question, answers));

/** Whether the question of a Charm Person lacks its hand or gesture. */
export const isHalf = (question, answers) =>
  question.kind === "direct" && !(answerOf(question, answers)?.hand && answerOf(question, answers)?.gesture);

/** Answers that orders or answers already entered hold, by key. */
export function answersIn(request, entered) {
  const found = {};
  for (const question of request.questions ?? []) {
    const value = question.field.reduce((part, name) => part?.[name], entered);
    if (value !== undefined) found[keyOf(question)] = value;
  }
  return found;
}

/** Answers at their places: `{"paralyze": {"White": "right"}}`. `all`: defaults too. */
export function answersOf(questions, answers, { all = false } = {}) {
  const out = {};
  for (const question of questions) {
    const value = all ? answerOf(question, answers) : answers[keyOf(question)];
    if (value === undefined || value === null || isHalf(question, answers)) continue;
    const last = question.field.at(-1);
    const place = question.field.slice(0, -1).reduce((part, name) => (part[name] ??= {}), out);
    place[last] = value;
  }
  return out;
}

// Orders --------------------------------------------------------------------------------------------------------------

/** The orders to send: gestures, and of the rest only what was picked or could be doubted. */
export function ordersOf(request, picks) {
  const orders = { left: gestureOf(request, picks, "left") ?? "-", right: gestureOf(request, picks, "right") ?? "-" };
  const filled = {
    cast: castOf(request, picks),
    target: targetOf(request, picks),
    attack: attackOf(request, picks),
    ...answersOf(request.questions ?? [], picks.answers),
  };
  for (const [field, value] of Object.entries(filled)) if (Object.keys(value).length || typeof value === "string") orders[field] = value;
  if (picks.say.trim()) orders.say = picks.say.trim();
  return orders;
}

/** The spells, where the gestures could be read in several ways: what is said now is not asked after the reveal. */
function castOf(request, picks) {
  const cast = castings(request, picks);
  const isOpen = mayPart(request, picks) || cast.some(({ options }) => options.length > 1);
  return isOpen ? Object.fromEntries(cast.map(({ hand, spell }) => [hand, spell.spell])) : {};
}

function targetOf(request, picks) {
  const hands = castings(request, picks).filter(({ spell }) => spell.aimed).map(({ hand }) => hand);
  const knife = stabbing(request, picks);
  const aimed = knife ? [...hands, knife] : hands;
  return Object.fromEntries(aimed.filter((hand) => picks.target[hand]).map((hand) => [hand, picks.target[hand]]));
}

function attackOf(request, picks) {
  const sent = attackers(request, picks).filter(({ ref }) => picks.attack[ref]);
  return Object.fromEntries(sent.map(({ ref, target }) => [ref, target]));
}

/** "Left palm: Shield. Right digit." with `named(ref)` for targets. */
export function summary(request, picks, named) {
  const cast = castings(request, picks);
  const told = ({ spell, target }) => (spell.aimed ? `${spell.name} at ${named(target)}` : spell.name);
  const line = (hand) => {
    const gesture = gestureOf(request, picks, hand) ?? "-";
    const spell = cast.find((casting) => casting.hand === hand);
    const aim = hand === stabbing(request, picks) ? ` at ${named(stabTarget(request, picks))}` : "";
    return `${hand} ${GESTURES[gesture].name}${aim}${spell ? `, ${told(spell)}` : ""}`;
  };
  const both = cast.find(({ hand }) => hand === "both");
  return [...HANDS.map(line), ...(both ? [told(both)] : [])].join("; ");
}

/** Names of the spells that `gesture` of `hand` completes by itself, or with the other hand (as "… with both"). */
export function completedBy(request, hand, gesture) {
  const single = optionsOf(request, hand, gesture).map(({ name }) => name);
  const pair = optionsOf(request, "both", gesture).map(({ name }) => `${name} (both hands)`);
  return [...single, ...pair];
}
