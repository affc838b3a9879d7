from datetime import UTC, date, datetime, timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts.models import EmailNotification, Vacation
from accounts.selectors import vacation_of
from accounts.services.mage_lifecycle import touch
from accounts.services.vacations import book_vacation, days_left, end_vacation, tell_ended
from duels.models import Duel, Seat
from duels.notifications import reminders
from duels.play import frames
from duels.play.actions import Forfeit
from duels.play.loading import table
from duels.play.transaction import perform
from duels.wording.time_controls import DAY, control_of
from tests.builders import a_guest, a_mage, a_user
from tests.duels.play.test_clock import answer, deadline, moment, order, tick, waiting
from tests.duels.tables import a_duel, at_once

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]

SPRING = datetime(2026, 3, 10, 12, tzinfo=UTC)
SLOW = {"pace": 3 * DAY}


def owner(duel, name="Black"):
    return duel.seats.get(name=name).mage.owner


def go_away(duel, days, after=0.0, name="Black", **fields):
    """Book a vacation of `days` days for the owner of a mage, `after` days after the current round was opened."""
    return book_vacation(user=owner(duel, name), days=days, now=moment(duel, after * DAY), **fields)


def refusal(**fields):
    with pytest.raises(ValidationError) as refused:
        book_vacation(**{"user": a_user(), "days": 7, "now": SPRING} | fields)
    return " ".join(refused.value.messages)


# Booking


def test_a_vacation_begins_now_or_at_midnight_and_lasts_whole_days():
    now = book_vacation(user=a_user(), days=3, now=SPRING)
    assert (now.began, now.until) == (SPRING, SPRING + timedelta(days=3))
    later = book_vacation(user=a_user(), days=3, start=date(2026, 3, 20), now=SPRING)
    assert (later.began, later.until) == (datetime(2026, 3, 20, tzinfo=UTC), datetime(2026, 3, 23, tzinfo=UTC))
    today = book_vacation(user=a_user(), days=3, start=SPRING.date(), now=SPRING)
    assert today.began == SPRING


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"days": 0}, "from 1 to 42 days"),
        ({"days": -3}, "from 1 to 42 days"),
        ({"days": 43}, "from 1 to 42 days"),
        ({"days": 10**12}, "from 1 to 42 days"),
        ({"start": date(2026, 3, 9)}, "This day has passed"),
        ({"start": date(2027, 4, 1)}, "at most a year ahead"),
        ({"start": date.max}, "at most a year ahead"),
    ],
)
def test_an_invalid_vacation_is_refused_with_the_limits(fields, why):
    assert why in refusal(**fields)
    assert not Vacation.objects.exists()


def test_guests_have_no_vacation():
    assert "account" in refusal(user=a_guest().owner)


def test_two_vacations_do_not_overlap():
    user = a_user()
    book_vacation(user=user, days=3, start=date(2026, 3, 20), now=SPRING)
    assert "from 20 March to 23 March" in refusal(user=user, days=11)
    book_vacation(user=user, days=2, now=SPRING)
    assert "already" in refusal(user=user, days=1)


def test_vacation_days_are_limited_per_year():
    user = a_user()
    book_vacation(user=user, days=30, now=SPRING)
    assert days_left(user, 2026) == 12
    assert "12 of 42 vacation days left in 2026" in refusal(user=user, days=13, start=date(2026, 6, 1))
    book_vacation(user=user, days=12, start=date(2026, 6, 1), now=SPRING)
    assert "0 of 42" in refusal(user=user, days=1, start=date(2026, 8, 1))
    book_vacation(user=user, days=30, start=date(2027, 1, 2), now=SPRING)


def test_a_vacation_over_new_year_counts_in_both_years():
    user = a_user()
    book_vacation(user=user, days=10, start=date(2026, 12, 29), now=SPRING)
    assert (days_left(user, 2026), days_left(user, 2027)) == (39, 35)


