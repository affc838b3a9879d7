"""Tests for the daily job that reports suspicious pairs of users to the moderators."""

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client
from django.utils import timezone

from accounts.models import Measure, Report
from accounts.services.moderation import take_measure
from duels.jobs import JOBS
from duels.ladder import settlement
from duels.moderation.fair_play import report_suspicions
from tests.builders import a_mage, a_result, a_user, rows_of_a_duel

pytestmark = pytest.mark.django_db


NO_ROUND = {}
BY_HIT_POINTS = {"orders": {}, "chance": {"adjudged": ["White"]}}
OUT_OF_TIME = {"orders": {"White": {"forfeit": True, "timed_out": True}}, "chance": {}}


@pytest.fixture
def pair():
    return a_mage("Black", owner=a_user("arthur")), a_mage("White", owner=a_user("bors"))


def given_away(winner, loser, *, times=5, ago=timedelta(hours=1), rounds=3, hit_points=15, last=NO_ROUND, **fields):
    """Settle `times` duels in which `loser` surrendered to `winner`. `last` is the record of the last round."""
    result = a_result(won=[winner.name], surrendered=[loser.name])
    for _ in range(times):
        ended = timezone.now() - ago
        duel = rows_of_a_duel(winner, loser, result=result, ended=ended, round=rounds + 1, **fields)
        settlement.settle(duel, duel.seats.all(), {loser.name: rounds}, {loser.name: hit_points}, last)


def dismiss(report, kind=Measure.Kind.NOTHING):
    take_measure(moderator=a_user(is_staff=True), kind=kind, why="They share a computer", report=report)


def test_a_suspicious_pair_is_reported_once_with_its_duels(pair):
    given_away(*pair)
    assert (report_suspicions(), report_suspicions()) == (1, 0)
    report = Report.objects.get()
    arthur, bors = (mage.owner for mage in pair)
    assert (report.accused, report.reporter, report.state) == (arthur, None, "open")
    assert report.about == f"pair:{arthur.pk}-{bors.pk}"
    assert report.why.startswith(
        "Fair play? arthur has won 5 of 5 rated duels with bors in 14 days: most of them short"
    )
    assert len(set(report.quote.split())) == 5
    assert report.path in report.quote


def test_the_desk_of_moderators_links_the_duels(pair):
    given_away(*pair)
    report_suspicions()
    desk = Client()
    desk.force_login(a_user(is_staff=True))
    report = Report.objects.get()
    page = desk.get(f"/admin/accounts/report/{report.pk}/change/").content.decode()
    assert all(f'<a href="{path}">' in page for path in report.quote.split())


@pytest.mark.parametrize(
    "fields",
    [
        {"times": 4, "rounds": 9},
        {"ago": timedelta(days=15)},
        {"counts": False},
        {"melee": True},
        {"rounds": 20, "hit_points": 2},
        {"last": BY_HIT_POINTS},
        {"last": OUT_OF_TIME, "rounds": 6},
    ],
    ids=["few", "long ago", "casual", "melees", "in earnest", "by hit points", "out of time"],
)
def test_other_duels_are_not_suspicious(pair, fields):
    given_away(*pair, **fields)
    assert report_suspicions() == 0


def test_a_dismissed_pair_is_left_alone_for_sixty_days(pair):
    given_away(*pair)
    report_suspicions()
    dismiss(Report.objects.get())
    later = timezone.now() + timedelta(days=59)
    given_away(*pair, ago=timedelta(days=-58))
    assert report_suspicions(later) == 0
    assert report_suspicions(later + timedelta(days=2)) == 1


def test_after_a_warning_only_new_duels_are_reported(pair):
    given_away(*pair)
    report_suspicions()
    dismiss(Report.objects.get(), Measure.Kind.WARNED)
    assert report_suspicions(timezone.now() + timedelta(days=13)) == 0
    given_away(*pair, ago=timedelta(days=-15))
    assert report_suspicions(timezone.now() + timedelta(days=16)) == 1


def a_session(mage, *, ip="192.0.2.7", agent="Firefox"):
    UserSession.objects.create(user=mage.owner, ip=ip, user_agent=agent, session_key=f"key of {mage}")


@pytest.mark.parametrize(("other", "reports"), [({}, 1), ({"agent": "Safari"}, 0), ({"ip": "192.0.2.8"}, 0)])
def test_users_who_share_a_browser_are_reported_without_their_address(pair, other, reports):
    given_away(*pair, times=2, rounds=20, hit_points=2)
    a_session(pair[0])
    a_session(pair[1], **other)
    assert report_suspicions() == reports
    assert [("same browser" in it.why, "192.0.2" in it.why + it.quote) for it in Report.objects.all()] == [
        (True, False)
    ] * reports


def test_the_worker_looks_for_them_daily():
    (job,) = [job for job in JOBS if job.do is report_suspicions]
    assert job.every == 24 * 60 * 60
