from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from accounts.models import User
from duels.models import Duel
from duels.stats.activity import TELLING, activity
from tests.builders import a_mage, a_user, rows_of_a_duel

pytestmark = pytest.mark.django_db


def create_duels(hour, *, number=1, **fields):
    """Create `number` duels that started yesterday in this hour."""
    yesterday = (timezone.now() - timedelta(days=1)).date()
    started = datetime(yesterday.year, yesterday.month, yesterday.day, hour, 30, tzinfo=UTC)
    for _ in range(number):
        duel = rows_of_a_duel(a_mage(), a_mage(), **fields)
        Duel.objects.filter(pk=duel.pk).update(started=started)


def test_users_of_the_last_day_are_counted_and_cached():
    here, away = a_user(), a_user()
    User.objects.filter(pk=away.pk).update(active=timezone.now() - timedelta(days=2))
    assert activity().played == 1
    User.objects.filter(pk=here.pk).update(active=timezone.now() - timedelta(days=2))
    assert activity().played == 1
    cache.clear()
    assert activity().played == 0


def test_the_busiest_hours_need_enough_duels():
    create_duels(19, number=TELLING // 2)
    create_duels(3, number=TELLING // 4)
    assert activity().begins is None
    create_duels(20, number=TELLING // 2)
    create_duels(9, number=2 * TELLING, practice=True)
    cache.clear()
    told = activity()
    assert (told.begins.hour, told.ends.hour) == (19, 21)


def test_the_busiest_hours_may_span_midnight(client):
    create_duels(23, number=TELLING)
    create_duels(0, number=TELLING)
    told = activity()
    assert (told.begins.hour, told.ends.hour) == (23, 1)
    assert "Most duels start between 23:00 and 01:00 UTC." in client.get("/").content.decode()
