import pytest

from wavinghands import engine
from wavinghands.engine.rules import Rules, choices


@pytest.mark.parametrize("book", engine.BOOKS)
def test_the_table_has_every_option_with_values_and_the_books_own(book):
    table = {row["name"]: row for row in engine.options_table(book)}
    assert table.keys() == choices().keys() == Rules.__dataclass_fields__.keys()
    for name, row in table.items():
        assert [value["value"] for value in row["values"]] == list(choices()[name])
        assert row["value"] == getattr(engine.BOOKS[book].rules, name)


def test_names_of_options_and_of_their_values_are_unique():
    rows = engine.options_table("classic")
    assert len({row["title"] for row in rows}) == len(rows)
    for row in rows:
        labels = [value["label"] for value in row["values"]]
        assert len(set(labels)) == len(labels)
        assert row["meaning"].endswith(".")


def test_only_options_that_differ_from_the_book_are_returned():
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
def test_an_error_in_options_names_its_field(book, options, field):
    with pytest.raises(engine.RecordError) as refused:
        engine.check_options(book, options)
    assert refused.value.field == field
