"""Tests for the command `make_up`, whose rows must equal those that the services would have written."""

from datetime import timedelta
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.db.models import CharField, F
from django.db.models.functions import Cast as AsText
from django.utils import timezone

from accounts.models import Mage, User
from duels.ladder import settlement
from duels.ladder.repeats import DAYS, weight_of
from duels.make_up.people import People
from duels.make_up.plays import play
from duels.make_up.story import tell
from duels.models import Cast, Continuation, Duel, Opening, Outcome, Standing, Tally
from duels.play.loading import record_of
from duels.stats import tallies
from tests.builders import a_user
from wavinghands import engine

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made_up(django_db_setup, django_db_blocker):
    """Create forty made-up duels for all tests in this file. Each test undoes its changes."""
    with django_db_blocker.unblock(), transaction.atomic():
        call_command("make_up", duels=40, mages=60, plays=25, verbosity=0)
        yield
        transaction.set_rollback(True)


def record(duel):
    return record_of(duel, duel.seats.all(), duel.rounds.all())


def rows(model, *fields):
    return sorted(model.objects.values_list(*fields), key=str)


def counted():
    tally = ("mage", "book", "melee", "about", "key", "times", "won", "lost", "drawn")
    return rows(Tally, *tally), rows(Cast, "seat", "spell", "times"), rows(Duel, "slug", "ending", "by_the_book")


def settled():
    ratings = ("rating_before", "rating", "deviation", "ended")
    outcome = ("seat", "mage", "result", "fate", "points", "repeat", "weight", "score", *ratings)
    standing = ("mage", "melee", "score", "wins", "losses", "draws", "deaths", "rating", "deviation", "volatility")
    return rows(Outcome, *outcome), rows(Standing, *standing), rows(Mage, "name", "life", "ended", "end")


def test_a_play_is_the_same_for_the_same_number():
    assert play(7) == play(7)
    assert play(7) != play(8)


def test_made_up_users_are_not_mixed_with_others_unless_asked_for():
    options = {"duels": 3, "mages": 6, "plays": 2, "verbosity": 0}
    a_user()
    with pytest.raises(CommandError, match="There are users already"):
        call_command("make_up", **options)
    assert User.objects.count() == 1
    call_command("make_up", yes=True, **options)
    assert Duel.objects.count() == 3


def test_made_up_records_lead_to_their_stored_results(made_up):
    duels = Duel.objects.prefetch_related("seats", "rounds")
    assert len(duels) == 40
    for duel in duels:
        assert engine.load(record(duel)).result == duel.result
        assert duel.round == len(duel.rounds.all()) + 1


def test_made_up_statistics_equal_a_fresh_count(made_up):
    before = counted()
    assert before[0]
    assert before[1]
    Tally.objects.all().delete()
    Cast.objects.all().delete()
    Duel.objects.update(tallied=None, ending="", by_the_book=False)
    tallies.count_finished()
    assert counted() == before


def test_made_up_scores_ratings_and_deaths_equal_a_fresh_settlement(made_up):
    before = settled()
    Standing.objects.all().delete()
    Outcome.objects.all().delete()
    Mage.objects.update(ended=None, end="", folded=AsText(F("pk"), CharField()))  # all lives of a name at the same time
    for duel in Duel.objects.order_by("ended"):
        state = engine.load(record(duel))
        settlement.settle(duel, list(duel.seats.order_by("position")), settlement.falls(state))
    assert settled() == before


def test_made_up_repeated_wins_count_less_and_less():
    plays = [it for it in map(play, range(20)) if len(it.wizards) == 2 and not it.dead]
    people, known, weights = People(Random(3), mages=8), [], set()
    for tale in tell(plays, people, duels=400, until=timezone.now(), rng=Random(3)):
        owners = {tale.play.worth[name].result: mage for name, mage in zip(tale.play.wizards, tale.mages, strict=True)}
        if tale.counted and owners.keys() == {"won", "lost"}:
            pair = owners["won"].owner.username, owners["lost"].owner.username
            month = tale.ended - timedelta(days=DAYS)
            number = 1 + sum(users == pair and ended > month for ended, users in known)
            assert {row["weight"] for row in tale.counted.values()} == {weight_of(number)}
            known.append((tale.ended, pair))
            weights.add(weight_of(number))
    assert {1, 0.5} <= weights


def test_a_random_choice_of_mages_contains_no_mage_twice():
    for seed in range(20):
        people = People(Random(seed), mages=4)
        for _ in range(4):
            people.register(timezone.now())
        assert sorted(mage.name for mage in people.some(4)) == sorted(mage.name for mage in people.mages)


def openings():
    return rows(Opening, "seat", "line", "whose", "band", "result"), rows(
        Continuation, "book", "after", "pair", "whose", "band", "won", "drawn", "lost"
    )


def test_made_up_openings_equal_a_fresh_count(made_up):
    before = openings()
    assert before[0]
    call_command("count_openings", "--restart", verbosity=0)
    assert openings() == before