def test_a_vacation_cut_short_uses_up_the_days_that_have_begun():
    user = a_user()
    vacation = book_vacation(user=user, days=10, now=SPRING)
    end_vacation(user=user, vacation_id=vacation.pk, now=SPRING + timedelta(days=2, hours=1))
    assert days_left(user, 2026) == 39
    again = book_vacation(user=user, days=1, now=SPRING + timedelta(days=2, hours=1))
    end_vacation(user=user, vacation_id=again.pk, now=SPRING + timedelta(days=2, hours=1))
    assert days_left(user, 2026) == 38


def test_a_future_vacation_is_cancelled_without_affecting_other_users():
    user = a_user()
    vacation = book_vacation(user=user, days=10, start=date(2026, 5, 1), now=SPRING)
    end_vacation(user=a_user(), vacation_id=vacation.pk, now=SPRING)
    assert vacation_of(user.pk, SPRING) == vacation
    for _ in range(2):
        end_vacation(user=user, vacation_id=vacation.pk, now=SPRING)
    assert days_left(user, 2026) == 42


@pytest.mark.django_db(transaction=True)
def test_of_two_concurrent_bookings_one_succeeds():
    user, outcomes = a_user(), []

    def book():
        try:
            outcomes.append(book_vacation(user=user, days=25))
        except ValidationError as error:
            outcomes.append(error)

    at_once(book, book)
    assert sorted(isinstance(outcome, Vacation) for outcome in outcomes) == [False, True]
    assert Vacation.objects.count() == 1


# Clocks


def test_a_vacation_pauses_a_slow_clock_which_resumes_with_the_time_left():
    duel = a_duel(**SLOW)
    order(duel, "White")
    go_away(duel, 10, after=1)
    assert deadline(duel) == 13 * DAY
    assert not tick(duel, 13 * DAY - 1)
    assert tick(duel, 13 * DAY)


def test_a_future_vacation_moves_the_deadline_until_it_is_cancelled():
    duel = a_duel(**SLOW)
    order(duel, "White")
    day = (moment(duel, 0) + timedelta(days=2)).date()
    began = datetime(day.year, day.month, day.day, tzinfo=UTC)
    book_vacation(user=owner(duel), days=5, start=day)
    assert deadline(duel) == 8 * DAY
    vacation = vacation_of(owner(duel).pk, timezone.now())
    assert vacation.began == began
    end_vacation(user=owner(duel), vacation_id=vacation.pk)
    assert deadline(duel) == 3 * DAY


def test_clocks_of_players_who_are_not_on_vacation_run_on():
    duel = a_duel(a_mage("Black"), a_mage("White"), a_mage("Grey"), **SLOW)
    go_away(duel, 10)
    assert tick(duel, 3 * DAY)
    assert waiting(duel) == ["Black"]
    assert deadline(duel) == 13 * DAY
    assert dict(Seat.objects.values_list("name", "missed")) == {"Black": 0, "White": 1, "Grey": 1}


def test_orders_end_the_vacation_in_all_duels_of_the_player():
    here, elsewhere = (a_duel(a_mage("Black"), a_mage("White"), **SLOW) for _ in range(1)), None
    (here,) = here
    elsewhere = a_duel(owner(here).mages.get(), a_mage("Grey"), **SLOW)
    order(here, "White"), order(elsewhere, "Grey")
    go_away(here, 20)
    assert (deadline(here), deadline(elsewhere)) == (23 * DAY, pytest.approx(23 * DAY, abs=1))
    order(here, "Black", 4 * DAY)
    assert Vacation.objects.get().until == moment(here, 0)
    assert deadline(here) == 3 * DAY
    assert deadline(elsewhere) == pytest.approx(7 * DAY, abs=1)


@pytest.mark.parametrize("play_on", ["an order in a live duel", "an answer", "a forfeit", "post a challenge"])
def test_any_action_of_the_player_ends_the_vacation(play_on):
    duel = a_duel() if play_on == "an order in a live duel" else a_duel(**SLOW)
    if play_on == "an answer":
        for left in "FFF":
            order(duel, "Black", left=left), order(duel, "White")
    go_away(duel, 20)
    now = moment(duel, 60)
    if play_on == "an order in a live duel":
        order(duel, "Black", 60)
    elif play_on == "an answer":
        answer(duel, "Black", 60, {"paralyze": {"White": "left"}})
    elif play_on == "a forfeit":
        perform([Forfeit(slug=duel.slug, wizard="Black", round_number=None)], now=now)
    else:
        touch([duel.seats.get(name="Black").mage_id], now)
    assert Vacation.objects.get().until == now


