"""Tests that golden duels exist for all spells, books and cases, and for all tables in docs/rulings.md."""

import pytest

from tests.engine.coverage import CASES, EXEMPTIONS, LETTERS, TABLES, applies, exemption, holes, spells, table
from tests.engine.golden import golden_duels
from wavinghands.engine import BOOKS


@pytest.mark.parametrize("book", BOOKS)
def test_no_golden_duel_of_a_book_is_missing(book: str) -> None:
    missing = holes(book)
    assert not missing, "\n".join([f"{len(missing)} golden duels of {book} are missing:", *missing])


@pytest.mark.parametrize("book", BOOKS)
def test_exempt_cases_have_no_golden_duel(book: str) -> None:
    exempt = [f"{spell}__{case}" for spell in spells(book) for case in CASES if exemption(book, spell, case)]
    exempt += [name for title, names in TABLES.items() for name in names if not applies(book, title, name)]
    assert not [name for name in exempt if f"{book}/{name}" in golden_duels()]


def test_every_exemption_exempts_something() -> None:
    for each in EXEMPTIONS:
        assert any(each.covers(book, spell, case) for book in BOOKS for spell in spells(book) for case in CASES), (
            each.why
        )


def test_the_table_has_a_letter_for_each_book_and_a_row_for_each_spell() -> None:
    assert LETTERS.keys() == BOOKS.keys()
    rows = {line.split()[0] for line in table() if line}
    assert {spell for book in BOOKS for spell in spells(book)} <= rows
