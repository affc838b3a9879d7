// @ts-check
// Spells that hands may complete in the next rounds, and defences against them, from `ahead` and the facts of spells.
// Pure.
//
// A completion is `{by, hand, at, spell, missing, worth, answers, late}`: `at` is 0 for this round, `missing` the
// gestures still needed (a small letter: both hands); `answers` and `late` are the viewer's own spells that stop it in
// time or come a round too late, as `{spell, on, ways}`: `on` is the wizard to aim at, null if any aim will do, and a way
// is `{hand, missing}`. `guards` are those that do not stop a summoned monster, but its attack in the same round.

import { HANDS, titled } from "../lib/gestures.js";
import { _ } from "../lib/words.js";

/** @import { Ahead, Duel } from "../types.d.ts" */

export const AHEAD = 3;

/**
 * Return `ahead` of the orders that are being asked for, or a spectator's.
 * @type {(duel: Pick<Duel, "request" | "ahead">) => Ahead | null}
 */
export const aheadOf = ({ request, ahead }) => request?.ahead ?? ahead ?? null;

/**
 * Results by `ahead`, which never changes, because the board and the line are rendered at each pick.
 * @type {WeakMap<Ahead, { me: string | null, spellFacts: object, found: any[] }>}
 */
const known = new WeakMap();

/**
 * Return what each wizard may complete: `{name, isOwn, whole, hands, danger, counts}`, most dangerous first, the
 * viewer last.
 */
export function completionsOf(ahead, me, spellFacts) {
  const before = known.get(ahead);
  if (before?.me === me && before.spellFacts === spellFacts) return before.found;
  const found = completionsIn(ahead, me, spellFacts);
  known.set(ahead, { me, spellFacts, found });
  return found;
}

function completionsIn(ahead, me, spellFacts) {
  const wizards = Object.entries(ahead.wizards).map(([name, known]) => {
    const completions = soonest(withBoth(HANDS.flatMap((hand) => begun(known[hand], name, hand, spellFacts)))).map(
      (completion) => answered(completion, ahead, me, spellFacts),
    );
    return {
      name,
      isOwn: name === me,
      whole: known.whole,
      hands: byHand(completions),
      danger: dangerOf(completions),
      counts: countsOf(completions),
    };
  });
  return wizards.toSorted((one, other) =>
    one.isOwn !== other.isOwn ? Number(one.isOwn) - Number(other.isOwn) : other.danger - one.danger,
  );
}

/**
 * Return the spells that a hand has begun, and those that two pairs of one round complete from scratch. Other new
 * spells are left out, because any hand can always start one.
 */
function begun(rounds, by, hand, spellFacts) {
  return rounds.flatMap((table, at) =>
    Object.entries(table).flatMap(([missing, spells]) =>
      spells
        .filter((spell) => isBegun(spell, missing, spellFacts) || isSudden(missing, at))
        .map((spell) => ({ by, hand, at, spell, missing, worth: spellFacts[spell]?.worth ?? 0 })),
    ),
  );
}

const isBegun = (spell, missing, spellFacts) => !spellFacts[spell]?.gestures.includes(missing);

const isSudden = (missing, at) => at === 0 && missing.length > 1;

/** Merge completions that take both hands into one. */
function withBoth(completions) {
  const isPaired = (completion) =>
    /[a-z]$/.test(completion.missing) &&
    completions.some(
      (other) => other !== completion && other.spell === completion.spell && other.missing === completion.missing,
    );
  return completions
    .filter((completion) => !isPaired(completion) || completion.hand === "left")
    .map((completion) => (isPaired(completion) ? { ...completion, hand: "both" } : completion));
}

/** Keep each spell of a hand once, at the earliest round. */
const soonest = (completions) =>
  completions.filter(
    ({ hand, spell, at }) =>
      !completions.some((other) => other.hand === hand && other.spell === spell && other.at < at),
  );

/** Return the completions of each hand, a list per round, most valuable first. */
function byHand(completions) {
  const ofRound = (hand, at) =>
    completions
      .filter((completion) => completion.hand === hand && completion.at === at)
      .toSorted((one, other) => other.worth - one.worth);
  return [...HANDS, "both"]
    .map((hand) => ({ hand, rounds: Array.from({ length: AHEAD }, (_round, at) => ofRound(hand, at)) }))
    .filter(({ rounds, hand }) => hand !== "both" || rounds.some((round) => round.length));
}

const PATIENCE = 0.5;

const dangerOf = (completions) => Math.max(0, ...completions.map(({ worth, at }) => worth * PATIENCE ** at));

const countsOf = (completions) =>
  Array.from({ length: AHEAD }, (_round, at) => completions.filter((completion) => completion.at === at).length);

