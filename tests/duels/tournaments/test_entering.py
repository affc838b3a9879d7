from datetime import UTC, datetime, timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts.models import EmailNotification, Mage, User
from accounts.permissions import Forbidden
from duels.clubs.joining import leave as leave_club
from duels.clubs.running import close_club
from duels.jobs import JOBS
from duels.models import Entry, Standing, Tournament
from duels.tournaments import schedule
from duels.tournaments.entering import AWAY, cancel_tournament, create_tournament, join, leave, stay
from duels.tournaments.listing import coming, finished_tournaments, open_tournaments
from duels.tournaments.notifications import SOON
from tests.builders import a_guest, a_mage, a_user
from tests.duels.clubs.clubs import a_club
from tests.duels.tournaments.arenas import HOUR, an_arena, joined, pass_time, players

pytestmark = pytest.mark.django_db


def terms(**fields):
    given = {"name": "Friday night", "starts": timezone.now() + HOUR, "minutes": 60, "book": "warlocks", "pace": 30}
    return given | {"reserve": 300, "friendly": False} | fields


def upcoming(**fields):
    now = timezone.now()
    return an_arena(state="upcoming", starts=now + HOUR, ends=now + 2 * HOUR, **fields)


# Creating


def test_a_user_creates_a_tournament():
    host = a_user()
    made = create_tournament(host=host, **terms())
    assert (made.state, made.ends - made.starts, made.book, made.host) == ("upcoming", HOUR, "warlocks", host)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"minutes": 20}, "30 to 120 minutes"),
        ({"minutes": 121}, "30 to 120 minutes"),
        ({"starts": timezone.now() - HOUR}, "must be in the future"),
        ({"starts": timezone.now() + timedelta(days=31)}, "at most 30 days from now"),
        ({"lowest": 1600, "highest": 1500}, "below the minimum"),
        ({"pace": 24 * 60 * 60}, "needs a clock"),
        ({"format": "swiss", "rounds": 2}, "3 to 9 rounds"),
        ({"format": "swiss", "rounds": 10}, "3 to 9 rounds"),
    ],
)
def test_impossible_terms_are_refused(given, why):
    with pytest.raises(ValidationError, match=why):
        create_tournament(host=a_user(), **terms(**given))
    assert not Tournament.objects.exists()


def test_guests_cannot_create_a_tournament_and_users_only_two_at_once():
    with pytest.raises(Forbidden):
        create_tournament(host=a_guest().owner, **terms())
    host = a_user()
    for _ in range(2):
        create_tournament(host=host, **terms())
    with pytest.raises(ValidationError, match="already host 2"):
        create_tournament(host=host, **terms())


@pytest.mark.parametrize(
    "close", [lambda slug, _leader: close_club(slug=slug), lambda slug, leader: leave_club(slug=slug, user_id=leader)]
)
def test_closing_a_club_cancels_its_next_tournaments_and_notifies_players(close):
    mage, other = a_mage(), upcoming()
    club = a_club("Newts", mage.owner)
    joined(upcoming(club=club), mage)
    running = an_arena(club=club)
    close(club.slug, mage.owner_id)
    assert set(Tournament.objects.values_list("pk", flat=True)) == {other.pk, running.pk}
    assert "club has been closed" in EmailNotification.objects.get(user=mage.owner, about="duel").text


def test_the_running_tournament_of_a_closed_club_goes_on_for_its_players_only():
    club = a_club("Newts", (mage := a_mage()).owner)
    arena, other = an_arena(club=club), a_user()
    (entry,) = joined(arena, mage)
    close_club(slug=club.slug)
    with pytest.raises(ValidationError, match="club has been closed"):
        join(slug=arena.slug, mage=a_mage(owner=other))
    leave(slug=arena.slug, user_id=entry.user_id)
    assert join(slug=arena.slug, mage=mage).is_active
    for listed in (open_tournaments, lambda user: [it.tournament for it in coming(user)]):
        assert [list(listed(user)) for user in (entry.user_id, other.pk, None)] == [[arena], [], []]
    Tournament.objects.update(state="finished")
    assert [list(finished_tournaments(user)) for user in (entry.user_id, other.pk)] == [[arena], []]


