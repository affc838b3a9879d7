// A parser for the typed commands of the text mode. Pure.
//
// Examples: "S W" (both hands), "left wave at Merlin", "cast both fireball", "Grub attacks Merlin", "seal". All
// commands are in docs/text-mode.md.

import { GESTURES, HANDS } from "../lib/gestures.js";

const SPOKEN = {
  C: ["c", "clap"],
  D: ["d", "digit", "point"],
  F: ["f", "fingers", "wiggle"],
  P: ["p", "palm"],
  S: ["s", "snap"],
  W: ["w", "wave"],
  ">": [">", "stab", "knife"],
  "-": ["-", "–", "nothing", "rest", "none"],
};

const LETTERS = new Map(Object.entries(SPOKEN).flatMap(([letter, words]) => words.map((word) => [word, letter])));

const letterOf = (word = "") =>
  LETTERS.get(word.toLowerCase()) ??
  Object.keys(GESTURES).find((letter) => GESTURES[letter].name.toLowerCase() === word.toLowerCase());

const SLOTS = { left: "left", l: "left", right: "right", r: "right", both: "both", b: "both" };

const slotOf = (word = "") => SLOTS[word.toLowerCase()];

/** Commands without arguments, with their synonyms. */
const PLAIN = {
  seal: ["seal", "send", "end"],
  back: ["back", "take back", "unseal"],
  undo: ["undo"],
  redo: ["redo"],
  clear: ["clear"],
  orders: ["orders", "o"],
  status: ["status", "who"],
  hands: ["hands"],
  threats: ["threats", "t"],
  questions: ["questions", "q"],
  help: ["help", "?"],
  up: ["give up"],
  surely: ["give up yes"],
};

const VERBS = new Map(Object.entries(PLAIN).flatMap(([verb, words]) => words.map((word) => [word, verb])));

/** Commands whose argument is the rest of the line. */
const WITH_REST = {
  say: "say",
  talk: "talk",
  spells: "spells",
  spell: "spells",
  round: "round",
  history: "history",
  answer: "answer",
};

/** Parse a line into a command `{verb, …}`; an unknown one is `{verb: "unknown", text}`. */
export function parse(line) {
  const text = line.trim().replace(/\s+/g, " ");
  const plain = VERBS.get(text.toLowerCase());
  if (plain) return { verb: plain };
  const [first, ...rest] = text.split(" ");
  const verb = WITH_REST[first.toLowerCase()];
  if (verb) return { verb, rest: rest.join(" ") };
  return order(text) ?? { verb: "unknown", text };
}

/** Parse a command about orders; "second" at the beginning refers to the second pair. */
function order(text) {
  const [first, ...rest] = text.split(" ");
  if (/^(second|2)$/i.test(first)) return inPair(order(rest.join(" ")));
  return [pairOf, handOf, castOf, attackOf, windowOf].reduce((found, read) => found ?? read(text), null);
}

const inPair = (command) => (command && "pair" in command ? { ...command, pair: "second" } : null);

/** "S W", "sw", "snap/wave", "left snap; right wave" */
function pairOf(text) {
  const named = /^l(?:eft)? (\S+?)[,;]? (?:and )?r(?:ight)? (\S+)$/i.exec(text);
  const words = named?.slice(1) ?? (/^[a-z>–-]{2}$/i.test(text) ? [...text] : text.split(/ ?[ /] ?/));
  const [left, right] = words.map(letterOf);
  return words.length === 2 && left && right ? { verb: "gestures", pair: "", left, right } : null;
}

/** "left S", "right > at Merlin", "both at Merlin" */
function handOf(text) {
  const [, hand, what, whom] = /^(\S+)(?: (?!at )(\S+))?(?: at (.+))?$/i.exec(text) ?? [];
  const slot = slotOf(hand);
  const letter = letterOf(what);
  if (!slot || (what && (!letter || !HANDS.includes(slot))) || (!what && !whom)) return null;
  return { verb: "hand", pair: "", hand: slot, ...(letter ? { letter } : {}), ...(whom ? { whom } : {}) };
}

/** "cast left Shield" */
function castOf(text) {
  const [, hand, spell] = /^cast (\S+) (.+)$/i.exec(text) ?? [];
  return slotOf(hand) ? { verb: "cast", pair: "", hand: slotOf(hand), spell } : null;
}

/** "Grub attacks Merlin", "attack Grub Merlin" */
function attackOf(text) {
  const [, monster, victim] = /^(.+) attacks? (.+)$/i.exec(text) ?? /^attack (\S+) (.+)$/i.exec(text) ?? [];
  return monster ? { verb: "attack", pair: "", monster, victim } : null;
}

/** "bank left", "keep both", "release": Delayed Effect, Permanency */
function windowOf(text) {
  if (/^release$/i.test(text)) return { verb: "release" };
  const [, verb, hand] = /^(bank|keep) (\S+)$/i.exec(text) ?? [];
  return slotOf(hand)
    ? { verb: "window", pair: "", field: verb.toLowerCase() === "bank" ? "delay" : "permanent", hand: slotOf(hand) }
    : null;
}

/**
 * Return the ref among `targets` ({ref, name}) with this name, or with the only name that begins like this; else null.
 */
export function meant(words, targets, me) {
  const said = words.trim().toLowerCase().replaceAll("'", "’"); // as in the names of new monsters
  if (["me", "myself", "self"].includes(said)) return me;
  const names = ({ ref, name = ref }) => [ref, name].map((it) => it.toLowerCase());
  const exact = targets.find((target) => names(target).includes(said));
  const near = targets.filter((target) => names(target).some((name) => name.startsWith(said)));
  return exact?.ref ?? (near.length === 1 ? near[0].ref : null);
}

/** Return the spell among `options` ({spell, name}) whose name begins with `words`; null if there is none. */
export function meantSpell(words, options) {
  const plain = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const said = plain(words);
  return options.find(({ spell, name }) => [spell, name].some((it) => plain(it).startsWith(said)))?.spell ?? null;
}
