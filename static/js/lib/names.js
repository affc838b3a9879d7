// Names of spells, effects and monsters in the page's language; spells as in the page's spell book.

import { spellFacts } from "./spell-facts.js";
import { _, language } from "./words.js";

const MONSTERS = {
  goblin: _("Goblin"),
  ogre: _("Ogre"),
  troll: _("Troll"),
  giant: _("Giant"),
  fire_elemental: _("Fire Elemental"),
  ice_elemental: _("Ice Elemental"),
};

/** Return the name of a slug: "Resist Heat" for `resist_heat`. Unknown slugs are spelled out. */
export const titled = (slug) =>
  spellFacts[slug]?.name ??
  MONSTERS[slug] ??
  slug.replaceAll("_", " ").replace(/(^| )(?!of )[a-z]/g, (letter) => letter.toUpperCase());

/** Return a name for use within a sentence: lower case in English, unchanged in other languages. */
export const within = (name) => (language === "en" ? name.toLowerCase() : name);

/** Return two letters for a wizard: "EB" for "Ebon Bittern 23", "RG" for "Rowan the Grey", "Ta" for "Tansy". */
export function initials(name) {
  const words = name.match(/\p{L}[^\s\d-]*/gu) ?? [];
  return words.length > 1
    ? [words[0], words.at(-1)].map((word) => [...word][0]).join("")
    : [...name].slice(0, 2).join("");
}
