"""All named options of the rules.

Books set them, and records may override them. No rule depends on the name of a book.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import Any, Literal, get_args, get_type_hints

from wavinghands.engine.errors import RecordError


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """A set of rules.

    Each field is a named option, and the defaults are Bartle's rules. Source: ruling 1.3 (docs/rulings.md).
    """

    # The spell list
    monsters: bool = True
    elementals: Literal["choice", "two"] = "choice"
    raise_dead: bool = True
    maladroit: bool = False
    para_fc: bool = False
    para_fdf: bool = False

    # Orders and choices
    hand_choice: Literal["at_cast", "next_orders"] = "at_cast"
    paralysis_same_hand: Literal["any", "caster"] = "any"
    self_stab: bool = False
    half_clap: Literal["nothing", "clap"] = "nothing"
    delay_and_permanency: Literal["must", "may"] = "must"
    window_includes_casting: bool = True

    # Mind spells
    mind_clash: Literal["kinds", "paralysis_yields", "any"] = "kinds"
    amnesia_on_monster: Literal["repeats_next", "idle_now"] = "repeats_next"
    confusion_on_monster: Literal["now", "next"] = "now"
    paralysis_on_monster: Literal["now", "next"] = "next"
    fear_on_monster: Literal["none", "now"] = "none"
    mind_binds_elementals: bool = False
    confusion_die: Literal["six", "eight"] = "six"
    permanent_mind: Literal["repeat_first", "renew"] = "repeat_first"
    anti_spell_blanks_memory: bool = False
    charmed_monster_keeps_target: bool = False
    idle_without_target: bool = False

    # Spells against spells
    mirror_spares: Literal["own", "own_and_beneficial"] = "own"
    mirror_needs_sight: bool = False
    counter_new_monster: bool = True
    elemental_target: Literal["being", "none", "optional"] = "being"
    remove_kills_new_monsters: bool = True
    remove_stops_anti_spell: bool = True
    remove_stops_charm_monster: bool = True
    storm_clash: Literal["all_cancel", "pairwise"] = "all_cancel"
    blind_caster_misses: bool = False
    invisible_evades_spells: bool = True
    sight_ends_at_once: bool = True

    # Health and time
    max_hp: int = 15
    cure_first: bool = False
    protection_rounds: int = 4
    sickness_rounds: int = 5
    sickness_on_monster: Literal["slow", "now"] = "slow"
    haste: Literal["pair", "free_round"] = "pair"
    mirror_lasts_into_haste: bool = True
    time_stop_strips_self: bool = False
    surrender_and_kill: Literal["wins", "draw", "wins_any"] = "wins"

    # Sight: options for the differences between books in ruling 6
    unseen_casts_are_named: bool = True
    blind_sense_spells: bool = False

    # Options for the differences between books in rulings 3.11, 5.1, 5.3 and 5.4
    forfeit: Literal["surrenders", "dies"] = "surrenders"
    late_haste: Literal["whole", "loses_one"] = "whole"
    second_bank: Literal["refused", "replaces"] = "refused"
    permanent_delay: bool = True
    permanent_permanency: bool = False

    def with_options(self, options: Mapping[str, Any]) -> "Rules":
        """Return these rules with `options` applied.

        Raise `RecordError`, with `options.NAME` as `field`, for an invalid option.
        """
        for name, value in options.items():
            _check(name, value)
        return _agreeing(replace(self, **options)) if options else self

    def differences(self, base: "Rules") -> dict[str, Any]:
        """Return the options of these rules that differ from those of `base`."""
        other = asdict(base)
        return {name: value for name, value in asdict(self).items() if other[name] != value}


BOUNDS: Mapping[str, range] = {
    "max_hp": range(15, 31),
    "protection_rounds": range(1, 21),
    "sickness_rounds": range(1, 21),
}
"""The range of each numeric option, in points or rounds."""


@cache
def choices() -> dict[str, tuple[Any, ...]]:
    """Return the values that each option may have."""
    table: dict[str, tuple[Any, ...]] = {}
    for name, kind in get_type_hints(Rules).items():
        table[name] = (False, True) if kind is bool else tuple(BOUNDS.get(name, ())) or get_args(kind)
    return table


def _agreeing(rules: Rules) -> Rules:
    """Return `rules` unchanged, or raise `RecordError` if two options contradict each other."""
    if rules.elementals == "choice" and rules.elemental_target == "none":
        why = "contradicts elementals: choice, which lets the subject choose: set elemental_target to being or optional"
        raise RecordError(why, field="options.elemental_target")
    return rules


def _check(name: str, value: Any) -> None:
    allowed = choices().get(name)
    if allowed is None:
        raise RecordError("there is no such rule option", field=f"options.{name}")
    if not any(value == choice and type(value) is type(choice) for choice in allowed):
        among = f"from {allowed[0]} to {allowed[-1]}" if name in BOUNDS else f"one of {', '.join(map(str, allowed))}"
        raise RecordError(f"{value!r} is not {among}", field=f"options.{name}")
