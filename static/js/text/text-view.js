// A duel as lines of text, for the text mode. Pure.

import { DEPARTURES, departures } from "../board/circle.js";
import { hasReason } from "../board/event-icons.js";
import { trail } from "../board/gesture-notes.js";
import { markOf } from "../board/house.js";
import { GESTURES, HANDS, isGesture, listed, titled } from "../lib/gestures.js";
import { within } from "../lib/names.js";
import { _, ngettext, numeral } from "../lib/words.js";
import { called } from "../orders/beings.js";
import { castings, gestureOf } from "../orders/castings.js";
import { answerOf, attackers, choiceOf, missing, summary } from "../orders/orders.js";
import { pairsOf } from "../orders/pairs.js";
import { warningsOf } from "../orders/warnings.js";

/** Return a text with a full stop, unless it has an end of its own. */
export const sentence = (text) => (/[.…!?]$/.test(text) ? text : `${text}.`);

/** Return a line for each wizard, and for each monster without an owner. */
export const standing = (view) => [
  ...view.wizards.map((wizard) => wizardLine(view, wizard)),
  ...view.monsters.filter(({ owner, alive }) => owner === null && alive).map((monster) => monsterText(monster)),
];

function wizardLine(view, { name, hp, max_hp: most, alive, surrendered, effects, banked }) {
  const own = view.monsters.filter((monster) => monster.owner === name && monster.alive);
  const parts = [
    _("{name}: {hp} of {most} hit points", { name, hp: numeral(hp), most }),
    ...(markOf(name) ? [markOf(name)] : []),
    ...(alive ? [] : [_("dead")]),
    ...(surrendered ? [DEPARTURES[departures(view)[name]]?.told() ?? _("surrendered")] : []),
    ...Object.entries(effects).map(([slug, rounds]) => effectText(slug, rounds)),
    ...(banked ? [banked === true ? _("has a stored spell") : _("stored: {spell}", { spell: titled(banked) })] : []),
    ...own.map(monsterText),
  ];
  return `${parts.join("; ")}.`;
}

function effectText(slug, rounds) {
  const effect = titled(slug);
  if (rounds === "permanent") return _("{effect}, permanent", { effect });
  return typeof rounds === "number" && rounds > 0
    ? ngettext("{effect} for {count} round", "{effect} for {count} rounds", rounds, { effect })
    : effect;
}

function monsterText({ name, kind, hp, max_hp: most, target }) {
  const about = { name, kind: within(titled(kind)), hp, most, target };
  return target
    ? _("{name}, {kind}, {hp} of {most}, attacks {target}", about)
    : _("{name}, {kind}, {hp} of {most}", about);
}

/** Return the recent gestures of every hand since its last fresh start, the newest last. */
export const hands = (view) =>
  view.wizards.flatMap(({ name }) => HANDS.map((hand) => trailLine(name, hand, trail(view, name, hand).slice(-8))));

const HAND_LINES = {
  left: (about) => _("{name}, left hand: {gestures}", about),
  right: (about) => _("{name}, right hand: {gestures}", about),
};

const trailLine = (name, hand, made) =>
  HAND_LINES[hand]({ name, gestures: made.length ? made.map(letterText).join(" ") : _("nothing yet") });

const letterText = (letter) =>
  isGesture(letter) ? (/[A-Z]/.test(letter) ? letter : GESTURES[letter].name) : _("unseen");

/** Return the events of a round, each with the source of its rule if `withRules`. */
export const roundLines = (round, { withRules = false } = {}) => [
  _("Round {number}.", { number: round.number }),
  ...round.events.map((event) =>
    withRules && hasReason(event)
      ? _("{event} (Rule: {source})", { event: event.text, source: event.rule.source })
      : event.text,
  ),
];

/** Return the picks, the spells they complete, what is missing, and the warnings. */
export function picksLines(view, request, picks) {
  const named = (ref) => called(request, ref);
  const wanted = missing(request, picks).map(({ pair, hand }) => wantedText(pair, hand));
  const attacks = attackers(request, picks).map(({ ref, target }) =>
    target === null
      ? _("{monster} attacks a random target", { monster: named(ref) })
      : _("{monster} attacks {victim}", { monster: named(ref), victim: named(target) }),
  );
  return [
    wanted.length ? _("Still to choose: {hands}.", { hands: listed(wanted) }) : `${summary(request, picks, named)}.`,
    ...(wanted.length ? pairsOf(request, picks).flatMap(completedLines) : []),
    ...(attacks.length ? [`${attacks.join("; ")}.`] : []),
    ...warningsOf(view, request, picks).map(({ text }) => _("Warning: {warning}", { warning: text })),
  ];
}

