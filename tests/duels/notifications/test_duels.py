"""Notifications of duels: of turns, starts and ends, and those dropped because they are out of date."""

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Letter
from accounts.services import mail
from duels.challenges import joining, posting
from duels.challenges.terms import Terms
from duels.notifications import duels
from duels.play import clock
from duels.play.transaction import give_up, submit_orders
from duels.wording.time_controls import DAY
from tests.builders import a_guest, a_mage, a_user
from tests.duels.play.test_rounds_apart import REST, stopped
from tests.duels.tables import a_duel, make_overdue

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]


@pytest.fixture
def black():
    return a_mage("Black", owner=a_user("black", email="black@example.org"))


@pytest.fixture
def white():
    return a_mage("White", owner=a_user("white", email="white@example.org"))


@pytest.fixture
def slow(black, white):
    """A duel of days, its first round played."""
    return a_round(a_duel(black, white, pace=DAY))


def a_round(duel):
    for name in ("Black", "White"):
        order(duel, name)
    return duel


def order(duel, name, **orders):
    duel.refresh_from_db()
    submit_orders(duel=duel, wizard=name, round_number=duel.round, orders=REST | orders)


def soon():
    return timezone.now() + timedelta(seconds=15)


def turns():
    """Return the users who were notified of their turn and have not taken it."""
    duels.drop_overtaken()
    letters = Letter.objects.filter(about=Letter.About.TURN, sent=None, dropped=None).order_by("pk")
    return [letter.user.username for letter in letters.select_related("user")]


def test_who_is_awaited_in_a_slow_duel_is_told_once_a_round(slow):
    duels.write_turns(timezone.now())
    assert turns() == [], "players with an open page move at once"
    for _ in range(2):
        duels.write_turns(soon())
        assert turns() == ["black", "white"]
    a_round(slow)
    duels.write_turns(soon())
    assert turns() == ["black", "white"]
    assert Letter.objects.filter(about=Letter.About.TURN).count() == 4


def test_the_letter_says_which_duel_waits_for_whom_and_leads_there(slow):
    duels.write_turns(soon())
    letter = Letter.objects.filter(about=Letter.About.TURN, user__username="black").get()
    assert letter.subject == "Your turn: Black against White, round 2"
    assert letter.text.startswith("It’s your turn with Black. Submit your orders by ")
    assert letter.path == f"/duel/{slow.slug}/"


def test_who_has_played_meanwhile_gets_no_e_mail(slow, mailoutbox):
    Letter.objects.all().delete()
    duels.write_turns(soon())
    order(slow, "Black")
    duels.drop_overtaken()
    mail.send_ripe(timezone.now() + timedelta(minutes=6))
    assert [message.to for message in mailoutbox] == [["white@example.org"]]
    order(slow, "White")
    assert turns() == []


def test_an_answer_that_is_asked_is_a_turn_of_its_own(black, white):
    duel = a_duel(black, white, pace=DAY)
    for letters in zip("WFSW", "WFSW", strict=True):
        order(duel, "Black", left=letters[0], right="-")
        order(duel, "White")
    duel.refresh_from_db()
    duels.write_turns(soon())
    assert turns() == ["black", "white"]


@pytest.mark.parametrize("terms", [{"pace": 120}, {"pace": DAY - 1}])
def test_a_live_duel_writes_no_turns(black, white, terms):
    a_round(a_duel(black, white, **terms))
    duels.write_turns(soon())
    assert turns() == []


@pytest.mark.parametrize("terms", [{"pace": DAY}, {"pace": None}, {"pace": 21 * DAY, "mountain": True}])
def test_slow_duels_write_turns(black, white, terms):
    a_round(a_duel(black, white, **terms))
    duels.write_turns(soon())
    assert turns() == ["black", "white"]


def test_practice_writes_nothing(black):
    duel = a_duel(black, None, pace=None, practice=True, counts=False)
    order(duel, "Black")
    duels.write_turns(soon())
    give_up(duel=duel, wizard="Black")
    assert not Letter.objects.exists()


def test_a_stopped_time_is_told_to_those_alone_who_act_in_it(black, white):
    duel = stopped("Black", mages=(black, white), pace=DAY)
    Letter.objects.all().delete()
    duels.write_turns(soon())
    assert turns() == ["black"]
    order(duel, "Black")
    duels.write_turns(soon())
    assert set(turns()) == {"black", "white"}


def test_who_is_on_vacation_is_told_when_he_is_back(slow, black):
    away = black.owner.vacations.create(began=timezone.now(), until=timezone.now() + timedelta(days=3))
    duels.write_turns(soon())
    assert turns() == ["white"]
    duels.write_turns(away.until + timedelta(seconds=1))
    assert set(turns()) == {"black", "white"}


