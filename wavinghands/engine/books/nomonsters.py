"""The standard book without monsters. Source: Firetop Mountain; rulings 1.2 and 1.3 (docs/rulings.md)."""

from wavinghands.engine.books.standard import STANDARD

NOMONSTERS = STANDARD.variant(
    slug="nomonsters",
    title="No monsters",
    summary="The Standard rules without summoning spells and Charm Monster: two wizards and their magic, nothing else.",
    options={"monsters": False},
)
