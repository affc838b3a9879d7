// The texts of an analysis. Pure apart from the language.

import { GESTURES, isGesture, listed, spoken } from "../lib/gestures.js";
import { factsOf } from "../lib/spell-facts.js";
import { _, ngettext } from "../lib/words.js";
import { forecastPercent } from "./curve.js";

/** Format a chance: "41%". */
export const chanceText = (chance) => _("{number}%", { number: forecastPercent(chance) });

export const nameOf = (spell) => factsOf(spell).name ?? spell;

/** Return orders as screen readers say them: "left hand P, palm; right hand nothing". */
export const spokenOrders = ({ left = "-", right = "-" }) =>
  _("left hand {left}; right hand {right}", { left: spoken(left), right: spoken(right) });

/** Return the icon and the letter of a gesture. */
export const signOf = (gesture) => {
  const known = isGesture(gesture) ? gesture : "-";
  return { icon: GESTURES[known].icon, letter: known === "-" ? "–" : known };
};

const HAND = {
  left: _("left hand"),
  right: _("right hand"),
  both: _("both hands"),
};

/** Return parts of a sentence, `{text, spell}`, with the spell as `{spell}` to be linked; without a spell `{text}`. */
export function purposeWords({ casts, stabs, leads }) {
  const told = [
    ...casts.map(({ hand, spell, target }) => ({
      spell,
      text:
        target && target !== "nobody"
          ? _("{hand}: {spell} on {target}", { hand: HAND[hand], target })
          : _("{hand}: {spell}", { hand: HAND[hand] }),
    })),
    ...leads.map(({ hand, spell, missing }) => ({
      spell,
      text: _("{hand}: building {spell} ({rest} to go)", { hand: HAND[hand], rest: [...missing].join(" ") }),
    })),
    ...(stabs === null ? [] : [{ text: stabs ? _("stabs {target}", { target: stabs }) : _("stabs") }]),
  ];
  return told.length ? told : [{ text: _("completes no spell yet") }];
}

/**
 * Return why the best orders were better than the given ones, `{text, spell}` per reason. What was likely before the
 * round and what happened in it are different sentences.
 */
export const reasonWords = (why) => why.flatMap((fact) => (REASONS[fact.kind] ? [REASONS[fact.kind](fact)] : []));

/** Join a forecast and, if it is known, what happened. */
const forecast = (text, came, happened, other) => (came === undefined ? text : `${text} ${came ? happened : other}`);

const REASONS = {
  incurable: ({ spell, cure }) => ({
    spell,
    text: cure
      ? _("After this move, no cure for {spell} can come in time. The best move leaves time for {cure}.", {
          cure: nameOf(cure),
        })
      : _("After this move, no cure for {spell} can come in time."),
  }),
  unanswered: ({ spell, by, stopper, share, came }) => ({
    spell,
    text: forecast(
      stopper
        ? _("{by} could cast {spell} ({share} likely), and {stopper} would stop it.", {
            by,
            share: chanceText(share),
            stopper: nameOf(stopper),
          })
        : _("{by} could cast {spell} ({share} likely), and this move didn’t stop it.", {
            by,
            share: chanceText(share),
          }),
      came,
      _("{by} did.", { by }),
      _("This time, {by} didn’t.", { by }),
    ),
  }),
  struck: ({ by, stopper, came }) => ({
    text: forecast(
      stopper
        ? _("{by} could attack, and {stopper} would stop it.", { by: listed(by), stopper: nameOf(stopper) })
        : _("{by} could attack, and this move didn’t stop it.", { by: listed(by) }),
      came,
      _("The attack hit."),
      _("This time, no attack hit."),
    ),
  }),
  opened: ({ spell, by, share = 1, came }) => ({
    spell,
    text: forecast(
      _("If {by} continued {spell} ({share} likely), no defence would come in time.", {
        by,
        share: chanceText(share),
      }),
      came,
      _("That is what happened."),
      _("This time, it didn’t happen."),
    ),
  }),
  missed: ({ spell, hand, cures }) => ({
    spell,
    text: cures
      ? _("{hand}: the best move casts {spell}, which cures {sickness}.", { hand: HAND[hand], sickness: nameOf(cures) })
      : _("{hand}: the best move casts {spell}.", { hand: HAND[hand] }),
  }),
  aimed: ({ spell, hand, target }) => ({
    spell,
    text: _("{hand}: the best move aims {spell} at {target}.", { hand: HAND[hand], target }),
  }),
  leads: ({ spell, hand, more }) => ({
    spell,
    text: ngettext(
      "{hand}: the best move works towards {spell}, {count} gesture to go.",
      "{hand}: the best move works towards {spell}, {count} gestures to go.",
      more,
      { hand: HAND[hand] },
    ),
  }),
  wasted: ({ spell, hand, by, share = 1, came, idle }) =>
    spell
      ? {
          spell,
          text: forecast(
            _("{hand}: {by} could stop {spell} ({share} likely).", { hand: HAND[hand], by, share: chanceText(share) }),
            came,
            _("The spell was stopped."),
            _("This time, it got through."),
          ),
        }
      : {
          text: idle
            ? _("{hand}: it made no gesture.", { hand: HAND[hand] })
            : _("{hand}: this gesture led nowhere.", { hand: HAND[hand] }),
        },
  undone: ({ spell, hand, stopper }) => ({
    spell,
    text: _("{hand}: {stopper} in the same round makes {spell} pointless.", {
      hand: HAND[hand],
      stopper: nameOf(stopper),
    }),
  }),
};

/** Return the verdict on a wizard who made no mistake, but lost a little ground on many moves. */
export function verdictWords(verdict) {
  const { kind, by } = verdict;
  if (kind === "idle") return _("{wizard} made no gesture {count} out of {of} times.", verdict);
  if (kind === "harmless")
    return _("{wizard} never put pressure on {foe}: nothing they did caused any damage.", verdict);
  return (LOSSES[by] ?? LOSSES[""])(verdict);
}

const unanswered = (verdict) =>
  _("{wizard} lost a little ground on {count} of {of} moves, mostly by leaving threats unanswered.", verdict);

const LOSSES = {
  incurable: unanswered,
  unanswered,
  opened: unanswered,
  struck: (verdict) =>
    _("{wizard} lost a little ground on {count} of {of} moves, mostly by not stopping monsters.", verdict),
  aimed: (verdict) =>
    _("{wizard} lost a little ground on {count} of {of} moves, mostly with spells at the wrong target.", verdict),
  missed: (verdict) =>
    _("{wizard} lost a little ground on {count} of {of} moves, mostly by not casting a spell that was ready.", verdict),
  leads: (verdict) =>
    _("{wizard} lost a little ground on {count} of {of} moves, mostly by not working towards the best spell.", verdict),
  wasted: (verdict) =>
    _(
      "{wizard} lost a little ground on {count} of {of} moves, mostly with spells that were likely to be stopped.",
      verdict,
    ),
  idle: (verdict) =>
    _("{wizard} lost a little ground on {count} of {of} moves, mostly with gestures that led nowhere.", verdict),
  undone: (verdict) =>
    _(
      "{wizard} lost a little ground on {count} of {of} moves, mostly with spells that made each other pointless.",
      verdict,
    ),
  "": (verdict) => _("{wizard} lost a little ground on {count} of {of} moves.", verdict),
};
