"""Rows read by written statements are what Django reads."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Mage
from duels.models import Duel, Round, Seat
from duels.play.rows import rows
from duels.play.transaction import submit_orders
from tests.builders import a_mage
from tests.duels.tables import a_duel, columns_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]


@pytest.fixture
def _played():
    duel = a_duel(a_mage("Black"), a_mage("White"), options={"haste": "pair"}, pace=60, reserve=90)
    for wizard in ("Black", "White"):
        submit_orders(duel=duel, wizard=wizard, round_number=1, orders={"left": "P", "right": "W", "say": "„Hm“"})
    submit_orders(duel=duel, wizard="Black", round_number=2, orders={"left": "-", "right": "-"})
    Mage.objects.update(active=timezone.now() - timedelta(days=3))


@pytest.mark.usefixtures("_played")
@pytest.mark.parametrize("model", [Duel, Seat, Round, Mage])
def test_they_are_what_django_reads(model):
    table = model._meta.db_table
    read = rows(model, f"SELECT * FROM {table} WHERE id > %s ORDER BY id", [0])
    assert read == list(model.objects.order_by("id"))
    assert [columns_of(row) for row in read] == [columns_of(row) for row in model.objects.order_by("id")]
    assert not any(row.get_deferred_fields() or row._state.adding for row in read)


@pytest.mark.usefixtures("_played")
def test_what_stands_beside_their_columns_is_an_attribute():
    statement = f"SELECT 2 AS two, {Seat._meta.db_table}.*, 'x' AS letter FROM {Seat._meta.db_table}"
    assert [(seat.two, seat.letter, seat.name) for seat in rows(Seat, statement, [])] == [
        (2, "x", "Black"),
        (2, "x", "White"),
    ]


def test_none_are_none():
    assert rows(Duel, f"SELECT * FROM {Duel._meta.db_table} WHERE slug = %s", ["nowhere"]) == []
