"""The standard spell book of Firetop Mountain, a server for duels by e-mail.

Source: Firetop Mountain; rulings 1.3 and 2 (docs/rulings.md).
"""

from wavinghands.engine.books.book import Book
from wavinghands.engine.books.classic import GESTURES

STANDARD = Book(
    slug="standard",
    title="Standard",
    summary="The rules of the e-mail server Firetop Mountain: separate fire and ice elementals, a longer Anti-spell, "
    "choices made with the next orders.",
    source="Firetop Mountain",
    gestures=GESTURES | {"anti_spell": "SPFP", "time_stop": "SPPc SPPFD"},
    options={
        "elementals": "two",
        "hand_choice": "next_orders",
        "self_stab": True,
        "delay_and_permanency": "may",
        "window_includes_casting": False,
        "mind_clash": "paralysis_yields",
        "amnesia_on_monster": "idle_now",
        "paralysis_on_monster": "now",
        "fear_on_monster": "now",
        "mind_binds_elementals": True,
        "permanent_mind": "renew",
        "charmed_monster_keeps_target": True,
        "idle_without_target": True,
        "elemental_target": "none",
        "remove_kills_new_monsters": False,
        "blind_caster_misses": True,
        "sickness_rounds": 6,
        "haste": "free_round",
        "surrender_and_kill": "draw",
        "unseen_casts_are_named": False,
    },
)
