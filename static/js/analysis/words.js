// The texts of an analysis. Pure apart from the language.

import { GESTURES, isGesture, listed, spoken } from "../lib/gestures.js";
import { factsOf } from "../lib/spell-facts.js";
import { _, ngettext } from "../lib/words.js";
import { percent } from "./curve.js";

/** Format a chance: "41 %". */
export const chanceText = (chance) => `${percent(chance)} %`;

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
          ? _("{hand}: {spell} at {target}", { hand: HAND[hand], target })
          : _("{hand}: {spell}", { hand: HAND[hand] }),
    })),
    ...leads.map(({ hand, spell, missing }) => ({
      spell,
      text: _("{hand}: on towards {spell} ({rest})", { hand: HAND[hand], rest: [...missing].join(" ") }),
    })),
    ...(stabs === null ? [] : [{ text: stabs ? _("stabs {target}", { target: stabs }) : _("stabs") }]),
  ];
  return told.length ? told : [{ text: _("completes nothing yet") }];
}

/** Return why the best orders were better than the given ones: a sentence `{text, spell}` per reason. */
export const reasonWords = (why) => why.flatMap((fact) => (REASONS[fact.kind] ? [REASONS[fact.kind](fact)] : []));

const REASONS = {
  unanswered: ({ spell, by, stopper }) => ({
    spell,
    text: stopper
      ? _("{by} could cast {spell}, which {stopper} would have stopped.", { by, stopper: nameOf(stopper) })
      : _("{by} could cast {spell}, and nothing stopped it.", { by }),
  }),
  struck: ({ by, stopper }) => ({
    text: stopper
      ? _("{by} could strike, which {stopper} would have stopped.", { by: listed(by), stopper: nameOf(stopper) })
      : _("{by} could strike, and nothing stopped it.", { by: listed(by) }),
  }),
  opened: ({ spell, by, more }) => ({
    spell,
    text: ngettext(
      "{by} wants {count} gesture more for {spell}, and no answer is left.",
      "{by} wants {count} gestures more for {spell}, and no answer is left.",
      more,
      { by },
    ),
  }),
  missed: ({ spell, hand }) => ({ spell, text: _("{hand}: the best casts {spell}.", { hand: HAND[hand] }) }),
  leads: ({ spell, hand, more }) => ({
    spell,
    text: ngettext(
      "{hand}: the best goes on towards {spell}, {count} gesture more.",
      "{hand}: the best goes on towards {spell}, {count} gestures more.",
      more,
      { hand: HAND[hand] },
    ),
  }),
  wasted: ({ spell, hand, by }) =>
    spell
      ? { spell, text: _("{hand}: {spell} was cast in vain: {by} was likely to stop it.", { hand: HAND[hand], by }) }
      : { text: _("{hand}: what it did led nowhere.", { hand: HAND[hand] }) },
  undone: ({ spell, hand, stopper }) => ({
    spell,
    text: _("{hand}: {spell} came to nothing beside {stopper}, cast in the same round.", {
      hand: HAND[hand],
      stopper: nameOf(stopper),
    }),
  }),
};
