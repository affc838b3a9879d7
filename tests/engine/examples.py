"""The examples about time in section 5 of docs/rulings.md, and the golden duels for them.

The examples are about haste, stopped time, banked spells and permanency.
"""

from collections.abc import Callable, Mapping
from typing import Final

from wavinghands.engine import BOOKS
from wavinghands.engine.rules import Rules

Applies = Callable[[Rules], bool]


def always(rules: Rules) -> bool:
    return True


def monsters(rules: Rules) -> bool:
    return rules.monsters


def pairs(rules: Rules) -> bool:
    return rules.haste == "pair"


def free_rounds(rules: Rules) -> bool:
    return rules.haste == "free_round"


def monsters_and_free_rounds(rules: Rules) -> bool:
    return monsters(rules) and free_rounds(rules)


def late_windows(rules: Rules) -> bool:
    return not rules.window_includes_casting


EXAMPLES: Final[Mapping[str, tuple[Applies, str, tuple[str, ...]]]] = {
    "5.1 haste, free rounds": (
        free_rounds,
        "haste",
        (
            "free_rounds_as_printed",
            "a_spell_of_the_free_round",
            "a_shield_stands_through_the_free_round",
            "a_counter_spell_stands_through_the_free_round",
            "a_counter_spell_of_ones_own_stands_too",
            "a_mirror_and_the_free_round",
            "protection_on_its_last_round",
            "blindness_on_its_last_round",
            "invisibility_on_its_last_round",
            "blindness_of_the_normal_round_waits",
            "invisibility_of_the_normal_round_waits",
            "a_storm_does_not_reach_into_it",
            "nothing_else_counts_down_in_it",
            "what_is_cast_in_it_counts_from_the_next_normal_round",
            "a_shield_of_the_free_round_ends_with_it",
            "a_shield_of_the_free_round_works_in_it",
            "shared_by_all_who_are_hastened",
            "a_duel_may_end_in_a_free_round",
            "removed_later",
            "dispelled_later",
            "given_to_another_in_a_free_round",
            "given_to_oneself_in_a_free_round",
            "amnesia_forces_the_free_round_and_the_next",
            "fear_forces_the_free_round_and_the_next",
            "confusion_forces_the_free_round_and_the_next",
            "maladroitness_forces_the_free_round_and_the_next",
            "paralysis_waits_for_its_caster",
            "charm_person_waits_for_its_caster",
            "paralysis_by_a_hastened_wizard",
            "paralysis_may_take_the_other_hand_after_it",
            "a_mind_spell_of_the_free_round",
            "a_mind_spell_of_the_free_round_at_another",
            "mind_spells_clash_across_it",
            "paralysis_and_a_mind_spell_of_the_free_round",
            "an_anti_spell_in_a_free_round",
            "removed_in_a_free_round",
            "a_shield_stands_over_a_stopped_round",
            "protection_on_its_last_round_over_a_stopped_round",
            "blindness_of_stopped_time_waits",
            "a_shield_of_stopped_time_does_not_stand",
            "not_for_one_who_has_left",
            "a_mind_spell_over_a_stopped_round",
            "a_mind_spell_of_stopped_time_waits_for_the_normal_round",
        ),
    ),
    "5.1 haste, monsters and free rounds": (
        monsters_and_free_rounds,
        "haste",
        (
            "no_monster_attacks_in_it",
            "a_monster_summoned_in_it",
            "a_dispel_magic_in_a_free_round",
            "of_an_idle_monster",
        ),
    ),
    "5.1 haste": (
        always,
        "haste",
        ("again_while_hastened", "given_in_stopped_time"),
    ),
    "5.1 haste, monsters": (
        monsters,
        "haste",
        (
            "on_an_elemental",
            "of_a_confused_monster",
        ),
    ),
    "5.1 haste, pairs": (
        pairs,
        "haste",
        (
            "two_pairs_as_printed",
            "a_spell_over_both_pairs",
            "a_spell_over_two_rounds",
            "each_pair_completes_its_own_spells",
            "a_stab_in_each_pair",
            "one_knife_in_each_pair",
            "each_pair_has_its_own_targets",
            "surrender_by_the_second_pair",
            "no_surrender_by_a_palm_in_each_pair",
            "half_claps_are_judged_in_each_pair",
            "a_clap_in_the_second_pair",
            "a_shield_of_the_second_pair",
            "a_counter_spell_of_the_second_pair",
            "a_mirror_of_the_second_pair",
            "one_counter_spell_stops_both_pairs",
            "paralysis_holds_in_both_pairs",
            "amnesia_repeats_each_pair",
            "amnesia_after_a_round_of_one_pair",
            "amnesia_in_a_round_of_one_pair",
            "fear_in_both_pairs",
            "confusion_in_the_first_pair",
            "charm_person_in_both_pairs",
            "anti_spell_after_both_pairs",
            "anti_spell_leaves_the_second_pair",
            "removed_after_its_pairs",
            "dispelled_after_its_pairs",
            "no_second_pair_is_two_hands_at_rest",
            "a_monster_and_its_second_victim",
            "of_a_monster_held_in_the_next_round",
        ),
    ),
    "5.2 time stop, monsters": (
        monsters,
        "time_stop",
        (
            "no_monster_attacks_in_it",
            "a_monster_summoned_in_it",
            "a_dispel_magic_in_it",
            "on_a_monster_whose_victim_is_shielded",
            "on_a_monster_whose_victim_is_protected",
            "on_a_monster_whose_victim_is_invisible",
            "on_a_monster_that_dies_in_the_round",
            "on_a_monster_that_is_an_elemental",
        ),
    ),
    "5.2 time stop": (
        always,
        "time_stop",
        (
            "what_is_cast_in_it_counts_from_the_next_normal_round",
            "mind_spells_clash_across_it",
            "a_shield_does_not_count",
            "a_counter_spell_does_not_count",
            "a_counter_spell_does_not_count_against_storms",
            "a_mirror_does_not_count",
            "protection_does_not_count",
            "resistance_does_not_count",
            "invisibility_does_not_count",
            "as_if_the_round_had_not_been",
            "a_shield_cast_in_it_counts",
            "a_shield_cast_in_it_counts_for_another",
            "a_cure_in_it_counts",
            "the_stopped_and_their_own_defences",
            "ones_own_resistance_in_it",
            "ones_own_blindness_in_it",
            "no_gesture_is_forced_in_it",
            "a_spell_over_it",
            "a_barrier_stands_in_it",
            "nothing_counts_down_in_it",
            "a_dispel_magic_in_it_ends_enchantments",
            "in_it_gives_another",
            "not_after_the_end",
            "shared_by_all_who_are_stopped",
            "a_mind_spell_of_it_on_oneself",
            "sickness_waits_in_it",
            "not_for_one_who_has_left",
        ),
    ),
    "5.2 time stop, free rounds": (
        free_rounds,
        "time_stop",
        (
            "by_its_other_gestures",
            "in_a_free_round",
            "before_the_free_round",
            "of_a_hastened_wizard_in_free_rounds",
        ),
    ),
    "5.2 time stop, pairs": (
        pairs,
        "time_stop",
        ("of_a_hastened_wizard_has_one_pair",),
    ),
    "5.2 time stop, monsters and free rounds": (
        monsters_and_free_rounds,
        "time_stop",
        ("on_a_monster_that_is_idle",),
    ),
    "5.3 delay effect, free rounds": (
        free_rounds,
        "delay_effect",
        (
            "in_a_free_round",
            "not_in_the_free_round_of_its_casting",
            "counts_normal_rounds_alone",
            "in_the_last_normal_round_after_free_ones",
        ),
    ),
    "5.3 delay effect": (
        always,
        "delay_effect",
        (
            "banks_a_spell_and_releases_it",
            "not_asked_for",
            "one_of_two_by_choice",
            "another_spell_of_the_round_of_casting",
            "never_banks_itself",
            "banked_though_dispelled",
            "banked_though_removed",
            "banked_though_countered",
            "keeps_through_remove_enchantment",
            "keeps_through_dispel_magic",
            "keeps_through_anti_spell",
            "aimed_at_a_monster_that_does_not_appear",
            "of_a_two_handed_spell",
            "while_one_is_banked",
            "release_and_bank_in_one_round",
            "never_in_the_round_of_banking",
            "spends_the_short_lightning",
            "released_and_countered",
            "released_and_mirrored",
            "released_and_dispelled",
            "released_and_shielded",
            "released_at_an_invisible_wizard",
            "released_by_a_blind_wizard",
            "released_with_the_spells_of_the_hands",
            "in_a_stopped_round",
            "in_the_stopped_round_of_its_casting",
            "released_in_stopped_time",
            "of_one_who_has_died",
            "and_permanency_on_two_hands",
            "surrender_and_kill_by_a_released_spell",
            "of_a_storm",
            "a_banked_mind_spell_does_not_clash",
        ),
    ),
    "5.3 delay effect, pairs": (
        pairs,
        "delay_effect",
        (
            "must_bank_even_a_shield",
            "must_bank_the_longest_of_two",
            "the_first_pair_before_the_second",
            "a_spell_of_the_second_pair",
        ),
    ),
    "5.3 delay effect, monsters": (
        monsters,
        "delay_effect",
        (
            "its_target_is_fixed_with_it",
            "its_target_has_died",
            "released_a_monster_attacks",
            "a_released_summons_is_named_last",
            "a_released_summons_cannot_be_addressed",
        ),
    ),
    "5.4 permanency": (
        always,
        "permanency",
        (
            "of_haste",
            "used_up_though_countered",
            "used_up_though_dispelled",
            "used_up_though_removed",
            "of_blindness",
            "of_protection",
            "of_amnesia",
            "of_confusion",
            "of_paralysis",
            "of_charm_person",
            "not_of_time_stop",
            "not_of_resist_heat",
            "of_delay_effect",
            "not_asked_for",
            "not_of_shield",
            "another_spell_of_the_round_of_casting",
            "not_of_anti_spell",
            "of_invisibility",
            "of_permanency",
            "of_maladroitness",
            "of_fear",
            "not_of_poison",
            "not_of_resist_cold",
            "used_up_though_missed",
            "used_up_though_it_clashes",
            "turned_back",
            "of_one_of_two_the_right",
            "of_one_of_two_the_left",
            "before_delay_effect_on_one_spell",
            "ended_by_remove_enchantment",
            "ended_by_dispel_magic",
            "a_later_mind_spell_does_nothing",
            "a_permanent_effect_cast_again_stays_permanent",
            "of_a_spell_of_stopped_time",
        ),
    ),
    "5.4 permanency, free rounds": (
        free_rounds,
        "permanency",
        ("of_a_spell_of_a_free_round",),
    ),
    "5.4 permanency, monsters": (
        monsters,
        "permanency",
        (
            "on_a_monster_amnesia",
            "on_a_monster_confusion",
            "on_a_monster_paralysis",
            "of_charm_monster",
        ),
    ),
    "5.4 permanency, monsters and free rounds": (
        monsters_and_free_rounds,
        "permanency",
        ("on_a_monster_fear",),
    ),
    "5.4 permanency, pairs": (
        pairs,
        "permanency",
        ("before_delay_effect_unasked",),
    ),
    "5.4 permanency, late windows": (
        late_windows,
        "permanency",
        ("not_of_disease",),
    ),
}
"""For each table of examples: a condition for the rules of a book, the spell, and the cases."""


def plays(book: str, table: str) -> bool:
    """Return whether the examples in the table `table` of docs/rulings.md, section 5, can be played with `book`."""
    return EXAMPLES[table][0](BOOKS[book].rules) if table in EXAMPLES else True


def tables() -> dict[str, tuple[str, ...]]:
    """Return the names of the golden duels that each table of examples requires."""
    return {table: tuple(f"{spell}__{case}" for case in cases) for table, (_, spell, cases) in EXAMPLES.items()}
