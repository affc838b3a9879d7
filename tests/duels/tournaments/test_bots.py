"""Tests for arenas that admit only bots, and the leaderboard of bots."""

import re

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from accounts.models import Mage, User
from duels.models import Standing
from duels.tournaments.bots import bots
from duels.tournaments.entering import join
from duels.tournaments.listing import coming
from tests.builders import a_mage, a_user
from tests.duels.people import as_user
from tests.duels.tournaments.arenas import HOUR, an_arena

pytestmark = pytest.mark.django_db

REGULAR = {"name": "", "bots": True, "only_bots": True}


def a_bot(username, **fields):
    return a_mage(username.title(), owner=a_user(username=username, is_bot=True, **fields))


def over(number, *points):
    """Create the regular arena of `number` days ago, which is over.

    `points` contains pairs of a mage and the points that this mage has won.
    """
    starts = timezone.now() - number * 24 * HOUR
    arena = an_arena(**REGULAR, state="finished", starts=starts, ends=starts + HOUR)
    for mage, won in points:
        arena.entries.create(user=mage.owner, mage=mage, points=won, wins=1 if won else 0, losses=1)


def test_an_arena_for_bots_admits_nobody_else_and_is_not_offered_to_people():
    arena = an_arena(**REGULAR)
    with pytest.raises(ValidationError, match="Only bots can join"):
        join(slug=arena.slug, mage=a_mage())
    assert join(slug=arena.slug, mage=a_bot("hal")).is_active
    assert coming(None) == []
    assert re.search(r">Hal</a>\s*<span class=\"badge\"[^>]*>bot<", Client().get(f"/tournaments/{arena.slug}/").text)


def test_a_person_is_told_who_may_join_and_gets_no_guest_account():
    arena = an_arena(**REGULAR)
    visitor = Client()
    page = visitor.get(f"/tournaments/{arena.slug}/").content.decode()
    assert "Only bots can join" in page
    assert "No account needed" not in page
    visitor.post(f"/tournaments/{arena.slug}/join/")
    assert not User.objects.exists()


def test_bots_are_ranked_by_arenas_won_then_by_points_then_by_rating():
    hal, deep, idle, lucky = (a_bot(name) for name in ("hal", "deep", "idle", "lucky"))
    a_bot("unseen")
    over(7, (hal, 4), (deep, 9), (lucky, 0))
    over(14, (hal, 8), (deep, 2))
    over(21, (hal, 1), (lucky, 0))
    Standing.objects.create(mage=idle, rating=1650.4, wins=3)
    Standing.objects.create(mage=lucky, rating=1800, wins=2)  # too few duels
    found = [(it.place, it.username, it.won, it.arenas, it.points, it.rating) for it in bots()]
    assert found == [
        (1, "hal", 2, 3, 13, ""),
        (2, "deep", 1, 2, 11, ""),
        (3, "idle", 0, 0, 0, "1650?"),
        (4, "lucky", 0, 2, 0, ""),
    ]
    over(28, (deep, 5))  # alone against house wizards
    assert [(it.username, it.won, it.points) for it in bots()][:2] == [("hal", 2, 13), ("deep", 1, 16)]
    Mage.objects.filter(pk=idle.pk).update(ended=timezone.now(), end="died")
    assert "idle" not in [it.username for it in bots()]


def test_bots_that_share_the_first_place_have_all_won():
    over(7, (a_bot("hal"), 4), (a_bot("deep"), 4), (a_bot("lucky"), 2))
    assert [(it.username, it.won) for it in bots()] == [("hal", 1), ("deep", 1), ("lucky", 0)]


def test_arenas_of_users_do_not_count():
    hal = a_bot("hal")
    arena = an_arena(**(REGULAR | {"name": "Mine"}), state="finished", host=a_user())
    arena.entries.create(user=hal.owner, mage=hal, points=4, wins=2)
    assert bots() == []


def test_the_page_of_bots_names_their_authors_and_the_next_arena():
    shown = Client().get("/bots/").content.decode()
    assert "Bots will appear here after their first arena." in shown
    hal = a_bot("hal")
    over(7, (hal, 4.5), (a_bot("deep"), 1))
    an_arena(**REGULAR, state="upcoming", starts=timezone.now() + HOUR, ends=timezone.now() + 2 * HOUR)
    program = as_user(hal.owner)
    program.post("/settings/bot/", {"author": "  Dr.  Chandra "})
    assert 'value="Dr. Chandra"' in program.get("/settings/bot/").content.decode()
    shown = " ".join(Client().get("/bots/").content.decode().split())
    assert '<a href="/user/hal/">hal</a></th> <td>Dr. Chandra</td> <td class="number"><strong>1</strong></td>' in shown
    assert "Weekly bot arena</a>" in shown
    assert 'href="/api/">Write a bot' in shown


@pytest.mark.parametrize("author", ["x" * 41, "A kike"])
def test_an_author_that_is_too_long_or_rude_is_refused(author):
    hal = a_bot("hal")
    as_user(hal.owner).post("/settings/bot/", {"author": author})
    hal.owner.refresh_from_db()
    assert hal.owner.author == ""
