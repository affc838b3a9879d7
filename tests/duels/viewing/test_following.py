import threading

import pytest
from django.core.exceptions import ValidationError
from django.db import connections
from django.test import Client

from accounts.models import EmailNotification
from duels import jobs
from duels.models import Subscription
from duels.play.loading import states
from duels.play.transaction import give_up, submit_orders
from duels.viewing import following
from tests.builders import a_guest, a_mage, a_user
from tests.duels.players import REST
from tests.duels.tables import a_duel

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]


@pytest.fixture
def duel():
    return a_duel(a_mage("Black"), a_mage("White"), seed=5)


def at_pages(user):
    client = Client()
    client.force_login(user)
    return client


def round_(duel, number, *, black=None, white=None):
    for wizard, orders in (("Black", black), ("White", white)):
        submit_orders(duel=duel, wizard=wizard, round_number=number, orders=orders or REST)


def reported_rounds(user):
    return list(
        EmailNotification.objects.filter(user=user, about=EmailNotification.About.ROUND)
        .order_by("pk")
        .values_list("text", flat=True)
    )


def test_a_job_notifies_followers_of_rounds(duel):
    user = a_user()
    following.subscribe(user=user, duel=duel)
    round_(duel, 1)
    jobs.run_due()
    assert len(reported_rounds(user)) == 1


def test_followers_are_notified_of_each_round_and_of_the_end(duel):
    user = a_user()
    round_(duel, 1)
    following.subscribe(user=user, duel=duel)
    assert following.tell_rounds() == 0
    for number in (2, 3):
        round_(duel, number, black={"left": "S", "right": "-"})
        assert following.tell_rounds() == 1
    assert following.tell_rounds() == 0
    first, second = reported_rounds(user)
    assert first.startswith("Round 2\n")
    assert "Black" in first
    assert second.startswith("Round 3\n")
    give_up(duel=duel, wizard="White")
    following.tell_rounds()
    assert following.tell_rounds() == 0
    last = EmailNotification.objects.filter(user=user).latest("pk")
    assert last.subject == "Black against White: duel over"
    assert "White surrenders" in last.text
    assert len(reported_rounds(user)) == 3


def test_several_new_rounds_come_in_one_notification(duel):
    user = a_user()
    following.subscribe(user=user, duel=duel)
    for number in (1, 2, 3):
        round_(duel, number)
    following.tell_rounds()
    [told] = reported_rounds(user)
    assert [line for line in told.splitlines() if line.startswith("Round")] == ["Round 1", "Round 2", "Round 3"]


@pytest.mark.django_db(transaction=True)
def test_two_concurrent_workers_send_one_notification(duel):
    users = [a_user() for _ in range(3)]
    for user in users:
        following.subscribe(user=user, duel=duel)
    round_(duel, 1)

    def work():
        try:
            following.tell_rounds()
        finally:
            connections.close_all()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [len(reported_rounds(user)) for user in users] == [1, 1, 1]


def test_an_unreadable_duel_does_not_block_others(duel, caplog):
    other, user = a_duel(a_mage("Red"), a_mage("Blue")), a_user()
    for followed in (duel, other):
        following.subscribe(user=user, duel=followed)
    round_(duel, 1)
    for wizard in ("Red", "Blue"):
        submit_orders(duel=other, wizard=wizard, round_number=1, orders=REST)
    duel.rounds.update(orders={"Nobody": REST})
    states.clear()
    following.tell_rounds()
    assert "cannot be replayed" in caplog.text
    assert [
        notification.path
        for notification in EmailNotification.objects.filter(user=user, about=EmailNotification.About.ROUND)
    ] == [f"/duel/{other.slug}/"]


def test_rounds_in_stopped_time_are_not_reported(duel):
    user = a_user()
    following.subscribe(user=user, duel=duel)
    for number, (left, right) in enumerate(zip("SPPC", "---C", strict=True), 1):
        targets = {"target": {"both": "Black", "left": "Black"}}
        round_(duel, number, black={"left": left, "right": right, **targets}, white={"left": "-", "right": "-"})
    following.tell_rounds()
    told = len(reported_rounds(user))
    submit_orders(duel=duel, wizard="Black", round_number=5, orders={"left": ">", "right": "-", "say": "Unheard"})
    duel.refresh_from_db()
    assert duel.round == 6
    following.tell_rounds()
    assert len(reported_rounds(user)) == told
    assert Subscription.objects.get().seen == 5
    round_(duel, 6)
    following.tell_rounds()
    assert "Unheard" not in "".join(reported_rounds(user))
    assert "Round 5" not in "".join(reported_rounds(user))
    assert len(reported_rounds(user)) == told + 1


def test_following_twice_counts_once_and_unfollowing_ends_it(duel):
    user = a_user()
    assert following.subscribe(user=user, duel=duel) == following.subscribe(user=user, duel=duel)
    round_(duel, 1)
    for _ in range(2):
        following.unsubscribe(user=user, duel=duel)
    following.tell_rounds()
    assert reported_rounds(user) == []


def test_duelists_cannot_follow_their_own_duel(duel):
    owner = duel.seats.first().mage.owner
    with pytest.raises(ValidationError, match="their own duel"):
        following.subscribe(user=owner, duel=duel)
    page = at_pages(owner).get(f"/duel/{duel.slug}/").content.decode()
    assert "Follow this duel" not in page
    at_pages(owner).post(f"/duel/{duel.slug}/follow/", {"do": "follow"})
    assert not Subscription.objects.exists()


def test_the_button_follows_and_unfollows_and_updates_the_list(duel):
    client = at_pages(a_guest().owner)
    assert "Follow this duel" in client.get(f"/duel/{duel.slug}/").content.decode()
    client.post(f"/duel/{duel.slug}/follow/", {"do": "follow"})
    assert "Unfollow" in client.get(f"/duel/{duel.slug}/").content.decode()
    assert "Duels you follow" in client.get("/duels/").content.decode()
    client.post(f"/duel/{duel.slug}/follow/", {"do": "unfollow"})
    assert not Subscription.objects.exists()
    assert "Duels you follow" not in client.get("/duels/").content.decode()
    assert client.post("/duel/no-such-duel/follow/").status_code == 404
    assert "Follow" not in Client().get(f"/duel/{duel.slug}/").content.decode()


# Reports from a duel --------------------------------------------------------------------------------------------------
