// The texts of an analysis. Pure apart from the language.

import { GESTURES, isGesture, listed, spoken } from "../lib/gestures.js";
import { factsOf } from "../lib/spell-facts.js";
import { _, ngettext } from "../lib/words.js";
import { percent } from "./curve.js";

/** Format a chance: "41%". */
export const chanceText = (chance) => _("{number}%", { number: percent(chance) });

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

/** Return why the best orders were better than the given ones: a sentence `{text, spell}` per reason. */
export const reasonWords = (why) => why.flatMap((fact) => (REASONS[fact.kind] ? [REASONS[fact.kind](fact)] : []));

const REASONS = {
  unanswered: ({ spell, by, stopper }) => ({
    spell,
    text: stopper
      ? _("{by} was threatening {spell}. {stopper} would have stopped it.", { by, stopper: nameOf(stopper) })
      : _("{by} was threatening {spell}, and this move didn’t stop it.", { by }),
  }),
  struck: ({ by, stopper }) => ({
    text: stopper
      ? _("{by} could strike. {stopper} would have stopped it.", { by: listed(by), stopper: nameOf(stopper) })
      : _("{by} could strike, and this move didn’t stop it.", { by: listed(by) }),
  }),
  opened: ({ spell, by, more }) => ({
    spell,
    text: ngettext(
      "{by} needs {count} more gesture for {spell}, and there is no defense left.",
      "{by} needs {count} more gestures for {spell}, and there is no defense left.",
      more,
      { by },
    ),
  }),
  missed: ({ spell, hand }) => ({ spell, text: _("{hand}: the best move casts {spell}.", { hand: HAND[hand] }) }),
  leads: ({ spell, hand, more }) => ({
    spell,
    text: ngettext(
      "{hand}: the best move continues {spell}, {count} gesture to go.",
      "{hand}: the best move continues {spell}, {count} gestures to go.",
      more,
      { hand: HAND[hand] },
    ),
  }),
  wasted: ({ spell, hand, by }) =>
    spell
      ? { spell, text: _("{hand}: {by} was likely to stop {spell}.", { hand: HAND[hand], by }) }
      : { text: _("{hand}: this gesture led nowhere.", { hand: HAND[hand] }) },
  undone: ({ spell, hand, stopper }) => ({
    spell,
    text: _("{hand}: {stopper} in the same round cancels {spell}.", {
      hand: HAND[hand],
      stopper: nameOf(stopper),
    }),
  }),
};
