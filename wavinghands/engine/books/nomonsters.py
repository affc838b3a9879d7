"""The standard book without monsters. Source: Firetop Mountain; rulings 1.2 and 1.3."""

from wavinghands.engine.books.standard import STANDARD

NOMONSTERS = STANDARD.variant(
    slug="nomonsters",
    title="No monsters",
    summary="The standard book without the summons and without Charm Monster: two wizards and their magic, alone.",
    options={"monsters": False},
)
