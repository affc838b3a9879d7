"""Descriptions of the rule options in English. Source: ruling 1.3 (docs/rulings.md)."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from wavinghands.engine.rules import choices


class Option(NamedTuple):
    """The texts about an option.

    - `title`: its name
    - `meaning`: its description
    - `values`: names for values that are not self-explanatory
    """

    title: str
    meaning: str
    values: Mapping[str, str] = {}


GROUPS: Final[Mapping[str, Mapping[str, Option]]] = {
    "Spells": {
        "monsters": Option("Monsters", "Includes spells that summon or charm monsters."),
        "elementals": Option(
            "Elementals",
            "One spell whose target chooses fire or ice, or one spell for each.",
            {"choice": "one spell, and the target chooses fire or ice", "two": "one spell for each"},
        ),
        "raise_dead": Option("Raise Dead", "Includes the spell Raise Dead."),
        "maladroit": Option("Maladroitness", "Replaces Confusion: the target’s left hand copies its right hand."),
        "para_fc": Option(
            "Paralysis turns F into C", "A paralysed F becomes C, and C stays C. Otherwise a paralysed C becomes F."
        ),
        "para_fdf": Option("Paralysis is F-D-F", "Paralysis is cast with F-D-F and Disease with D-S-F-D-F-c."),
    },
    "Orders and choices": {
        "hand_choice": Option(
            "Choosing which hand to paralyse or charm",
            "When the caster chooses the hand that is paralysed or charmed.",
            {"at_cast": "right after the reveal", "next_orders": "with the next orders"},
        ),
        "paralysis_same_hand": Option(
            "Repeated Paralysis",
            "Whether the next Paralysis must affect a hand that is already paralysed: always, or only if the same "
            "wizard casts it.",
            {"any": "always the same hand", "caster": "same hand for the same caster"},
        ),
        "self_stab": Option("Stabbing yourself", "Wizards can stab themselves."),
        "half_clap": Option(
            "Half a clap",
            "How Amnesia and Paralysis treat a clap with only one hand.",
            {"nothing": "as nothing", "clap": "as a clap"},
        ),
        "delay_and_permanency": Option(
            "Delayed Effect and Permanency",
            "Whether both apply to the next suitable spell, or only to a spell that the wizard chooses.",
            {"must": "the next suitable spell", "may": "the chosen spell"},
        ),
        "window_includes_casting": Option(
            "Delayed Effect and Permanency start immediately",
            "Both can also apply to a spell that is cast in the same round.",
        ),
    },
    "Mind spells": {
        "mind_clash": Option(
            "Clashing mind spells",
            "Which mind spells cancel each other out if they reach the same target in one round.",
            {"kinds": "different spells", "paralysis_yields": "any two; Paralysis gives way", "any": "any two"},
        ),
        "amnesia_on_monster": Option(
            "Amnesia on a monster",
            "Whether the monster attacks the same target again next round, or does not attack this round.",
            {"repeats_next": "attacks the same target again", "idle_now": "does not attack"},
        ),
        "confusion_on_monster": Option(
            "Confusion on a monster", "When the monster attacks at random.", {"now": "this round", "next": "next round"}
        ),
        "paralysis_on_monster": Option(
            "Paralysis on a monster", "When the monster cannot attack.", {"now": "this round", "next": "next round"}
        ),
        "fear_on_monster": Option(
            "Fear on a monster",
            "Whether Fear keeps a monster from attacking.",
            {"none": "no", "now": "yes, this round"},
        ),
        "mind_binds_elementals": Option("Mind spells on elementals", "Amnesia and Paralysis also stop elementals."),
        "confusion_die": Option(
            "Gestures of Confusion",
            "The gestures that Confusion chooses from at random.",
            {"six": "C D F P S W", "eight": "also stab and nothing"},
        ),
        "permanent_mind": Option(
            "Permanent mind spells",
            "Whether a permanent mind spell repeats its first effect forever, or works again each round.",
            {"repeat_first": "repeats its first effect", "renew": "works again each round"},
        ),
        "anti_spell_blanks_memory": Option(
            "Anti-spell clears the memory",
            "After Anti-spell, Amnesia and Paralysis do not repeat the earlier gestures: the hands do nothing.",
        ),
        "charmed_monster_keeps_target": Option(
            "Charmed monsters keep their target",
            "Without new orders, a charmed monster attacks its old target. Without this option, it attacks "
            "an opponent of its new owner.",
        ),
        "idle_without_target": Option(
            "Monsters without a target wait",
            "A monster whose target is gone does not attack. Without this option, it attacks an opponent of its owner.",
        ),
    },
    "Spells against spells": {
        "mirror_spares": Option(
            "Spells that pass a mirror",
            "Which spells a Magic Mirror does not reflect.",
            {
                "own": "spells cast by the mirror’s owner",
                "own_and_beneficial": "spells cast by the mirror’s owner, and all protection and summoning",
            },
        ),
        "mirror_needs_sight": Option(
            "Blindness and invisibility defeat mirrors",
            "A blind wizard’s mirror reflects nothing, and no mirror reflects an invisible wizard’s spell. "
            "The spell is lost.",
        ),
        "counter_new_monster": Option(
            "Counter-spell on a new monster",
            "Counter-spell can target a monster that is being summoned in the same round.",
        ),
        "elemental_target": Option(
            "Target when summoning an elemental",
            "Whether the spell needs a target, as for other monsters, has none, or can have one. If the target is "
            "optional, a Counter-spell on it stops the elemental.",
            {"being": "required", "none": "none", "optional": "optional"},
        ),
        "remove_kills_new_monsters": Option(
            "Remove Enchantment kills new monsters",
            "Remove Enchantment destroys monsters that are summoned for its target in the same round, after they "
            "attack.",
        ),
        "remove_stops_anti_spell": Option(
            "Remove Enchantment stops Anti-spell",
            "Remove Enchantment stops an Anti-spell that reaches the same target in the same round.",
        ),
        "remove_stops_charm_monster": Option(
            "Remove Enchantment stops Charm Monster",
            "Remove Enchantment stops a Charm Monster that reaches the same monster in the same round.",
        ),
        "storm_clash": Option(
            "Two storms and an elemental",
            "Whether everything is destroyed, or only the storms, if a Fire Storm, an Ice Storm and one kind of "
            "elemental meet.",
            {"all_cancel": "everything is destroyed", "pairwise": "only the storms"},
        ),
        "blind_caster_misses": Option("Blind wizards miss", "A blind wizard’s spells and stabs at others miss."),
        "invisible_evades_spells": Option(
            "Spells miss invisible wizards", "Spells and stabs by others miss an invisible wizard."
        ),
        "sight_ends_at_once": Option(
            "Invisibility is removed at once", "A wizard whose invisibility is removed can be hit in the same round."
        ),
    },
    "Health and time": {
        "max_hp": Option("Maximum hit points", "Wizards can be healed up to this number. All start with 15."),
        "cure_first": Option(
            "Cures come first",
            "Cures take effect before the round’s damage. Otherwise, the two are offset against each other.",
        ),
        "protection_rounds": Option(
            "Rounds of Protection", "How long Protection from Evil lasts, including the round in which it is cast."
        ),
        "sickness_rounds": Option(
            "Rounds until sickness kills", "Disease and Poison kill this many rounds after they are cast."
        ),
        "sickness_on_monster": Option(
            "Disease and Poison on a monster",
            "How fast Disease and Poison kill a monster.",
            {"slow": "as slowly as a wizard", "now": "this round"},
        ),
        "haste": Option(
            "Haste",
            "Whether Haste gives two pairs of gestures in one round, or an extra round after each round.",
            {"pair": "two pairs of gestures", "free_round": "an extra round"},
        ),
        "mirror_lasts_into_haste": Option(
            "Mirrors last into extra rounds", "A Magic Mirror also reflects spells in the extra round that follows."
        ),
        "late_haste": Option(
            "Haste cast in an extra round",
            "Whether this Haste gives all of its extra rounds, or one fewer.",
            {"whole": "all extra rounds", "loses_one": "one fewer"},
        ),
        "time_stop_strips_self": Option(
            "You are not protected while you stop time",
            "While time stands still for others, your own resistances and your blindness do not count either.",
        ),
        "second_bank": Option(
            "A second stored spell",
            "Whether another spell is cast as usual, or replaces the stored spell.",
            {"refused": "is cast as usual", "replaces": "replaces the first"},
        ),
        "permanent_delay": Option("Permanent Delayed Effect", "Permanency can make Delayed Effect permanent."),
        "permanent_permanency": Option("Permanent Permanency", "Permanency can make another Permanency permanent."),
        "surrender_and_kill": Option(
            "Surrendering while all others die",
            "The result for a wizard who surrenders in the round in which all others die.",
            {"wins": "wins, if their gestures killed the others", "draw": "a draw", "wins_any": "always wins"},
        ),
        "forfeit": Option("Giving up", "What happens to a wizard who gives up."),
    },
    "Visibility": {
        "unseen_casts_are_named": Option(
            "Spells of invisible wizards are named",
            "Everyone sees which spell an invisible wizard casts. Otherwise they only see what it does.",
        ),
        "blind_sense_spells": Option("Blind wizards sense spells", "A blind wizard knows which spells others cast."),
    },
}
"""The options by group, in order of display."""


def option_words() -> dict[str, str]:
    """Return all texts about options by key.

    - `NAME`, `NAME.meaning`: the title and the meaning of an option
    - `NAME.VALUE`: the name of a value
    - the name of a group: its heading
    - `yes` and `no`: the values of all options that are on or off
    """
    words = {"yes": "yes", "no": "no"}
    for group, options in GROUPS.items():
        words[group] = group
        for name, option in options.items():
            words |= {name: option.title, f"{name}.meaning": option.meaning}
            named = (value for value in choices()[name] if isinstance(value, str))
            words |= {f"{name}.{value}": option.values.get(value, value.replace("_", " ")) for value in named}
    return words
