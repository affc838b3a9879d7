// The kind of an event, and the icon next to its sentence. Pure.

import { DEPARTURES } from "./circle.js";

/** Return whether an event links to its rule; gestures and talk explain themselves. */
export const hasReason = ({ type, rule }) => Boolean(rule) && type !== "gestures" && type !== "says";

const KINDS = {
  spell: ["cast", "banked", "banks", "extended"],
  hit: ["damage", "hurt"],
  guard: ["shielded", "countering", "mirroring", "dispelling", "attack", "stab", "spared", "idle"],
  fails: ["misses", "fails", "reflected", "destroyed"],
  monster: ["appears", "merged", "charmed", "confused", "bound"],
  effect: ["begins", "ails", "doomed", "forced", "stops_time", "round_of", "rages"],
  heals: ["cured", "raised", "ends"],
  end: ["dies", "surrenders", "victory", "draw"],
  talk: ["says"],
};

const KIND_OF = Object.fromEntries(Object.entries(KINDS).flatMap(([kind, types]) => types.map((type) => [type, kind])));

/** Return one of the keys above, or "plain" for an event without a mark. */
export const kindOf = ({ type }) => KIND_OF[type] ?? "plain";

const DRAWN = {
  dies: "death",
  late: "clock",
  surrenders: "surrender",
  victory: "circle",
  draw: "circle",
  stab: "gesture-stab",
  mirroring: "magic_mirror",
  countering: "counter_spell",
  shielded: "shield",
};

/** Subjects of events that have their own drawing in the sprite. */
const OF_ITS_OWN = new Set(
  (
    "anti_spell amnesia blindness charm_monster charm_person confusion counter_spell delay_effect disease fear fire_elemental giant goblin haste " +
    "ice_elemental invisibility magic_mirror maladroitness ogre paralysis permanency poison protection resist_cold resist_heat shield time_stop troll"
  ).split(" "),
);

/** Return the name of the event's drawing in the sprite. */
export function iconOf(event) {
  if (event.type === "surrenders" && DEPARTURES[event.how]) return "clock";
  if (DRAWN[event.type]) return DRAWN[event.type];
  if (event.cause === "stab") return "gesture-stab";
  const about = [event.kind, event.effect, event.spell?.replace("summon_", "")].find((slug) => OF_ITS_OWN.has(slug));
  return ["monster", "effect", "spell", "plain"].includes(kindOf(event)) && about ? about : `told-${kindOf(event)}`;
}