/** Add the viewer's own defences to a completion. */
function answered(completion, ahead, me, spellFacts) {
  const own = ahead.wizards[me];
  if (!own || completion.by === me) return { ...completion, answers: [], late: [], guards: [] };
  const inTime = ahead.wizards[completion.by].stops[completion.at]?.[completion.spell] ?? [];
  const subject = spellFacts[completion.spell]?.default === "self" ? completion.by : me;
  const answers = inTime.map((spell) => ({
    spell,
    on: spellFacts[spell]?.role === "dispel" ? null : subject,
    ways: waysTo(spell, own, completion.at, spellFacts),
  }));
  const late = (spellFacts[completion.spell]?.stopped_by ?? [])
    .filter((spell) => !inTime.includes(spell))
    .map((spell) => ({ spell, ways: waysIn(spell, own, completion.at + 1) }));
  return {
    ...completion,
    answers: shortest(answers, spellFacts),
    late: shortest(
      late.filter(({ ways }) => ways.length),
      spellFacts,
    ),
    guards:
      completion.at === 0 && isMonster(spellFacts[completion.spell]?.makes)
        ? guardsAgainst("monster", ahead, me, spellFacts).filter(({ spell }) => !isForMonsters(spellFacts[spell]))
        : [],
  };
}

/**
 * Return whether a spell stops the attack of a monster only if it is aimed at the monster.
 * @type {(facts?: any) => boolean}
 */
export const isForMonsters = ({ mind, claims, default: usual } = {}) => Boolean(mind || claims) || usual === "opponent";

const isMonster = (makes) => Boolean(makes) && !makes.endsWith("elemental");

/** Return the viewer's spells that stop this kind of attack, as `{spell, ways}`. */
const guardsAgainst = (kind, { wizards, attacks }, me, spellFacts) =>
  shortest(
    (attacks[kind] ?? attacks.monster ?? []).map((spell) => ({
      spell,
      ways: wizards[me] ? waysTo(spell, wizards[me], 0, spellFacts) : [],
    })),
    spellFacts,
  );

/** Sort by fewest missing gestures, on a tie protection spells first. */
function shortest(answers, spellFacts) {
  const rank = ({ spell, ways }) =>
    Math.min(9, ...ways.map(({ missing }) => missing.length)) + (spellFacts[spell]?.class === "protection" ? 0 : 0.5);
  return answers.toSorted((one, other) => rank(one) - rank(other));
}

/** Return the ways in which the viewer's hands can complete a spell in exactly this round. */
const waysIn = (spell, own, at) =>
  HANDS.flatMap((hand) =>
    Object.entries(own[hand][at] ?? {})
      .filter(([, spells]) => spells.includes(spell))
      .map(([missing]) => ({ hand, missing })),
  );

/** Return the same, plus spells short enough to be started later. */
function waysTo(spell, own, at, spellFacts) {
  const sooner = Array.from({ length: at }, (_round, before) => waysIn(spell, own, before)).flat();
  const ways = [...waysIn(spell, own, at), ...sooner.filter(({ missing }) => !isBegun(spell, missing, spellFacts))];
  return HANDS.flatMap((hand) =>
    ways
      .filter((way) => way.hand === hand)
      .toSorted((one, other) => one.missing.length - other.missing.length)
      .slice(0, 1),
  );
}

/**
 * Return the attacks of monsters on the viewer, strongest first, with the viewer's spells that stop them: `{by, kind,
 * attack, answers}`.
 */
export function attacksOf({ threats = [] } = {}, ahead, me, spellFacts) {
  return threats
    .filter(({ attack }) => attack)
    .map((threat) => ({ ...threat, answers: guardsAgainst(threat.kind, ahead, me, spellFacts) }))
    .toSorted((one, other) => other.attack - one.attack);
}

/** Name the hands that can complete a spell: "either" if both can do so in the same way. */
export const handsOf = (ways) => {
  if (ways.length > 1 && ways[0].missing === ways[1].missing) return [{ hand: "either", missing: ways[0].missing }];
  return ways;
};

/**
 * Return the ways to cast an answer with one gesture, as `{hand, missing, spell, on, isUsual}`. `isUsual`: the gesture
 * casts it without a choice; if it does so with one hand only, the other is left out.
 */
export function simpleWays({ spell, on = null, ways }, request) {
  const simple = ways.filter(({ missing }) => missing.length === 1);
  const usual = simple.filter((way) => isUsual(spell, way, request));
  return handsOf(usual.length ? usual : simple).map((way) => ({ ...way, spell, on, isUsual: usual.length > 0 }));
}

/** Return whether a gesture casts this spell unless the player chooses another. */
function isUsual(spell, { hand, missing }, request) {
  const gesture = missing.toUpperCase();
  const [first] = request?.completes?.[gesture === missing ? hand : "both"]?.[gesture] ?? [];
  return !first || first.spell === spell;
}

/**
 * Return "Choose Shield instead of Amnesia to stop it." if a picked gesture could also cast one of the answers; "": none
 * could.
 */
export function choiceText(answers, casts) {
  const choice = choiceOf(answers, casts);
  return choice ? _("Choose {spell} instead of {other} to stop it.", choice) : "";
}

/** Return the names of one of the answers and of the `other` spell that a picked gesture casts instead, or undefined. */
export function choiceOf(answers, casts) {
  const isAnswer = ({ spell }) => answers.some((answer) => answer.spell === spell);
  const other = casts.find(({ spell, options }) => !isAnswer(spell) && options.some(isAnswer));
  return other && { spell: titled(other.options.find(isAnswer).spell), other: titled(other.spell.spell) };
}

/** Return whether one of the picked spells, as `{spell, target}`, stops a completion of this round. */
export const isMet = ({ at, answers }, casts) =>
  at === 0 &&
  answers.some(({ spell, on }) => casts.some((cast) => cast.spell === spell && (on === null || cast.target === on)));
