import pytest
from django.core.exceptions import ValidationError

from duels.challenges.terms import NAMES, Terms
from duels.models import Challenge


def test_default_terms_match_the_defaults_of_the_row():
    assert Terms() == Terms.of(Challenge())
    assert Terms.of(Challenge(**Terms(limit=5, comment="Come!").columns())) == Terms(limit=5, comment="Come!")


def test_every_column_is_a_term_or_belongs_to_the_offer():
    columns = {column.name for column in Challenge._meta.fields}
    assert columns - {*NAMES} == {"id", "token", "challenger", "after", "club", "state", "duel", "posted", "heard"}


def test_options_equal_to_the_books_are_dropped():
    assert Terms(options={"max_hp": 16, "haste": "pair"}).checked().options == {"max_hp": 16}


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"limit": 0}, "limit"),
        ({"limit": 9}, "limit"),
        ({"per_user": 9}, "per_user"),
        ({"teams": 3}, "teams"),
        ({"lowest": 1800, "highest": 1200}, "highest"),
        ({"comment": "x" * 201}, "comment"),
        ({"pace": -1}, "pace"),
        ({"pace": None}, "pace"),
        ({"options": {"luck": True}}, None),
        ({"book": "cookery"}, None),
    ],
)
def test_contradictory_terms_are_refused_at_their_field(terms, field):
    with pytest.raises(ValidationError) as refusal:
        Terms(**terms).checked()
    assert list(getattr(refusal.value, "error_dict", {None: ()})) == [field]


def test_terms_described_together_differ_together():
    now = Terms(lowest=1000)
    assert now.changed({"highest": 1500, "start": True}).differences_from(now) == {"lowest": 1000, "highest": 1500}
    assert now.differences_from(now) == {}
