"""The spell book of RavenBlack's website Warlocks. Source: Warlocks; rulings 1.3 and 2 (docs/rulings.md)."""

from wavinghands.engine.books.standard import STANDARD

WARLOCKS = STANDARD.variant(
    slug="warlocks",
    title="Warlocks",
    summary="The rules of RavenBlack’s game: no Raise Dead, up to 16 hit points, a shorter Protection. Any two mind "
    "spells on one target clash.",
    source="Warlocks",
    gestures={"blindness": "DWFFd DFWFd"},
    options={
        "raise_dead": False,
        "paralysis_same_hand": "caster",
        "half_clap": "clap",
        "mind_clash": "any",
        "confusion_die": "eight",
        "anti_spell_blanks_memory": True,
        "mirror_needs_sight": True,
        "counter_new_monster": False,
        "elemental_target": "optional",
        "remove_stops_anti_spell": False,
        "remove_stops_charm_monster": False,
        "storm_clash": "pairwise",
        "sight_ends_at_once": False,
        "max_hp": 16,
        "cure_first": True,
        "protection_rounds": 3,
        "sickness_on_monster": "now",
        "mirror_lasts_into_haste": False,
        "time_stop_strips_self": True,
        "surrender_and_kill": "wins_any",
        "late_haste": "loses_one",
        "second_bank": "replaces",
        "permanent_permanency": True,
        "forfeit": "dies",
    },
)
