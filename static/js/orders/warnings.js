// @ts-check
// Warnings before sealing, each as `{kind, text, isGrave, mend}`. Pure.
//
// A grave one needs a second click on the seal; "surrender" a dialog. `mend`: `{label, picks}`, if there is one obvious
// fix. The engine owns the rules: the request contains the usual target of each spell, and the owner of each being.

import { HANDS } from "../lib/gestures.js";
import { factsOf } from "../lib/spell-facts.js";
import { _ } from "../lib/words.js";
import { beingOf, called, sideOfRef } from "./beings.js";
import { castings, gestureOf, stabbing, stabTarget } from "./castings.js";
import { attackers, inPair, pickGesture, secondAttackers } from "./orders.js";
import { pairsOf } from "./pairs.js";

/** @import { Casting, Gesture, Hand, OrdersRequest, Picks, View, WarnedPair, Warning } from "../types.d.ts" */

/** Spells for enemies, and spells for the wizard and friends. */
export const hurts = ({ default: usual, role }) => usual === "opponent" && role !== "disenchant";
export const helps = ({ default: usual, role, makes, claims }) =>
  usual === "self" && !makes && claims !== "standing" && !["counter", "dispel"].includes(role);
/** These spells work whatever they are aimed at. */
const needsNoSight = ({ role, makes }) => role === "dispel" || isElemental(makes);
export const isElemental = (kind) => Boolean(kind?.endsWith("elemental"));
/** A being's kind in the facts of spells: a wizard, a monster, or one of the elementals. */
const sortOf = (kind) => (kind === "wizard" || isElemental(kind) ? kind : "monster");
/** Some spells destroy monsters, so they suit those of others and not the wizard's own. */
const isDestroyed = (kind, { destroys = [] }) => kind !== "wizard" && destroys.includes(sortOf(kind));

/**
 * Return all warnings about these picks, the gravest first.
 * @type {(view: View, request: OrdersRequest, picks: Picks) => Warning[]}
 */
export function warningsOf(view, request, picks) {
  const found = [
    ...pairsOf(request, picks).flatMap((one) => pairWarnings({ view, whole: request, all: picks, ...one })),
    ...attackWarnings(view, request, picks),
  ];
  return found.toSorted((one, other) => Number(other.isGrave) - Number(one.isGrave));
}

/** @type {(pair: WarnedPair) => Warning[]} */
function pairWarnings(pair) {
  const [left, right] = HANDS.map((hand) => gestureOf(pair.request, pair.picks, hand));
  const hands = { left, right };
  const own = castings(pair.request, pair.picks).filter(({ spell }) => spell.aimed);
  const found = [
    surrender(pair, hands),
    halfClap(pair, hands),
    knives(pair, hands),
    stab(pair),
    clash(pair, own),
    ...own.map((casting) => cast(pair, casting)),
  ];
  const mark = (warning) =>
    pair.pair ? { ...warning, text: _("Second pair: {warning}", { warning: warning.text }) } : warning;
  return found.filter(Boolean).map(mark);
}

/** @type {(kind: string, text: string, mend?: Warning["mend"]) => Warning} */
const grave = (kind, text, mend = null) => ({ kind, text, isGrave: true, mend });

/** @type {(kind: string, text: string, mend?: Warning["mend"]) => Warning} */
const light = (kind, text, mend = null) => ({ kind, text, isGrave: false, mend });

// Gestures ----------------------------------------------------------------------------------------------------------

/** @type {(pair: WarnedPair, hands: Record<Hand, Gesture>) => Warning | null} */
function surrender({ request }, { left, right }) {
  const isSign = (request.surrender ?? []).some((pair) => pair[0] === left && pair[1] === right);
  return isSign ? grave("surrender", _("Two palms at once mean surrender: you’ll lose the duel.")) : null;
}

/** @type {(pair: WarnedPair, hands: Record<Hand, Gesture>) => Warning | null} */
function halfClap(pair, { left, right }) {
  if (left === null || right === null || (left === "C") === (right === "C")) return null;
  const other = left === "C" ? "right" : "left";
  const text = _("A clap needs both hands. One hand alone does nothing.");
  return light("half_clap", text, makes(pair, other, "C", _("Clap with both")));
}

/** @type {(pair: WarnedPair, hands: Record<Hand, Gesture>) => Warning | null} */
function knives(pair, { left, right }) {
  if (left !== ">" || right !== ">") return null;
  return light(
    "two_knives",
    _("You have only one knife, so only the right hand stabs."),
    makes(pair, "left", "-", _("Left hand: nothing")),
  );
}

/** Return the fix by which a hand makes another gesture, if it is free to. */
function makes({ request, pair, all }, hand, gesture, label) {
  const { gestures } = request.hands[hand];
  if (gestures.length === 1 || !gestures.includes(gesture)) return null;
  return { label, picks: pickGesture(all, hand, gesture, pair) };
}

