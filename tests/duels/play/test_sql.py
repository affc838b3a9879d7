"""What a transaction writes together; PostgreSQL answers to it at its end."""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from duels.models import Duel, Round
from duels.play import sql
from duels.play.changeset import Played
from tests.builders import a_mage
from tests.duels.tables import a_duel

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_round_that_is_written_twice_undoes_all_and_the_connection_goes_on():
    duel = a_duel(a_mage("Black"), a_mage("White"))
    duel.round = 7
    played = Played(duel, 1, "normal", {}, {}, timezone.now())
    with pytest.raises(IntegrityError), transaction.atomic():
        sql.write(duels=[duel], seats=list(duel.seats.all()), rounds=[played, played], undrafted=[])
    assert Round.objects.count() == 0
    assert Duel.objects.get(pk=duel.pk).round == 1
    with transaction.atomic():
        sql.write(duels=[duel], seats=list(duel.seats.all()), rounds=[played], undrafted=[])
    assert Round.objects.count() == 1
    assert Duel.objects.get(pk=duel.pk).round == 7
