import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from duels.models import Duel, Round, Seat
from duels.play.loading import locked_tables
from duels.play.tables import Changeset
from duels.play.transaction import save
from tests.builders import a_mage
from tests.duels.tables import a_duel, columns_of

pytestmark = pytest.mark.django_db(transaction=True)

NOW = timezone.now()
CHANGED = {
    "orders": {"left": "P", "right": "W", "say": "„Hm“ 100%"},
    "answers": {"paralyze": {"White": "left"}},
    "plan": {"round": 2, "lines": []},
    "due": False,
    "due_since": NOW,
    "missed": 2,
    "reserve": 1.5,
    "spent": 0.25,
    "closed": True,
    "sealed_by_time": 2,
}


@pytest.fixture
def duel():
    return a_duel(a_mage("Black"), a_mage("White"), options={"haste": "pair"}, pace=60, reserve=90)


@pytest.fixture
def other():
    return a_duel(a_mage("Red"), a_mage("Green"))


def changed(duel, *numbers):
    """Return a changeset that contains rounds with these numbers and changes to all columns of Black's seat."""
    changeset = Changeset(locked_tables([duel.slug])[duel.slug], NOW)
    played = {"kind": "normal", "orders": {}, "chance": {}, "played": NOW}
    changeset.played = [Round(duel=changeset.table.duel, number=number, **played) for number in numbers]
    vars(changeset.table.by_name["Black"]).update(CHANGED)
    changeset.table.duel.round = 7
    return changeset


def test_only_the_columns_that_play_changes_are_written(duel, other):
    assert set(CHANGED) == set(Seat.PLAYED)
    before = {seat.pk: columns_of(seat) for seat in Seat.objects.all()}
    duel_before = columns_of(Duel.objects.get(pk=duel.pk))
    with transaction.atomic():
        save([changed(duel)])
    black = duel.seats.get(name="Black")
    for seat in Seat.objects.all():
        assert columns_of(seat) == before[seat.pk] | (CHANGED if seat == black else {})
    assert columns_of(Duel.objects.get(pk=duel.pk)) == duel_before | {"round": 7, "changes": duel.changes + 1}


def test_writing_a_round_twice_rolls_back_and_keeps_the_connection(duel):
    with pytest.raises(IntegrityError), transaction.atomic():
        save([changed(duel, 1, 1)])
    assert Round.objects.count() == 0
    assert Duel.objects.get(pk=duel.pk).round == 1
    assert duel.seats.get(name="Black").orders is None
    with transaction.atomic():
        save([changed(duel, 1)])
    assert Round.objects.count() == 1
    assert Duel.objects.get(pk=duel.pk).round == 7
