"""Tests that the documents are up to date."""

import inspect
import re
from pathlib import Path
from typing import Any

from tests.engine.golden import golden_duels
from wavinghands import engine
from wavinghands.engine.books import BOOKS
from wavinghands.engine.rules import Rules

ROOT = Path(__file__).parents[2]
FOLDERS = "accounts", "docs", "duels", "static", "templates", "tests", "wavinghands"
PAGES = sorted([*ROOT.glob("*.md"), *(page for folder in FOLDERS for page in (ROOT / folder).rglob("*.md"))])
PATH = re.compile(rf"`((?:{'|'.join(FOLDERS)})/[\w/.-]+\.\w+)`")
ROW = re.compile(r"^\| (.+) \|$", re.MULTILINE)
SOURCED = "classic", "standard", "spellcast", "warlocks"


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def rows(page: str) -> list[list[str]]:
    return [row.split(" | ") for row in ROW.findall(text_of(page))]


def written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def test_every_link_has_a_target() -> None:
    links = [(page, link) for page in PAGES for link in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))]
    assert links
    inside = [(page, link) for page, link in links if "://" not in link]
    dead = [(page.relative_to(ROOT), link) for page, link in inside if not (page.parent / link).exists()]
    assert not dead


def test_every_golden_duel_in_the_changelog_exists() -> None:
    named = set(re.findall(r"`(\w+__\w+)`", text_of("CHANGELOG.md")))
    assert len(named) > 5
    assert named - {name.partition("/")[2] for name in golden_duels()} == set()


def test_the_table_of_our_own_options_has_the_values_of_the_books() -> None:
    table = {row[0].strip("`"): row[2:] for row in rows("docs/rulings.md") if row[0].startswith("`")}
    assert len(table) == 7
    for option, values in table.items():
        assert values == [written(getattr(BOOKS[book].rules, option)) for book in SOURCED], option
        assert getattr(BOOKS["nomonsters"].rules, option) == getattr(BOOKS["standard"].rules, option)
    assert table.keys() == set(list(Rules.__dataclass_fields__)[-len(table) :])


def sections() -> set[str]:
    """Return the numbers of the sections that docs/rulings.md lists. "3.1 to 3.3" means all three."""
    found: set[str] = set()
    for row in rows("docs/rulings.md"):
        for cell in row[::2] if len(row) == 4 else ():
            numbers = re.findall(r"\d+\.\d+|\d+", cell)
            chapter, first = (numbers[0] + ".").split(".")[:2] if numbers else ("", "")
            through = int(numbers[-1].rpartition(".")[2]) if first else 0
            found |= {f"{chapter}.{number}" for number in range(int(first), through + 1)} if first else {*numbers}
    return found


def test_every_section_of_the_rulings_named_as_a_source_is_listed() -> None:
    listed = sections()
    assert len(listed) > 20
    given = {rule["ruling"] for rule in engine.rule_table().values()}
    for file in Path(engine.__file__).parent.rglob("*.py"):
        for numbers in re.findall(r"rulings? (\d[\d., and]*)", file.read_text(encoding="utf-8")):
            given |= set(re.findall(r"\d+\.\d+|\d+", numbers))
    assert {section for section in given if not {section, section.partition(".")[0]} & listed} <= {"3", "4"}


def test_the_page_of_the_engine_names_its_whole_api() -> None:
    functions = {name for name in engine.__all__ if inspect.isroutine(getattr(engine, name))}
    told = {name for row in rows("docs/engine.md") for name in re.findall(r"`(\w+)", row[0])}
    assert functions - told == {"is_gesture", "is_name"}


def test_every_book_and_file_that_a_page_names_exists() -> None:
    named = [(page, path) for page in PAGES for path in PATH.findall(page.read_text(encoding="utf-8"))]
    assert not [(page.relative_to(ROOT), path) for page, path in named if not (ROOT / path).exists()]
    assert all(f"`{book}`" in text_of("docs/engine.md") for book in BOOKS)