def test_refused_orders_and_orders_of_others_end_no_vacation():
    duel = a_duel(**SLOW)
    vacation = go_away(duel, 20)
    order(duel, "Black", left="?"), order(duel, "White", 5)
    assert Vacation.objects.get().until == vacation.until


def test_a_vacation_does_not_stop_live_clocks():
    duel = a_duel(pace=60)
    go_away(duel, 5)
    assert deadline(duel) == 60
    assert frames.whole(table(duel.slug), None).vacations == {}


def test_a_duel_that_begins_during_a_vacation_waits_for_its_end():
    user = a_user()
    book_vacation(user=user, days=10)
    duel = a_duel(a_mage("Black", owner=user), a_mage("White"), **SLOW)
    order(duel, "White")
    assert deadline(duel) == pytest.approx(13 * DAY, abs=1)


@pytest.mark.django_db(transaction=True)
def test_a_duel_started_while_a_vacation_is_booked_includes_it():
    for _ in range(6):
        user, other = a_user(), a_mage()
        mage = a_mage(owner=user)
        at_once(
            lambda mage=mage, other=other: a_duel(mage, other, **SLOW),
            lambda user=user: book_vacation(user=user, days=10),
        )
        duel = Duel.objects.get(seats__mage=mage)
        order(duel, other.name)
        assert deadline(duel) == pytest.approx(13 * DAY, abs=10)


def test_a_vacation_also_stops_the_mountains_clock_and_reminders():
    duel = a_duel(**control_of("mountain"))
    order(duel, "White")
    go_away(duel, 10, after=5)
    reminders.remind_late(moment(duel, 14 * DAY))
    assert not EmailNotification.objects.filter(about=EmailNotification.About.REMINDER).exists()
    reminders.remind_late(moment(duel, 17 * DAY))
    assert EmailNotification.objects.filter(about=EmailNotification.About.REMINDER).count() == 1
    assert deadline(duel) == 31 * DAY


# Other players' views


def test_viewers_see_vacations_and_the_delays_of_deadlines():
    duel = a_duel(**SLOW)
    before = Duel.objects.get().version
    now = timezone.now()
    vacation = book_vacation(user=owner(duel), days=10, now=now)
    assert Duel.objects.get().version == before + 1
    for viewer in ("Black", "White", None):
        seen = frames.whole(table(duel.slug), viewer)
        away = seen.vacations["Black"]
        assert (away["began"], away["until"]) == tuple(
            round(at.timestamp() * 1000) for at in (vacation.began, vacation.until)
        )
        assert away["later"] == pytest.approx(10 * DAY * 1000, abs=2)
        assert seen.deadline == round(moment(duel, 3 * DAY).timestamp() * 1000)
        assert "White" not in seen.vacations


def test_in_stopped_time_a_vacation_does_not_reveal_who_acts():
    duel = a_duel(**SLOW)
    for left, right in zip("SPPC", "---C", strict=True):
        order(duel, "Black", left=left, right=right, target={"both": "Black", "left": "Black"}), order(duel, "White")
    book_vacation(user=owner(duel), days=10)
    seen = frames.whole(table(duel.slug), "White")
    assert (seen.deadline, seen.waiting, seen.vacations["Black"]["later"]) == (None, [], 0)


def test_a_past_vacation_is_hidden_once_it_postpones_no_deadline():
    duel = a_duel(**SLOW)
    vacation = book_vacation(user=owner(duel), days=10)
    end_vacation(user=owner(duel), vacation_id=vacation.pk)
    seen = frames.whole(table(duel.slug), None)
    assert set(seen.vacations) <= {"Black"}
    order(duel, "Black", 1), order(duel, "White", 1)
    assert frames.whole(table(duel.slug), None).vacations == {}


# The page


@pytest.fixture
def traveller(client):
    user = a_user("traveller")
    client.force_login(user)
    return user


