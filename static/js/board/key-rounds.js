// Key rounds of a duel: those with the greatest changes, the event behind each, and the turning point. Pure.

const ENOUGH = 5;
const MOST = 6;

/** The value of a new effect, in hit points. */
const EFFECTS = {
  disease: 7,
  poison: 7,
  blindness: 4,
  time_stop: 4,
  haste: 3,
  invisibility: 3,
  anti_spell: 3,
  paralysis: 3,
  charm_person: 3,
};

/** The value of a spell that did not work, in hit points. */
const SPELLS = {
  finger_of_death: 9,
  fireball: 6,
  disease: 7,
  poison: 7,
  lightning_bolt: 6,
  clap_of_lightning: 6,
  blindness: 4,
  summon_giant: 5,
  summon_troll: 4,
  summon_ogre: 3,
};

const spellWorth = ({ spell }) => SPELLS[spell] ?? 1;

const WORTH = {
  damage: ({ points }) => points,
  hurt: ({ points }) => points,
  cured: ({ points }) => points / 2,
  dies: ({ wizard }) => (wizard ? 10 : 2),
  surrenders: () => 6,
  raised: () => 6,
  appears: () => 3,
  charmed: () => 4,
  destroyed: () => 2,
  doomed: () => 4,
  reflected: (event) => 1 + spellWorth(event),
  fails: (event) =>
    event.why === "countered" || event.why === "dispelled" || event.why === "mirrors" ? spellWorth(event) : 0,
  begins: ({ effect }) => EFFECTS[effect] ?? 1,
};

const worthOf = (event) => WORTH[event.type]?.(event) ?? 0;

/** The approximate total change of a round, in hit points. */
export const swingOf = ({ events }) => events.reduce((sum, event) => sum + worthOf(event), 0);

/** The event with the greatest change, on a tie the last. */
const headlineOf = ({ events }) =>
  events.reduce((best, event) => (worthOf(event) >= worthOf(best) ? event : best), events[0]);

/**
 * Return the key rounds in their order: `[{ number, swing, text, type }]`; in a long duel only those with the greatest
 * changes.
 */
export function keyRounds(rounds) {
  const points = rounds.map(pointOf);
  const least = Math.max(ENOUGH, 0.4 * Math.max(0, ...points.map(({ swing }) => swing)));
  const found = points.filter(({ swing }) => swing >= least).toSorted((one, other) => other.swing - one.swing);
  return found.slice(0, MOST).toSorted((one, other) => one.number - other.number);
}

/** Return the key rounds with the turning point that an analysis found, which may be a round without a great change. */
export function withTurn(points, rounds, turned) {
  const round = rounds.find(({ number }) => number === turned);
  if (!round) return points;
  const others = points.filter(({ number }) => number !== turned);
  return [...others, { ...pointOf(round), isTurn: true }].toSorted((one, other) => one.number - other.number);
}

const pointOf = (round) => ({ number: round.number, swing: swingOf(round), ...told(headlineOf(round), round) });

const told = (event, round) => ({ text: event ? textOf(event, round) : "", type: event?.type ?? "" });

const FALLS = new Set(["dies", "surrenders"]);

/** The sentence of an event; all wizards who fall in the same way are named. */
function textOf({ type, wizard, text }, { events }) {
  if (!wizard || !FALLS.has(type)) return text;
  return events
    .filter((event) => event.type === type && event.wizard)
    .map((event) => event.text)
    .join(" ");
}
