from contextlib import suppress

import pytest

from duels.stats.spell_bits import BITS, SPELLS, bits_of
from duels.wording.rule_options import rule_options
from wavinghands import engine


def test_each_spell_has_its_own_bit_within_the_column():
    assert len(set(SPELLS)) == len(SPELLS) <= 63
    assert bits_of(["shield", "fireball"]) == BITS["shield"] | BITS["fireball"]
    assert bits_of([]) == bits_of(["no such spell"]) == 0


@pytest.mark.parametrize("book", engine.BOOKS)
def test_every_spell_of_every_book_and_option_has_a_bit(book):
    values = [{row["name"]: value["value"]} for row in rule_options(book) for value in row["values"]]
    tables = [engine.book_table(book)]
    for options in values:
        with suppress(engine.RecordError):  # some options contradict other options of the book
            tables.append(engine.book_table(book, options=options))
    assert len(tables) > len(values) / 2
    assert {row["slug"] for table in tables for row in table} <= BITS.keys()
