// What spells, their effects and the kinds of monsters are called in the page's language: spells as the page's book has them.

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

/** "Resist Heat" for `resist_heat`; what has no name is spelled out. */
export const titled = (slug) =>
  spellFacts[slug]?.name ??
  MONSTERS[slug] ??
  slug.replaceAll("_", " ").replace(/(^| )(?!of )[a-z]/g, (letter) => letter.toUpperCase());

/** A name within a sentence: English writes what is no proper name small, other languages keep it as it is. */
export const within = (name) => (language === "en" ? name.toLowerCase() : name);
