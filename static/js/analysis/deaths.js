// Why a wizard died, as sentences: since when the cause was under way, and what would have stopped it until when. Pure
// apart from the language.

import { listed, titled } from "../lib/gestures.js";
import { _, language, ngettext } from "../lib/words.js";

/** Sources of damage and spells named at most. */
const MOST_BLOWS = 3;
const MOST_SPELLS = 4;
/** Monsters named at most. */
const MOST_MONSTERS = 3;

/** Return the sentences about a death, each `{text, round}`; with a `round`, `{round}` in the text is to be linked. */
export function deathWords(death) {
  const told = death.blows
    ? byWounds(death)
    : death.cures
      ? bySickness(death)
      : death.cast
        ? bySpell(death)
        : [gaveUp(death)];
  return told.filter(Boolean).map((one) => (typeof one === "string" ? { text: one } : one));
}

const gaveUp = ({ wizard, round }) => _("{wizard} gave up in round {round} and died.", { wizard, round });

const bySickness = (death) => [
  death.died ? killed(death) : _("{wizard} surrendered in round {round} while dying of {spell}.", namesOf(death)),
  begun(death),
  stoppers(death),
  cured(death),
  ...death.tried.map((one) => tried(death, one)),
  chance(death),
];

const bySpell = (death) => [killed(death), begun(death), stoppers(death), broken(death), chance(death)];

const namesOf = ({ wizard, round, cause, by, begun: since, cast, mirror }) => ({
  wizard,
  round,
  spell: titled(cause),
  by,
  since,
  cast,
  mirror,
});

const killed = (death) => _("{spell} killed {wizard} in round {round}.", namesOf(death));

function begun(death) {
  const names = namesOf(death);
  if (!death.by) return "";
  if (death.mirror && death.begun)
    return _("{by} began it in round {since} and cast it in round {cast}, but {mirror}’s mirror reflected it.", names);
  if (death.mirror) return _("{by} cast it in round {cast}, but {mirror}’s mirror reflected it.", names);
  if (!death.begun) return _("{by} cast it in round {cast}.", names);
  return death.cast === death.round
    ? _("{by} began it in round {since}.", names)
    : _("{by} began it in round {since} and cast it in round {cast}.", names);
}

function stoppers({ by, wizard, cast, stoppers: found, reach }) {
  if (by === wizard || !found.length) return "";
  const within = found.filter((spell) => reach.includes(spell));
  return within.length
    ? _("{spells} in round {cast} would have stopped it, and {wizard} could have cast it.", {
        spells: anyOf(within),
        cast,
        wizard,
      })
    : _("{spells} in round {cast} would have stopped it.", { spells: anyOf(found), cast });
}

const cured = ({ cures, died, round }) =>
  died
    ? _("{spells} could have cured it up to round {round}.", { spells: anyOf(cures), round })
    : _("{spells} could have cured it.", { spells: anyOf(cures) });

const broken = ({ breakers, begun: since, cast }) =>
  since && since < cast && breakers.length
    ? _("{spells} could have interrupted it up to round {last}.", { spells: anyOf(breakers), last: cast - 1 })
    : "";

function tried({ wizard }, { spell, round, stopper }) {
  const names = { wizard, spell: titled(spell), number: round, stopper: titled(stopper) };
  return stopper
    ? _("{wizard} cast {spell} in round {number}, but {stopper} stopped it.", names)
    : _("{wizard} cast {spell} in round {number}, but it failed.", names);
}

function chance({ wizard, died, round, chance: last }) {
  if (!last) return "";
  const names = { wizard, spell: titled(last.spell), missing: [...last.missing].join(" ") };
  return !died && last.round === round
    ? _("A cure could still have come in time: {spell} lacked only {missing}.", names)
    : {
        text: _("The last chance was round {round}: {wizard} needed {missing} for {spell}.", names),
        round: last.round,
      };
}

// Damage -------------------------------------------------------------------------------------------------------------

const byWounds = (death) => [
  _("Damage killed {wizard} in round {round}.", death),
  sources(death),
  answer(death),
  rescue(death),
];

function sources({ wizard, blows }) {
  const named = blows.slice(0, MOST_BLOWS).map((blow) => blowText(blow, wizard));
  const count = blows.slice(MOST_BLOWS).reduce((sum, { points }) => sum + points, 0);
  const others = count ? [ngettext("{count} other point", "{count} other points", count)] : [];
  return _("The damage: {blows}.", { blows: listed([...named, ...others]) });
}

/** "8 points from Humor’s Gog and Yag between rounds 3 and 9" */
function blowText(blow, wizard) {
  const points = ngettext("{count} point", "{count} points", blow.points);
  const [first, last] = [Math.min(...blow.rounds), Math.max(...blow.rounds)];
  const names = { points, source: sourceOf(blow, wizard), first, last };
  if (first === last) return _("{points} from {source} in round {first}", names);
  return blow.rounds.length === 2
    ? _("{points} from {source} in rounds {first} and {last}", names)
    : _("{points} from {source} between rounds {first} and {last}", names);
}

function sourceOf({ cause, by, mirror, monsters }, wizard) {
  if (monsters.length)
    return monsters.length > MOST_MONSTERS
      ? _("{by}’s {count} monsters", { count: monsters.length, by })
      : monsters[0] === by
        ? by
        : _("{owner}’s {monster}", { owner: by, monster: listed(monsters) });
  if (cause === "stab") return _("stabs by {by}", { by });
  if (by !== wizard) return titled(cause);
  return mirror
    ? _("{by}’s own {spell} (reflected by {mirror}’s mirror)", { by, spell: titled(cause), mirror })
    : _("{by}’s own {spell}", { by, spell: titled(cause) });
}

/** The simplest answers to the largest source. */
const answer = ({ blows: [largest], wizard }) =>
  largest?.stoppers.length && largest.by !== wizard
    ? _("{spells} in the same round would have stopped {source}.", {
        spells: anyOf(largest.stoppers.slice(0, 2)),
        source: sourceOf(largest, wizard),
      })
    : "";

function rescue({ wizard, round, until, reach }) {
  if (!until) return "";
  const names = { wizard, spells: anyOf(reach) };
  return { text: rescueText(until === round, names, reach.length), round: until };
}

function rescueText(isLast, names, isSpell) {
  if (!isSpell)
    return isLast
      ? _("In round {round}, {wizard} would have survived by doing nothing.", names)
      : _("All else being equal, {wizard} would have survived by doing nothing in round {round}.", names);
  return isLast
    ? _("In round {round}, {wizard} could have survived with {spells}.", names)
    : _("The last chance was round {round}: all else being equal, {wizard} would have survived with {spells}.", names);
}

// Lists --------------------------------------------------------------------------------------------------------------

let lists = null; // created on first use, because that is slow

/** Join the names of a few spells: "Counter-spell, Magic Mirror or Dispel Magic". */
function anyOf(spells) {
  lists ??= new Intl.ListFormat(language === "en" ? "en-GB" : language, { type: "disjunction" });
  return lists.format(spells.slice(0, MOST_SPELLS).map(titled));
}
