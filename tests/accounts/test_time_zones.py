from datetime import UTC, datetime

import pytest
from django.test import Client
from django.utils import timezone

from tests.builders import a_mage, a_result, a_user, rows_of_a_duel
from tests.duels.people import as_user

pytestmark = pytest.mark.django_db


def duels_seen_in(zone):
    black, white = a_mage(), a_mage()
    ended = datetime(2026, 5, 1, 23, 30, tzinfo=UTC)
    rows_of_a_duel(black, white, ended=ended, result=a_result(won=[black.name], killed=[white.name]))
    client = Client()
    client.cookies["zone"] = zone
    return client.get("/duels/?show=finished").content.decode()


@pytest.mark.parametrize(
    ("zone", "shown"),
    [
        ("Europe/Berlin", 'title="2 May 2026, 01:30 CEST" data-ago>2 May 2026<'),
        ("", 'title="1 May 2026, 23:30 UTC" data-ago>1 May 2026<'),
        ("../../etc/passwd", 'title="1 May 2026, 23:30 UTC" data-ago>1 May 2026<'),
    ],
)
def test_times_are_in_the_zone_of_the_browser(zone, shown):
    assert shown in duels_seen_in(zone)


def test_the_zone_of_one_request_does_not_affect_the_next():
    duels_seen_in("Europe/Berlin")
    assert timezone.get_current_timezone_name() == "UTC"
    assert "CEST" not in duels_seen_in("")


def test_a_new_browser_gets_the_zone_that_is_stored_for_the_user():
    user = a_user(time_zone="America/New_York")
    assert "time zone: America/New York" in as_user(user).get("/tournaments/new/arena/").content.decode()
    assert "time zone: UTC" in as_user(a_user()).get("/tournaments/new/arena/").content.decode()
