import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import EmailNotification
from accounts.services import mail, notifications
from duels.challenges import joining, posting
from duels.challenges.terms import Terms
from duels.models import Duel
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
    """Return a correspondence duel whose first round has been played."""
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
    """Return the names of the users who have been notified of their turn but have not taken it yet."""
    duels.drop_overtaken()
    notifications = EmailNotification.objects.filter(
        about=EmailNotification.About.TURN, sent=None, dropped=None
    ).order_by("pk")
    return [notification.user.username for notification in notifications.select_related("user")]


def test_a_turn_of_a_correspondence_duel_is_notified_once_per_round(slow):
    duels.write_turns(timezone.now())
    assert turns() == [], "players with an open page move at once"
    for _ in range(2):
        duels.write_turns(soon())
        assert turns() == ["black", "white"]
    a_round(slow)
    duels.write_turns(soon())
    assert turns() == ["black", "white"]
    assert EmailNotification.objects.filter(about=EmailNotification.About.TURN).count() == 4


def test_the_notification_names_the_duel_and_links_to_it(slow):
    duels.write_turns(soon())
    notification = EmailNotification.objects.filter(about=EmailNotification.About.TURN, user__username="black").get()
    assert notification.subject == "Your turn: Black against White, round 2"
    assert notification.text.startswith("It’s your turn with Black. Submit your orders by ")
    assert notification.path == f"/duel/{slow.slug}/"


def test_the_notification_of_a_start_names_the_time_control(black, white):
    a_duel(black, white, pace=120, reserve=600)
    notification = EmailNotification.objects.get(user=black.owner)
    assert notification.subject == "Your duel has started: Black against White"
    told = "Black against White: 2 minutes per round + 10 minutes reserve. It’s time for your first orders."
    assert notification.text == told


def test_the_delay_of_an_e_mail_counts_from_the_start_of_the_turn(slow, mailoutbox):
    EmailNotification.objects.all().delete()
    slow.seats.update(due_since=timezone.now() - notifications.PATIENCE)
    duels.write_turns(soon())
    mail.send_ripe()
    assert len(mailoutbox) == 2


def test_a_player_who_has_moved_meanwhile_gets_no_e_mail(slow, mailoutbox):
    EmailNotification.objects.all().delete()
    duels.write_turns(soon())
    order(slow, "Black")
    duels.drop_overtaken()
    mail.send_ripe(timezone.now() + timedelta(minutes=6))
    assert [message.to for message in mailoutbox] == [["white@example.org"]]
    order(slow, "White")
    assert turns() == []


def test_a_question_to_answer_is_notified_as_a_turn(black, white):
    duel = a_duel(black, white, pace=DAY)
    for _ in range(3):  # F F F completes Paralysis, for which a hand is chosen after the reveal
        order(duel, "Black", left="F", right="-")
        order(duel, "White", left="S", right="W")
    duels.write_turns(soon())
    assert turns() == ["black"]
    notification = EmailNotification.objects.get(about=EmailNotification.About.TURN, dropped=None)
    assert notification.text.startswith("Black has a question to answer by ")


@pytest.mark.parametrize("terms", [{"pace": 120}, {"pace": DAY - 1}])
def test_turns_of_live_duels_are_not_notified(black, white, terms):
    a_round(a_duel(black, white, **terms))
    duels.write_turns(soon())
    assert turns() == []


@pytest.mark.parametrize("terms", [{"pace": DAY}, {"pace": None}, {"pace": 21 * DAY, "mountain": True}])
def test_turns_of_correspondence_duels_are_notified(black, white, terms):
    a_round(a_duel(black, white, **terms))
    duels.write_turns(soon())
    assert turns() == ["black", "white"]


def test_practice_duels_send_no_notifications(black):
    duel = a_duel(black, None, pace=None, practice=True, counts=False)
    order(duel, "Black")
    duels.write_turns(soon())
    give_up(duel=duel, wizard="Black")
    assert not EmailNotification.objects.exists()


def test_in_a_time_stop_only_the_acting_players_are_notified(black, white):
    duel = stopped("Black", mages=(black, white), pace=DAY)
    EmailNotification.objects.all().delete()
    duels.write_turns(soon())
    assert turns() == ["black"]
    order(duel, "Black")
    duels.write_turns(soon())
    assert set(turns()) == {"black", "white"}


