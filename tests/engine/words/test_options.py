"""What pages and challenges are told of the options of the rules."""

import pytest

from wavinghands import engine
from wavinghands.engine.rules import Rules, choices


@pytest.mark.parametrize("book", engine.BOOKS)
def test_every_option_stands_in_the_table_with_all_its_values_and_that_of_the_book(book):
    table = {row["name"]: row for row in engine.options_table(book)}
    assert table.keys() == choices().keys() == Rules.__dataclass_fields__.keys()
    for name, row in table.items():
        assert [value["value"] for value in row["values"]] == list(choices()[name])
        assert row["value"] == getattr(engine.BOOKS[book].rules, name)


def test_no_two_options_and_no_two_values_of_one_are_called_the_same():
    rows = engine.options_table("classic")
    assert len({row["title"] for row in rows}) == len(rows)
    for row in rows:
        labels = [value["label"] for value in row["values"]]
        assert len(set(labels)) == len(labels)
        assert row["meaning"].endswith(".")


def test_only_the_options_that_differ_from_the_book_are_given_back():
    assert engine.check_options("warlocks", {"max_hp": 16, "haste": "pair"}) == {"haste": "pair"}


@pytest.mark.parametrize(
    ("book", "options", "field"),
    [
        ("classic", {"luck": True}, "options.luck"),
        ("classic", {"max_hp": "15"}, "options.max_hp"),
        ("standard", {"elementals": "choice"}, "options.elemental_target"),
        ("cookery", {}, "spellbook"),
    ],
)
def test_what_is_wrong_with_options_is_said_with_its_field(book, options, field):
    with pytest.raises(engine.RecordError) as refused:
        engine.check_options(book, options)
    assert refused.value.field == field