function completedLines({ request, picks }) {
  const made = HANDS.filter((hand) => gestureOf(request, picks, hand)).map(
    (hand) => GESTURES[gestureOf(request, picks, hand)].name,
  );
  const cast = castings(request, picks).map(({ spell }) => spell.name);
  return made.length && cast.length
    ? [_("{gestures} completes {spells}.", { gestures: listed(made), spells: listed(cast) })]
    : [];
}

const WANTED = { left: () => _("left hand"), right: () => _("right hand") };
const WANTED_SECOND = {
  left: () => _("left hand of the second pair"),
  right: () => _("right hand of the second pair"),
};

const wantedText = (pair, hand) => (pair ? WANTED_SECOND : WANTED)[hand]();

/** Return the questions, each with its numbered answers and the current one. */
export const questionLines = (questions, answers) =>
  questions.flatMap((question, at) => [
    _("Question {number}: {text}", { number: at + 1, text: question.text }),
    ...(question.kind === "direct"
      ? directLines(question, answers)
      : (question.labels ?? []).map((label, choice) => choiceLine(label, choice, choiceOf(question, answers)))),
  ]);

const choiceLine = (label, at, chosen) =>
  at === chosen ? _("{number}: {label} (selected)", { number: at + 1, label }) : `${at + 1}: ${label}`;

function directLines(question, answers) {
  const { hand, gesture } = answerOf(question, answers) ?? {};
  const selected = hand && gesture ? [_("Selected: {hand} {gesture}.", { hand, gesture })] : [];
  return [_("Answer with a hand and a gesture, as in “answer {number} left P”.", { number: 1 }), ...selected];
}

/** Return what others may complete in this round. */
export function threatLines({ threats = [] }) {
  if (!threats.length) return [_("No visible threats this round.")];
  return threats.map(({ by, attack, name, hand, gesture }) => {
    if (attack) return _("{by} attacks for {points} damage.", { by, points: attack });
    return hand === "both"
      ? _("{by} could complete {spell} with both hands: {gesture}.", { by, spell: name, gesture })
      : _("{by} could complete {spell} with one hand: {gesture}.", { by, spell: name, gesture });
  });
}

/** Return the spells of the book whose gestures or name contain `words`. */
export function spellLines(spellFacts, words) {
  const said = words.trim().toLowerCase();
  const found = Object.entries(spellFacts).filter(([slug, { gestures }]) => {
    const typed = words.replaceAll(" ", "").toUpperCase();
    return (
      !said ||
      titled(slug).toLowerCase().includes(said) ||
      gestures.some((pattern) => pattern.toUpperCase().includes(typed))
    );
  });
  if (!found.length) return [_("No spells match.")];
  return found.map(([slug, { gestures }]) =>
    _("{gestures}: {spell}", {
      gestures: gestures.map((pattern) => [...pattern].join(" ")).join(_(" or ")),
      spell: titled(slug),
    }),
  );
}

/** Return the help. */
export const helpLines = () => [
  _("S W: snap with the left hand, wave with the right. Gestures: C D F P S W, > to stab, - for nothing."),
  _("left P; right > at Merlin; both at Merlin: set one hand or its target."),
  _("cast left shield: choose the spell if the gestures complete several."),
  _(
    "Grub attacks Merlin: choose a monster’s target. Put “second” before any of these for the second gestures of a hasted wizard.",
  ),
  _("bank left, keep left, release: choose the spell for Delayed Effect or Permanency, or release a stored spell."),
  _("orders: show your choices. seal: seal them. back: take them back. undo, redo, clear."),
  _("questions: list open questions. answer 1 2: give the second answer to the first question."),
  _(
    "status: show all wizards. hands: their gestures. threats: possible threats. history: recent rounds. round 3: that round, with its rules.",
  ),
  _("spells SW: search spells by gestures or name. say TEXT: send a message with your orders. talk TEXT: send it now."),
  _("give up: leave the duel."),
];