def test_a_vacation_is_booked_and_ended_on_its_page(client, traveller, monkeypatch):
    monkeypatch.setattr(
        timezone, "now", lambda: datetime(2026, 6, 1, 12, tzinfo=UTC)
    )  # so that the vacation is within a single year
    page = client.post("/vacation/", {"days": "5", "start": ""}, follow=True).content.decode()
    assert "You’re on vacation until" in page
    assert "<strong>37</strong> of 42 vacation days left" in page
    page = client.post("/vacation/", {"end": Vacation.objects.get().pk}, follow=True).content.decode()
    assert "you have no vacation booked" in page
    assert Vacation.objects.get().until <= timezone.now()


def test_a_vacation_for_later_is_cancelled_on_its_page(client, traveller):
    start = (timezone.now() + timedelta(days=3)).date()
    page = client.post("/vacation/", {"days": "5", "start": start.isoformat()}, follow=True).content.decode()
    assert "You’ll be on vacation from" in page
    client.post("/vacation/", {"end": Vacation.objects.get().pk})
    assert not Vacation.objects.exists()


@pytest.mark.parametrize(
    "given",
    [
        {"days": "0"},
        {"days": "43"},
        {"days": "x"},
        {"days": "3", "start": "2001-01-01"},
        {"days": "3", "start": "soon"},
    ],
)
def test_bad_input_is_refused_on_the_page_and_changes_nothing(client, traveller, given):
    page = client.post("/vacation/", given)
    assert page.status_code == 200
    assert 'class="errorlist' in page.content.decode()
    assert not Vacation.objects.exists()


@pytest.mark.parametrize("number", ["", "x", "-1", "99999999999999999999999", "4711"])
def test_ending_a_vacation_that_is_not_ones_own_changes_nothing(client, traveller, number):
    other = book_vacation(user=a_user(), days=3)
    assert client.post("/vacation/", {"end": number}).status_code == 302
    other.refresh_from_db()
    assert other.until > timezone.now()


def test_visitors_and_guests_are_redirected_to_log_in_or_sign_up(client):
    assert client.get("/vacation/").url.startswith("/accounts/login/")
    client.force_login(a_guest().owner)
    assert client.get("/vacation/").url == "/keep/"


# Notifications


def reminders_of(user):
    return list(
        EmailNotification.objects.filter(user=user, about=EmailNotification.About.REMINDER).values_list(
            "text", flat=True
        )
    )


def test_the_end_of_a_vacation_is_notified_once_in_the_browsers_time_zone():
    user = a_user(time_zone="America/New_York")
    vacation = book_vacation(user=user, days=2, now=SPRING)
    tell_ended(vacation.until - timedelta(seconds=1))
    assert reminders_of(user) == []
    for _ in range(2):
        tell_ended(vacation.until + timedelta(minutes=1))
    assert reminders_of(user) == [
        "Your vacation ended on 12 March 2026, 08:00 EDT. The clocks of your correspondence duels are running again."
    ]


def test_a_user_whose_orders_end_a_vacation_is_notified():
    duel = a_duel(**SLOW)
    go_away(duel, 10)
    order(duel, "Black", DAY + 60)
    assert len(reminders_of(owner(duel))) == 1
    tell_ended(moment(duel, DAY + 120))
    assert len(reminders_of(owner(duel))) == 1


def test_a_user_who_ends_a_vacation_by_hand_is_not_notified():
    user = a_user()
    vacation = book_vacation(user=user, days=10)
    end_vacation(user=user, vacation_id=vacation.pk)
    tell_ended()
    assert reminders_of(user) == []


def test_the_page_has_the_times_of_a_vacation_in_the_zone_of_the_browser(client, monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: SPRING)
    client.force_login(user := a_user())
    client.cookies["zone"] = "Europe/Berlin"
    page = client.post("/vacation/", {"days": "2", "start": "2026-03-20"}, follow=True).content.decode()
    assert "from 20 March 2026, 00:00 CET until 22 March 2026, 00:00 CET" in page
    assert "UTC" not in page
    user.refresh_from_db()
    assert user.time_zone == "Europe/Berlin"