def test_a_host_cancels_before_the_start_and_the_players_are_notified():
    arena = upcoming(host=a_user())
    (entry,) = players(arena, 1)
    with pytest.raises(Forbidden):
        cancel_tournament(slug=arena.slug, user=entry.user)
    cancel_tournament(slug=arena.slug, user=arena.host)
    assert not Tournament.objects.exists()
    assert EmailNotification.objects.get(user=entry.user).subject == "Cancelled: Evening"
    running = an_arena(host=arena.host)
    with pytest.raises(ValidationError, match="already started"):
        cancel_tournament(slug=running.slug, user=running.host)


# Joining and leaving


def test_joining_again_changes_nothing_but_the_mage():
    arena = an_arena()
    one = a_mage()
    first = join(slug=arena.slug, mage=one)
    again = join(slug=arena.slug, mage=(other := a_mage(owner=one.owner)))
    assert (again.pk, again.mage) == (first.pk, other)
    assert Entry.objects.count() == 1


def test_a_break_keeps_the_results_and_ends_on_return():
    arena = an_arena()
    (entry,) = joined(arena, mage := a_mage(), points=6)
    leave(slug=arena.slug, user_id=entry.user_id)
    entry.refresh_from_db()
    assert (entry.state, entry.points) == ("paused", 6)
    join(slug=arena.slug, mage=mage)
    entry.refresh_from_db()
    assert (entry.state, entry.points) == ("active", 6)


def test_before_the_start_leaving_withdraws_the_entry():
    arena = upcoming()
    (entry,) = players(arena, 1)
    leave(slug=arena.slug, user_id=entry.user_id)
    assert not arena.entries.exists()


def a_bot():
    return a_mage(owner=a_user(is_bot=True))


def a_strong_mage():
    Standing.objects.create(mage=(mage := a_mage()), rating=1900)
    return mage


@pytest.mark.parametrize(
    ("fields", "who", "why"),
    [
        ({}, a_bot, "Bots can’t join this tournament"),
        ({"friendly": False}, a_guest, "need an account"),
        ({"account_days": 7}, a_mage, "must be at least 7 days old"),
        ({"highest": 1600}, a_strong_mage, "rating of 1900 is outside"),
        ({"lowest": 1600}, a_mage, "rating of 1500 is outside"),
        ({"state": "finished"}, a_mage, "is over"),
    ],
)
def test_a_tournament_admits_only_those_who_fit_its_terms(fields, who, why):
    arena, mage = an_arena(**fields), who()
    with pytest.raises(ValidationError, match=why):
        join(slug=arena.slug, mage=mage)
    assert not arena.entries.exists()


def test_those_who_fit_the_terms_are_admitted():
    arena = an_arena(bots=True, lowest=1800, account_days=7)
    old = User.objects.create_user("old", date_joined=timezone.now() - timedelta(days=8), is_bot=True)
    Standing.objects.create(mage=(mage := a_mage(owner=old)), rating=1900)
    assert join(slug=arena.slug, mage=mage).rating == 1900
    assert join(slug=an_arena().slug, mage=a_guest()).is_active


def test_another_mage_must_fit_the_terms_too():
    arena = an_arena(lowest=1400, highest=1600)
    (entry,) = joined(arena, a_mage())
    strong, fitting = a_mage(owner=entry.user), a_mage(owner=entry.user)
    Standing.objects.create(mage=strong, rating=1900)
    Standing.objects.create(mage=fitting, rating=1550)
    with pytest.raises(ValidationError, match="outside the range"):
        join(slug=arena.slug, mage=strong)
    assert join(slug=arena.slug, mage=fitting).rating == 1550


def test_a_tournament_that_fails_does_not_stop_the_others(monkeypatch, caplog):
    broken, sound = an_arena(), an_arena(ends=timezone.now() - timedelta(seconds=1))
    players(broken, 1)
    expire = schedule.expire_absent

    def fail_once(key, now):
        if key == broken.pk:
            raise KeyError("broken")
        expire(key, now)

    monkeypatch.setattr(schedule, "expire_absent", fail_once)
    schedule.run()
    assert not Tournament.objects.filter(pk=sound.pk).exists()  # it had no players
    assert broken.slug in caplog.text


def test_dead_mages_and_removed_players_cannot_return():
    arena = an_arena()
    (removed,) = joined(arena, mage := a_mage(), state="removed", absences=2)
    with pytest.raises(ValidationError, match="two of your duels"):
        join(slug=arena.slug, mage=mage)
    assert Entry.objects.get() == removed
    dead = a_mage()
    Mage.objects.filter(pk=dead.pk).update(ended=timezone.now(), end="died")
    with pytest.raises(ValidationError, match="no longer exists"):
        join(slug=arena.slug, mage=dead)


