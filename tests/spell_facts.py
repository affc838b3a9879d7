"""The facts of spells that the tests of scripts read: `python -m tests.spell_facts` writes them anew."""

import json
from pathlib import Path
from typing import Any

from wavinghands.engine import book_table

FILE = Path(__file__).parent / "js" / "spell-facts.json"
BOOKS: tuple[tuple[str, dict[str, Any]], ...] = (("classic", {"maladroit": True}), ("standard", {}), ("classic", {}))
"""Between them they have every spell; of two alike it is the later one that counts."""


def facts() -> dict[str, Any]:
    """What pages say of each spell, but for what hangs on its book: gestures, what stops it, what it is worth."""
    rows = (row for book, options in BOOKS for row in book_table(book, options=options))
    return {
        row["slug"]: {**{field: row[field] for field in ("name", "class", "default")}, **row["facts"]} for row in rows
    }


def written() -> str:
    lines = (f"  {json.dumps(slug)}: {json.dumps(told)}" for slug, told in sorted(facts().items()))
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
