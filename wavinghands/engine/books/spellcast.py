"""The book of the X11 program spellcast. Source: the spellcast manual; rulings 1.3 and 2 (docs/rulings.md)."""

from wavinghands.engine.books.classic import CLASSIC

SPELLCAST = CLASSIC.variant(
    slug="spellcast",
    title="Spellcast",
    summary="Bartle’s rules as in Andrew Plotkin’s program for X11.",
    source="spellcast manual",
    options={
        "self_stab": True,
        "half_clap": "clap",
        "window_includes_casting": False,
        "confusion_on_monster": "next",
        "mirror_spares": "own_and_beneficial",
        "remove_kills_new_monsters": False,
        "blind_caster_misses": True,
        "permanent_delay": False,
        "blind_sense_spells": True,
    },
)