def test_a_player_who_comes_back_begins_to_wait_again():
    arena = an_arena()
    here, back = players(arena, 2)
    now = timezone.now()
    Entry.objects.update(free_since=now - HOUR)
    Entry.objects.filter(pk=back.pk).update(seen=now - AWAY - timedelta(seconds=1))
    stay(arena.slug, [here.user_id, back.user_id, a_user().pk], now)
    assert [entry.free_since for entry in Entry.objects.order_by("pk")] == [now - HOUR, now]
    assert {entry.seen for entry in Entry.objects.all()} == {now}


def test_nobody_meets_a_computer_player_at_the_very_start():
    arena = upcoming()
    (entry,) = players(arena, 1)
    Entry.objects.update(free_since=timezone.now() - HOUR)
    pass_time(HOUR.total_seconds())
    entry.refresh_from_db()
    assert entry.pairing is None


# The schedule


def test_tournaments_of_the_site_are_scheduled_once(client, settings):
    assert len(settings.ARENA_HOURS) == 3  # by default
    settings.ARENA_HOURS, settings.SWISS_TIMES, settings.CUP_TIMES = [3, 19], ["6:17", "2:20"], ["7:17"]
    settings.BOT_ARENA_TIMES, settings.MELEE_TIMES = ["3:19"], ["5:17"]
    now = datetime(2026, 12, 1, 12, tzinfo=UTC)  # a Tuesday
    for _ in range(2):
        schedule.schedule_regular(now)
    found = Tournament.objects.order_by("starts", "pk").values_list("format", "starts", "only_bots")
    assert [(format_, f"{it:%d %H}", only_bots) for format_, it, only_bots in found] == [
        ("arena", "01 19", False),
        ("swiss", "01 20", False),
        ("arena", "02 03", False),
        ("arena", "02 19", False),
        ("arena", "02 19", True),
        ("melee", "04 17", False),
        ("knockout", "06 17", False),
    ]
    swiss = Tournament.objects.get(format="swiss")
    cup = Tournament.objects.get(format="melee")
    assert (cup.rounds, cup.is_live, cup.host) == (3, True, None)
    for path in ("", "calendar.ics"):
        assert "Weekly melee cup" in client.get(f"/tournaments/{path}").text
    assert (swiss.rounds, swiss.is_live, swiss.host) == (5, True, None)
    schedule.schedule_regular(now + timedelta(days=7))
    assert Tournament.objects.filter(format="knockout").latest("starts").starts.month == 1
    settings.ARENA_HOURS = settings.SWISS_TIMES = settings.CUP_TIMES = settings.BOT_ARENA_TIMES = []
    settings.MELEE_TIMES = []
    count = Tournament.objects.count()
    schedule.schedule_regular(now + timedelta(days=70))
    assert Tournament.objects.count() == count


def test_the_worker_schedules_and_runs_tournaments():
    assert {schedule.run, schedule.schedule_regular} <= {job.do for job in JOBS}


def test_a_tournament_starts_in_time_and_notifies_its_players():
    arena = upcoming()
    (entry,) = players(arena, 1)
    pass_time()
    arena.refresh_from_db()
    assert arena.is_upcoming
    for _ in range(2):
        pass_time(HOUR.total_seconds())
    arena.refresh_from_db()
    assert arena.is_running
    told = EmailNotification.objects.get(user=entry.user, key__startswith="tournament")
    assert (told.subject, told.path) == ("Evening has started", f"/tournaments/{arena.slug}/")


def test_players_who_have_joined_early_are_reminded_once():
    arena = upcoming()
    early, _late = players(arena, 2)
    Entry.objects.filter(pk=early.pk).update(joined=arena.starts - 2 * SOON)
    pass_time(HOUR.total_seconds() - SOON.total_seconds() - 10)
    assert not EmailNotification.objects.exists()
    Entry.objects.exclude(pk=early.pk).update(joined=arena.starts - SOON / 2)
    for seconds in (1, 2):
        pass_time(HOUR.total_seconds() - SOON.total_seconds() + seconds)
    told = EmailNotification.objects.get()
    assert (told.user, told.subject) == (early.user, "Evening starts soon")
    assert told.ripe <= timezone.now()  # the e-mail does not wait


def test_a_tournament_that_nobody_joined_leaves_no_trace():
    an_arena()
    pass_time(2 * HOUR.total_seconds())
    assert not Tournament.objects.exists()
