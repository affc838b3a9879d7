// What hands can do: the letter of the record, the name that players read, the drawing in icons.svg.

export const HANDS = ["left", "right"];

export const GESTURES = {
  C: { name: "clap", icon: "gesture-c" },
  D: { name: "digit", icon: "gesture-d" },
  F: { name: "fingers", icon: "gesture-f" },
  P: { name: "palm", icon: "gesture-p" },
  S: { name: "snap", icon: "gesture-s" },
  W: { name: "wave", icon: "gesture-w" },
  ">": { name: "stab", icon: "gesture-stab" },
  "-": { name: "nothing", icon: "gesture-nothing" },
};

export const isGesture = (letter) => Object.hasOwn(GESTURES, letter);

/** "P, palm"; what a screen reader says of a gesture. */
export function spoken(letter) {
  if (!isGesture(letter)) return "hidden";
  return /[A-Z]/.test(letter) ? `${letter}, ${GESTURES[letter].name}` : GESTURES[letter].name;
}

const SPELLINGS = { anti_spell: "Anti-spell", counter_spell: "Counter-spell", delay_effect: "Delayed Effect" };

/** "Resist Heat" for `resist_heat`, as the engine's prose spells it. */
export const titled = (slug) =>
  SPELLINGS[slug] ?? slug.replaceAll("_", " ").replace(/(^| )(?!of )[a-z]/g, (letter) => letter.toUpperCase());

/** Names as they stand in a sentence: "Bung, Froodal and Lento". */
export const listed = (names) => (names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names.join(""));
