"""Facts about spells for the JavaScript tests, stored in a file that `python -m tests.spell_facts` updates."""

import json
from pathlib import Path
from typing import Any

from wavinghands.engine import book_table

FILE = Path(__file__).parent / "js" / "spell-facts.json"
BOOKS: tuple[tuple[str, dict[str, Any]], ...] = (("classic", {"maladroit": True}), ("standard", {}), ("classic", {}))
"""Spell books that together contain every spell. If several contain a spell, the last one is used."""


def facts() -> dict[str, Any]:
    """Return the facts about each spell that are the same in all books, without gestures, counters and values."""
    rows = (row for book, options in BOOKS for row in book_table(book, options=options))
    return {
        row["slug"]: {**{field: row[field] for field in ("name", "class", "default")}, **row["facts"]} for row in rows
    }


def written() -> str:
    lines = (f"  {json.dumps(slug)}: {json.dumps(told)}" for slug, told in sorted(facts().items()))
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
