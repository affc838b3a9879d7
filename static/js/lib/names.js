// What spells, their effects and the kinds of monsters are called in the page's language; slugs and names are the engine's.

import { _, language } from "./words.js";

export const NAMES = {
  dispel_magic: _("Dispel Magic"),
  counter_spell: _("Counter-spell"),
  magic_mirror: _("Magic Mirror"),
  summon_goblin: _("Summon Goblin"),
  summon_ogre: _("Summon Ogre"),
  summon_troll: _("Summon Troll"),
  summon_giant: _("Summon Giant"),
  summon_elemental: _("Summon Elemental"),
  summon_fire_elemental: _("Summon Fire Elemental"),
  summon_ice_elemental: _("Summon Ice Elemental"),
  raise_dead: _("Raise Dead"),
  haste: _("Haste"),
  time_stop: _("Time Stop"),
  protection: _("Protection from Evil"),
  resist_heat: _("Resist Heat"),
  resist_cold: _("Resist Cold"),
  paralysis: _("Paralysis"),
  amnesia: _("Amnesia"),
  fear: _("Fear"),
  confusion: _("Confusion"),
  maladroitness: _("Maladroitness"),
  charm_monster: _("Charm Monster"),
  charm_person: _("Charm Person"),
  disease: _("Disease"),
  poison: _("Poison"),
  cure_light_wounds: _("Cure Light Wounds"),
  cure_heavy_wounds: _("Cure Heavy Wounds"),
  anti_spell: _("Anti-spell"),
  blindness: _("Blindness"),
  invisibility: _("Invisibility"),
  permanency: _("Permanency"),
  delay_effect: _("Delayed Effect"),
  remove_enchantment: _("Remove Enchantment"),
  shield: _("Shield"),
  magic_missile: _("Magic Missile"),
  cause_light_wounds: _("Cause Light Wounds"),
  cause_heavy_wounds: _("Cause Heavy Wounds"),
  lightning_bolt: _("Lightning Bolt"),
  clap_of_lightning: _("Clap of Lightning"),
  fireball: _("Fireball"),
  finger_of_death: _("Finger of Death"),
  fire_storm: _("Fire Storm"),
  ice_storm: _("Ice Storm"),
  goblin: _("Goblin"),
  ogre: _("Ogre"),
  troll: _("Troll"),
  giant: _("Giant"),
  fire_elemental: _("Fire Elemental"),
  ice_elemental: _("Ice Elemental"),
};

/** "Resist Heat" for `resist_heat`; what has no name is spelled out. */
export const titled = (slug) =>
  NAMES[slug] ?? slug.replaceAll("_", " ").replace(/(^| )(?!of )[a-z]/g, (letter) => letter.toUpperCase());

/** A name within a sentence: English writes what is no proper name small, other languages keep it as it is. */
export const within = (name) => (language === "en" ? name.toLowerCase() : name);