def test_many_turns_are_told_by_as_many_queries_as_few(slow, black, white):
    with CaptureQueriesContext(connection) as few:
        duels.write_turns(soon())
    for _ in range(3):
        a_round(a_duel(black, white, pace=DAY))
    with CaptureQueriesContext(connection) as many:
        duels.write_turns(soon())
    assert sorted(turns()) == ["black"] * 4 + ["white"] * 4
    assert len(many) == len(few)


def test_a_turn_that_cannot_be_told_hinders_no_other(slow, black, white, monkeypatch):
    a_round(a_duel(black, white, pace=DAY))
    right = duels.versus_of

    def broken(seats):
        if seats[0].duel_id == slow.pk:
            raise ValueError("no words for it")
        return right(seats)

    monkeypatch.setattr(duels, "versus_of", broken)
    duels.write_turns(soon())
    assert sorted(turns()) == ["black", "white"]


@pytest.mark.django_db(transaction=True)
def test_two_processes_tell_of_a_turn_once(slow):
    both = threading.Barrier(2)

    def work():
        both.wait()
        duels.write_turns(soon())
        connection.close()

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert turns() == ["black", "white"]


def test_a_turn_that_is_taken_in_this_very_moment_is_not_told(slow, monkeypatch):
    real = duels._awaited

    def then_played(now):
        seats = list(real(now))
        a_round(slow)
        return seats

    monkeypatch.setattr(duels, "_awaited", then_played)
    duels.write_turns(soon())
    assert turns() == []


# Beginning and end ----------------------------------------------------------------------------------------------------


def about_duels():
    return {
        letter.user.username: letter.subject
        for letter in Letter.objects.filter(about=Letter.About.DUEL, dropped=None).select_related("user")
    }


def test_both_are_told_that_their_duel_begins(black, white):
    duel = a_duel(black, white)
    assert about_duels() == dict.fromkeys(["black", "white"], "Your duel has started: Black against White")
    assert set(Letter.objects.values_list("path", flat=True)) == {f"/duel/{duel.slug}/"}


def test_who_has_given_his_first_orders_is_sent_no_e_mail_that_it_begins(black, white, mailoutbox):
    order(a_duel(black, white), "Black")
    duels.drop_overtaken()
    mail.send_ripe(timezone.now() + timedelta(minutes=6))
    assert [message.to for message in mailoutbox] == [["white@example.org"]]


def test_a_user_of_two_mages_in_a_melee_is_told_once(black, white):
    third = a_mage("Third", owner=black.owner)
    a_duel(black, white, third)
    assert Letter.objects.filter(user=black.owner).count() == 1


def test_a_duel_that_cannot_begin_tells_nobody(black):
    with pytest.raises(Exception, match="name"):
        a_duel(black, black)
    assert not Letter.objects.exists()


def test_all_are_told_how_a_slow_duel_ends(slow):
    Letter.objects.all().delete()
    give_up(duel=slow, wizard="White")
    assert about_duels() == dict.fromkeys(["black", "white"], "Your duel is over: Black won: White surrendered")
    assert set(Letter.objects.values_list("path", flat=True)) == {f"/replay/{slow.slug}/"}


def test_of_a_live_duel_only_those_are_told_who_let_the_time_pass(black, white):
    duel = a_duel(black, white)
    order(duel, "Black")
    make_overdue(duel)
    clock.sweep()
    Letter.objects.all().delete()
    give_up(duel=duel, wizard="Black")
    assert about_duels() == {"white": "Your duel is over: White won: Black surrendered"}


def test_a_guest_is_written_letters_for_his_browser_but_no_e_mail(white, mailoutbox):
    guest = a_guest("Black")
    a_duel(guest, white, counts=False)
    assert Letter.objects.filter(user=guest.owner).exists()
    mail.send_ripe(timezone.now() + timedelta(minutes=6))
    assert [message.to for message in mailoutbox] == [["white@example.org"]]


# Challenges -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", ["accept", "decline", "withdraw"])
def test_a_challenge_that_is_answered_or_gone_is_told_by_e_mail_no_more(black, white, mailoutbox, answer):
    challenge = posting.post_challenge(challenger=black, terms=Terms(is_open=False), named=[white])
    Letter.objects.filter(user=black.owner).delete()
    duels.drop_overtaken()
    assert Letter.objects.filter(about=Letter.About.CHALLENGE, dropped=None).count() == 1, (
        "the challenge still waits for White"
    )
    match answer:
        case "accept":
            joining.accept_challenge(token=challenge.token, mage=white)
        case "decline":
            joining.decline_challenge(token=challenge.token, user_id=white.owner_id)
        case "withdraw":
            posting.withdraw_challenge(token=challenge.token, user_id=black.owner_id)
    duels.drop_overtaken()
    assert not Letter.objects.filter(subject="Black challenges White", dropped=None).exists()