// Spells and the knife ------------------------------------------------------------------------------------------------

const side = ({ view, whole }, ref) => sideOfRef(view, whole, ref);

const kindOf = ({ view, whole }, ref) => beingOf(view, whole, ref).kind;

const FRIENDLY = new Set(["self", "own", "mate"]);

/** Return the fix by which a hand aims at someone else. */
function aims({ whole, pair, all }, hand, ref) {
  const label = _("Target {name}", { name: called(whole, ref) });
  return { label, picks: inPair(all, pair, (it) => ({ ...it, target: { ...it.target, [hand]: ref } })) };
}

/** Return the usual target as a fix, if it is another one. */
const asUsual = (pair, { hand, spell, target }) =>
  spell.target && spell.target !== "nobody" && spell.target !== target ? aims(pair, hand, spell.target) : null;

const told = ({ whole }, { spell, target }) => ({ spell: spell.name, name: called(whole, target) });

/** @type {(pair: WarnedPair, casting: Casting) => string} */
const idleText = (pair, casting) =>
  casting.target === pair.whole.wizard
    ? _("{spell} has no effect on you.", { spell: casting.spell.name })
    : _("{spell} has no effect on {name}.", told(pair, casting));

/**
 * Return the first problem of a spell and its target.
 * @type {(pair: WarnedPair, casting: Casting) => Warning | null}
 */
function cast(pair, casting) {
  for (const look of [atNobody, givenAway, idle, ownDestroyed, onOwnSide, onTheirs, unseen]) {
    const found = look(pair, casting);
    if (found) return found;
  }
  return null;
}

function atNobody(pair, casting) {
  if (casting.target !== "nobody" || (casting.spell.target ?? "nobody") === "nobody") return null;
  return grave(
    "at_nobody",
    _("{spell} has no target and would be wasted.", told(pair, casting)),
    asUsual(pair, casting),
  );
}

const isSummons = ({ spell: { spell } }) => Boolean(factsOf(spell).makes) && !isElemental(factsOf(spell).makes);

/** Warn that a summoned monster serves its target, or its target's controller. Source: ruling 3.8. */
function givenAway(pair, casting) {
  if (!isSummons(casting)) return null;
  const { owner, kind } = beingOf(pair.view, pair.whole, casting.target);
  const mend = aims(pair, casting.hand, pair.whole.wizard);
  if (owner === null || kind === "new")
    return grave("no_effect", _("{spell} has no effect on {name}.", told(pair, casting)), mend);
  if (owner === pair.whole.wizard) return null;
  return grave(
    "summons_given",
    _("{spell} targets {name}. The monster would serve {owner}, not you.", { ...told(pair, casting), owner }),
    mend,
  );
}

/** Warn about spells that do nothing to their target. Source: the table of spells, rulings 2. */
function idle(pair, casting) {
  const { spares = [] } = factsOf(casting.spell.spell);
  return spares.includes(sortOf(kindOf(pair, casting.target)))
    ? grave("no_effect", idleText(pair, casting), charms(pair, casting) ?? asUsual(pair, casting))
    : null;
}

/** Return the fix for a Charm Monster: another wizard's monster, if there is one. */
function charms(pair, { hand, spell }) {
  const other =
    factsOf(spell.spell).claims === "standing" &&
    pair.whole.targets.find(
      ({ ref, kind, owner }) =>
        owner && owner !== pair.whole.wizard && kind !== "wizard" && side(pair, ref) === "enemy",
    );
  return other ? aims(pair, hand, other.ref) : null;
}

function ownDestroyed(pair, casting) {
  const kind = kindOf(pair, casting.target);
  const isOwn = ["own", "mate"].includes(side(pair, casting.target)) && kind !== "wizard";
  if (!isOwn || !isDestroyed(kind, factsOf(casting.spell.spell))) return null;
  return grave(
    "destroys_own",
    _("{spell} would destroy {name}, your ally.", told(pair, casting)),
    asUsual(pair, casting),
  );
}

function onOwnSide(pair, casting) {
  const facts = factsOf(casting.spell.spell);
  if (!hurts(facts) || !FRIENDLY.has(side(pair, casting.target))) return null;
  return grave("harms_friend", onOwnSideText(pair, casting, facts), asUsual(pair, casting));
}

function onOwnSideText(pair, casting, { mind }) {
  const names = told(pair, casting);
  if (side(pair, casting.target) !== "self") return _("{spell} is aimed at {name}, your ally.", names);
  return mind
    ? _("{spell} is aimed at you. That helps only against another mind spell.", names)
    : _("{spell} is aimed at you.", names);
}