def test_users_on_vacation_are_notified_only_of_duels_that_do_not_wait_for_them(slow, black):
    black.owner.vacations.create(began=timezone.now(), until=timezone.now() + timedelta(days=3))
    duels.write_turns(soon())
    assert turns() == ["white"]
    Duel.objects.update(vacations=False)  # as in a tournament
    duels.write_turns(soon())
    assert set(turns()) == {"black", "white"}


def test_users_are_notified_when_they_are_back(slow, black):
    away = black.owner.vacations.create(began=timezone.now(), until=timezone.now() + timedelta(days=3))
    duels.write_turns(away.until + timedelta(seconds=1))
    assert set(turns()) == {"black", "white"}


def test_the_number_of_queries_does_not_grow_with_the_turns(slow, black, white):
    with CaptureQueriesContext(connection) as few:
        duels.write_turns(soon())
    for _ in range(3):
        a_round(a_duel(black, white, pace=DAY))
    with CaptureQueriesContext(connection) as many:
        duels.write_turns(soon())
    assert sorted(turns()) == ["black"] * 4 + ["white"] * 4
    assert len(many) == len(few)


def test_a_turn_that_cannot_be_notified_does_not_block_others(slow, black, white, monkeypatch):
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
def test_two_processes_notify_a_turn_once(slow):
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


def test_a_turn_taken_during_the_run_is_not_notified(slow, monkeypatch):
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
        notification.user.username: notification.subject
        for notification in EmailNotification.objects.filter(
            about=EmailNotification.About.DUEL, dropped=None
        ).select_related("user")
    }


def test_both_players_are_notified_of_the_start(black, white):
    duel = a_duel(black, white)
    assert about_duels() == dict.fromkeys(["black", "white"], "Your duel has started: Black against White")
    assert set(EmailNotification.objects.values_list("path", flat=True)) == {f"/duel/{duel.slug}/"}


def test_a_player_who_has_submitted_orders_gets_no_e_mail_of_the_start(black, white, mailoutbox):
    order(a_duel(black, white), "Black")
    duels.drop_overtaken()
    mail.send_ripe(timezone.now() + timedelta(minutes=6))
    assert [message.to for message in mailoutbox] == [["white@example.org"]]


def test_a_user_with_two_mages_in_a_melee_is_notified_once(black, white):
    third = a_mage("Third", owner=black.owner)
    a_duel(black, white, third)
    assert EmailNotification.objects.filter(user=black.owner).count() == 1


def test_a_duel_that_cannot_start_notifies_nobody(black):
    with pytest.raises(Exception, match="name"):
        a_duel(black, black)
    assert not EmailNotification.objects.exists()


def test_all_players_are_notified_of_the_end_of_a_correspondence_duel(slow):
    EmailNotification.objects.all().delete()
    give_up(duel=slow, wizard="White")
    assert about_duels() == dict.fromkeys(["black", "white"], "Your duel is over: Black won: White surrendered")
    assert set(EmailNotification.objects.values_list("path", flat=True)) == {f"/replay/{slow.slug}/"}


def test_the_end_of_a_live_duel_is_notified_only_to_absent_players(black, white):
    duel = a_duel(black, white)
    order(duel, "Black")
    make_overdue(duel)
    clock.sweep()
    EmailNotification.objects.all().delete()
    give_up(duel=duel, wizard="Black")
    assert about_duels() == {"white": "Your duel is over: White won: Black surrendered"}


def test_guests_get_notifications_on_the_site_but_no_e_mail(white, mailoutbox):
    guest = a_guest("Black")
    a_duel(guest, white, counts=False)
    assert EmailNotification.objects.filter(user=guest.owner).exists()
    mail.send_ripe(timezone.now() + timedelta(minutes=6))
    assert [message.to for message in mailoutbox] == [["white@example.org"]]


# Challenges -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", ["accept", "decline", "withdraw"])
def test_the_notification_of_an_answered_or_withdrawn_challenge_is_dropped(black, white, mailoutbox, answer):
    challenge = posting.post_challenge(challenger=black, terms=Terms(is_open=False), named=[white])
    EmailNotification.objects.filter(user=black.owner).delete()
    duels.drop_overtaken()
    assert EmailNotification.objects.filter(about=EmailNotification.About.CHALLENGE, dropped=None).count() == 1, (
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
    assert not EmailNotification.objects.filter(subject="Black challenges White", dropped=None).exists()
