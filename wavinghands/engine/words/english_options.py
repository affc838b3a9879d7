"""Descriptions of the rules options in English. Source: ruling 1.3."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from wavinghands.engine.rules import choices


class Option(NamedTuple):
    """The texts about an option. `values`: names of values that are not self-explanatory."""

    title: str
    meaning: str
    values: Mapping[str, str] = {}


GROUPS: Final[Mapping[str, Mapping[str, Option]]] = {
    "The spells": {
        "monsters": Option("Monsters", "Whether there are spells that summon and charm monsters."),
        "elementals": Option(
            "Elementals",
            "One spell whose subject says which element comes, or a spell for fire and one for ice.",
            {"choice": "one spell, its subject chooses", "two": "a spell for each"},
        ),
        "raise_dead": Option("Raise Dead", "Whether the dead can be raised."),
        "maladroit": Option(
            "Maladroitness", "Takes the place of Confusion: the left hand does what the right one does."
        ),
        "para_fc": Option(
            "Paralysis turns F into C", "A held F becomes C and a C stays; without it a held C becomes F."
        ),
        "para_fdf": Option("Paralysis is F-D-F", "Paralysis is F-D-F, and Disease D-S-F-D-F-c."),
    },
    "Orders and choices": {
        "hand_choice": Option(
            "The hand of Paralysis and Charm Person",
            "When the caster says which hand it is.",
            {"at_cast": "when it is cast, after the reveal", "next_orders": "with the next orders"},
        ),
        "paralysis_same_hand": Option(
            "Paralysed again",
            "The hand that is held must be held again, whoever casts, or only where the same wizard casts.",
            {"any": "whoever casts", "caster": "for the same caster"},
        ),
        "self_stab": Option("Stabbing oneself", "Whether a wizard may stab himself."),
        "half_clap": Option(
            "Half a clap", "What Amnesia and Paralysis take a clap of one hand for.", {"clap": "a clap"}
        ),
        "delay_and_permanency": Option(
            "Delayed Effect and Permanency",
            "Whether they take the next spell that fits, or only the one that the wizard names.",
            {"must": "the next spell that fits", "may": "the spell that is named"},
        ),
        "window_includes_casting": Option(
            "Delayed Effect and Permanency at once", "Whether they may take a spell of the round of their casting."
        ),
    },
    "Spells on the mind": {
        "mind_clash": Option(
            "Which spells on the mind clash",
            "Which two on one being undo each other; where Paralysis yields, it alone is lost.",
            {"kinds": "different kinds", "paralysis_yields": "different kinds; Paralysis yields", "any": "any two"},
        ),
        "amnesia_on_monster": Option(
            "Amnesia on a monster",
            "It attacks the same victim again in the next round, or nobody in this one.",
            {"repeats_next": "attacks the same victim again", "idle_now": "does not attack"},
        ),
        "confusion_on_monster": Option(
            "Confusion on a monster",
            "In which round it attacks at random.",
            {"now": "this round", "next": "the next round"},
        ),
        "paralysis_on_monster": Option(
            "Paralysis on a monster",
            "In which round it does not attack.",
            {"now": "this round", "next": "the next round"},
        ),
        "fear_on_monster": Option(
            "Fear on a monster",
            "Whether it keeps the monster from attacking.",
            {"none": "no", "now": "yes, this round"},
        ),
        "mind_binds_elementals": Option(
            "Spells on the mind of elementals", "Whether Amnesia and Paralysis stop an elemental."
        ),
        "confusion_die": Option(
            "The die of Confusion",
            "The gestures that it can show.",
            {"six": "C D F P S W", "eight": "stab and nothing too"},
        ),
        "permanent_mind": Option(
            "Permanent spells on the mind",
            "A permanent spell on the mind repeats for ever what it did first, or acts afresh in each round.",
            {"repeat_first": "repeats what it did first", "renew": "acts afresh"},
        ),
        "anti_spell_blanks_memory": Option(
            "Anti-spell empties the memory", "Amnesia and Paralysis then find nothing where the gestures were."
        ),
        "charmed_monster_keeps_target": Option(
            "A charmed monster keeps its victim",
            "Unless it is ordered otherwise; else it turns on its new owner's enemy.",
        ),
        "idle_without_target": Option(
            "A monster without a victim is idle", "When its victim is gone; else it turns on its owner's enemy."
        ),
    },
    "Spells against spells": {
        "mirror_spares": Option(
            "What a mirror lets pass",
            "The spells of its own bearer, or those that protect and summon as well, whoever casts them.",
            {"own": "the bearer's own", "own_and_beneficial": "the bearer's own, protections and summons"},
        ),
        "mirror_needs_sight": Option(
            "A mirror needs sight",
            "A blind bearer turns nothing back, nor does anything turn back at the invisible: it is lost.",
        ),
        "counter_new_monster": Option(
            "Counter-spell at a new monster", "Whether it may be cast at a monster that is just being summoned."
        ),
        "elemental_target": Option(
            "At whom an elemental is summoned",
            "At a being, as all monsters are; at nobody; or at whom one likes, who may stop it by a Counter-spell.",
            {"being": "a being", "none": "nobody", "optional": "as one likes"},
        ),
        "remove_kills_new_monsters": Option(
            "Remove Enchantment kills new monsters",
            "Those that are summoned at its subject in the same round; they attack first.",
        ),
        "remove_stops_anti_spell": Option(
            "Remove Enchantment stops Anti-spell", "If both reach their subject in the same round."
        ),
        "remove_stops_charm_monster": Option(
            "Remove Enchantment stops Charm Monster", "If both reach the monster in the same round."
        ),
        "storm_clash": Option(
            "Opposite storms and a third",
            "Fire against ice, when there is more than one of either: all of them go, or they go in pairs.",
            {"all_cancel": "all go", "pairwise": "in pairs"},
        ),
        "blind_caster_misses": Option("The blind miss", "Whether what a blind wizard casts or stabs at others misses."),
        "invisible_evades_spells": Option(
            "The invisible are missed", "Whether what others cast or stab at an invisible wizard misses."
        ),
        "sight_ends_at_once": Option(
            "Invisibility ends at once", "Whether one whose invisibility is removed can be hit in that same round."
        ),
    },
    "Health and time": {
        "max_hp": Option("Highest hit points", "How far a wizard can be cured; all begin with 15."),
        "cure_first": Option("Cures come first", "Before the harm of the round; else both are added up."),
        "protection_rounds": Option("Rounds of Protection", "The round in which it is cast is the first."),
        "sickness_rounds": Option("Rounds of sickness", "So many rounds after it was cast, Disease or Poison kills."),
        "sickness_on_monster": Option(
            "Sickness of a monster",
            "Whether it kills a monster as slowly as a wizard.",
            {"slow": "slow", "now": "kills this round"},
        ),
        "haste": Option(
            "Haste",
            "Two pairs of gestures in one round, or a free round after each round.",
            {"pair": "two pairs of gestures", "free_round": "a free round"},
        ),
        "mirror_lasts_into_haste": Option(
            "Mirrors last into free rounds", "Whether a mirror of the round before still stands."
        ),
        "late_haste": Option(
            "Haste given in a free round",
            "It brings all of its free rounds, or one fewer.",
            {"whole": "brings all", "loses_one": "brings one fewer"},
        ),
        "time_stop_strips_self": Option(
            "Stopped time takes one's own defences", "In it, one's own resistances and blindness do not count either."
        ),
        "second_bank": Option(
            "A second banked spell",
            "While one is banked, another is cast as usual, or takes its place.",
            {"refused": "is cast as usual", "replaces": "takes its place"},
        ),
        "permanent_delay": Option("Permanent Delayed Effect", "Whether Permanency may take a Delayed Effect."),
        "permanent_permanency": Option("Permanent Permanency", "Whether Permanency may take another Permanency."),
        "surrender_and_kill": Option(
            "Who surrenders as he kills",
            "What becomes of one who surrenders in the round in which all others die.",
            {"wins": "wins, if his gestures killed them", "draw": "a draw", "wins_any": "wins"},
        ),
        "forfeit": Option("Who gives up", "Whether he surrenders or dies.", {}),
    },
    "Who sees what": {
        "unseen_casts_are_named": Option(
            "Spells of the invisible are named",
            "Whether all see what an invisible wizard casts; else only what it does.",
        ),
        "blind_sense_spells": Option(
            "The blind sense spells", "Whether a blind wizard knows which spells others cast."
        ),
    },
}
"""The options by group, in order of display."""


def option_words() -> dict[str, str]:
    """Return all texts, by group and by `NAME`, `NAME.meaning`, `NAME.VALUE`; and the shared `yes` and `no`."""
    words = {"yes": "yes", "no": "no"}
    for group, options in GROUPS.items():
        words[group] = group
        for name, option in options.items():
            words |= {name: option.title, f"{name}.meaning": option.meaning}
            named = (value for value in choices()[name] if isinstance(value, str))
            words |= {f"{name}.{value}": option.values.get(value, value.replace("_", " ")) for value in named}
    return words