function onTheirs(pair, casting) {
  const facts = factsOf(casting.spell.spell);
  if (facts.role === "counter" && side(pair, casting.target) === "enemy") {
    return light(
      "guards_enemy",
      _("{spell} protects {name} from all spells, including yours.", told(pair, casting)),
      asUsual(pair, casting),
    );
  }
  const kind = kindOf(pair, casting.target);
  const isMeant = isDestroyed(kind, facts) || kind === "corpse";
  const isTheirs = side(pair, casting.target) === "enemy" || isElemental(kind);
  if (!helps(facts) || !isTheirs || isMeant || isDead(pair, casting.target)) return null;
  return grave("helps_enemy", _("{spell} would help {name}.", told(pair, casting)), asUsual(pair, casting));
}

const isDead = ({ whole }, ref) => (whole.corpses ?? []).includes(ref);

/** Warn about an invisible target, which spells miss. Source: ruling 3.4. */
function unseen(pair, casting) {
  if (needsNoSight(factsOf(casting.spell.spell)) || !isMissed(pair, casting.target)) return null;
  return isBlind(pair)
    ? light("unseen", _("You’re blind, so {spell} would miss {name}.", told(pair, casting)))
    : light("unseen", _("{name} is invisible, so {spell} would miss.", told(pair, casting)));
}

const isMissed = ({ whole }, ref) => whole.missed.includes(ref);

const isBlind = ({ view, whole }) => view.wizards.some(({ name, blind }) => name === whole.wizard && blind);

/**
 * Warn about two mind spells on one being, which cancel each other by the rule of the book. Source: ruling 4.4.
 * @type {(pair: WarnedPair, castings: Casting[]) => Warning | null}
 */
function clash({ whole: { mind_clash } }, [one, other]) {
  const areAtOne =
    one &&
    other &&
    one.target === other.target &&
    one.target !== "nobody" &&
    [one, other].every(({ spell }) => factsOf(spell.spell).mind);
  if (!areAtOne || (mind_clash === "kinds" && one.spell.spell === other.spell.spell)) return null;
  const [yielding, ...more] = [one, other].filter(({ spell }) => factsOf(spell.spell).mind === "yields");
  const names = { one: one.spell.name, other: other.spell.name };
  if (mind_clash !== "paralysis_yields" || !yielding || more.length)
    return light("clash", _("{one} and {other} on the same target cancel each other.", names));
  return light("clash", yielding === one ? yieldsText(one, other) : yieldsText(other, one));
}

const yieldsText = (one, other) =>
  _("{one} fails if {other} hits the same target.", { one: one.spell.name, other: other.spell.name });

/** @type {(pair: WarnedPair) => Warning | null} */
function stab(pair) {
  const hand = stabbing(pair.request, pair.picks);
  if (!hand) return null;
  const target = stabTarget(pair.request, pair.picks);
  const usual = pair.request.stab?.target ?? "nobody";
  const mend = usual === "nobody" || usual === target ? null : aims(pair, hand, usual);
  const name = called(pair.whole, target);
  if (target === "nobody") return usual === "nobody" ? null : grave("at_nobody", _("Your knife has no target."), mend);
  if (target === pair.whole.wizard) return grave("stabs_self", _("Your knife is aimed at you."), mend);
  if (FRIENDLY.has(side(pair, target)))
    return grave("stabs_friend", _("Your knife is aimed at {name}, your ally.", { name }), mend);
  if (!isMissed(pair, target)) return null;
  return light(
    "unseen",
    isBlind(pair)
      ? _("You’re blind, so your knife would miss {name}.", { name })
      : _("{name} is invisible, so your knife would miss.", { name }),
  );
}

// Monsters ------------------------------------------------------------------------------------------------------------

/** @type {(view: View, request: OrdersRequest, picks: Picks) => Warning[]} */
function attackWarnings(view, request, picks) {
  const first = attackers(request, picks).map((monster) => attack(view, request, picks, monster, ""));
  const second = secondAttackers(request, picks).map((monster) => attack(view, request, picks, monster, "second"));
  return [...first, ...second].filter(Boolean);
}

function attack(view, request, picks, { ref, target }, pair) {
  if (target === null) return null;
  const usual = request.stab?.target ?? "nobody";
  const label = _("Attack {name}", { name: called(request, usual) });
  const mend =
    usual === "nobody"
      ? null
      : { label, picks: inPair(picks, pair, (it) => ({ ...it, attack: { ...it.attack, [ref]: usual } })) };
  const names = { monster: ref.includes(":") ? called(request, ref) : ref, name: called(request, target) };
  if (target === request.wizard) return grave("attacks_friend", _("{monster} would attack you.", names), mend);
  if (FRIENDLY.has(sideOfRef(view, request, target)))
    return grave("attacks_friend", _("{monster} would attack {name}, your ally.", names), mend);
  return target === "nobody" ? light("idle_monster", _("{monster} attacks nobody.", names), mend) : null;
}
