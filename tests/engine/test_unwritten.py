"""The list of what does not work yet is true."""

import re
from pathlib import Path

import wavinghands.engine
from wavinghands.engine import BOOKS, book_table
from wavinghands.engine.rules import choices

DOCS = Path(__file__).parents[2] / "docs"
UNWRITTEN = (DOCS / "unwritten-spells.md").read_text(encoding="utf-8")
SOURCE = "".join(file.read_text(encoding="utf-8") for file in Path(wavinghands.engine.__path__[0]).rglob("*.py"))


def test_every_spell_that_fizzles_is_listed_and_no_other() -> None:
    listed = re.findall(r"^\| `(\w+)` \|", UNWRITTEN, re.MULTILINE)
    fizzling = {spell["slug"] for book in BOOKS for spell in book_table(book) if not spell["works"]}
    assert sorted(fizzling) == listed


def test_every_option_that_no_rule_asks_for_is_listed_and_no_other() -> None:
    paragraph = UNWRITTEN.partition("change nothing yet:")[2]
    listed = re.findall(r"`(\w+)`", paragraph)
    unasked = [name for name in choices() if not re.search(rf"rules\.{name}\b", SOURCE)]
    assert sorted(unasked) == listed


def test_every_option_of_our_own_is_among_the_decisions() -> None:
    decisions = (DOCS / "rulings.md").read_text(encoding="utf-8")
    for name in ("unseen_casts_are_named", "blind_sense_spells"):
        assert f"`{name}`" in decisions
