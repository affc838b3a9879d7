from random import Random

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from accounts.models import EmailNotification, Mage, User
from duels.models import Duel, Outcome, Tally
from duels.play import transaction
from duels.play.loading import table
from duels.stats import tallies
from duels.viewing.branch import begin_from
from duels.viewing.duels import record
from duels.wording.duel_lists import duels_of_mage, duels_under_way
from tests.builders import a_mage, a_user
from tests.duels.finished import a_finished_duel, a_record
from tests.duels.house.duels import work
from tests.duels.people import as_user, at_once
from wavinghands import engine
from wavinghands.search import apprentice

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("commits")]


def finished(**fields):
    return a_finished_duel(a_mage("Black"), a_mage("White"), **fields)


def rounds(duel):
    return list(duel.rounds.order_by("number").values_list("number", "kind", "orders", "chance"))


def play_on(client, duel, number, wizard):
    return client.post(f"/replay/{duel.slug}/{number}/play-on/", {"wizard": wizard})


@pytest.fixture(autouse=True)
def _no_pace(settings):
    """Make computer players play without pauses, even when no people are left in the duel."""
    settings.EXHIBITION_PACE = 0


def play_to_the_end(duel, wizard):
    """Play until the duel is over. A simple computer player plays the user's wizard.

    The other computer players may continue after that wizard has died.
    """
    dice = Random(1)
    while duel.result is None:
        request = engine.request(table(duel.slug).standing, wizard)
        if request is None:
            work()
        elif request["type"] == "orders":
            given = (
                apprentice.orders(request, dice) if duel.round < 60 else {"left": "P", "right": "P", "forfeit": True}
            )
            transaction.submit_orders(duel=duel, wizard=wizard, round_number=duel.round, orders=given)
        else:
            given = apprentice.answers(request, dice)
            transaction.submit_answers(duel=duel, wizard=wizard, round_number=duel.round, answers=given)
        duel.refresh_from_db()


def test_a_visitor_plays_on_from_a_round_in_the_place_of_a_wizard():
    old = finished()
    client = Client()
    answer = play_on(client, old, 3, "White")
    duel = Duel.objects.exclude(pk=old.pk).get()
    assert answer.url == f"/duel/{duel.slug}/"
    assert (duel.practice, duel.counts, duel.public, duel.pace, duel.round) == (True, False, False, None, 4)
    assert (duel.begun_from, duel.begun_at) == (old, 3)
    assert rounds(duel) == rounds(old)[:3]
    black, white = duel.seats.all()
    assert (black.name, black.mage, black.orders is None) == ("Black", None, False)
    assert (white.name, white.mage.owner.is_guest, white.due) == ("White", True, True)
    page = client.get(answer.url).content.decode()
    assert "continues another duel after round 3" in page
    assert "Black against White" in page


def test_rounds_are_copied_and_later_dice_are_new():
    old = finished()
    mage = a_mage("Grey")
    duel = begin_from(record=record(old), number=4, wizard="Black", mage=mage, of=old)
    then = engine.load({**record(old), "rounds": record(old)["rounds"][:4], "result": None})
    now = table(duel.slug).state
    assert engine.view(now, "Black") == engine.view(then, "Black")
    assert now.seed != then.seed


def test_the_mages_of_the_old_duel_are_not_involved():
    old = finished()
    black, white, grey = Mage.objects.get(name="Black"), Mage.objects.get(name="White"), a_mage("Grey")
    before = EmailNotification.objects.count(), Outcome.objects.filter(mage__in=[black, white]).count()
    duel = begin_from(record=record(old), number=4, wizard="Black", mage=grey, of=old)
    play_to_the_end(duel, "Black")
    assert (EmailNotification.objects.count(), Outcome.objects.filter(mage__in=[black, white]).count()) == before
    assert Outcome.objects.filter(duel=duel, score__isnull=False).count() == 0
    for mage, viewer in ((black, black.owner), (white, white.owner), (grey, black.owner)):
        assert duel not in duels_of_mage(mage, viewer)
    assert duel in duels_of_mage(grey, grey.owner)
    assert duel not in duels_under_way()
    tallies.count_finished()
    assert not Tally.objects.filter(mage__in=[grey]).exists()
    assert Mage.objects.filter(ended__isnull=False).count() == 0
    for page in ("/duels/", "/ladder/", "/graveyard/", "/mage/Black/", "/stats/"):
        assert duel.slug not in Client().get(page, follow=True).content.decode()


@pytest.mark.parametrize("book", ["classic", "standard", "nomonsters", "spellcast", "warlocks"])
def test_the_apprentice_plays_all_other_seats_of_a_melee(book):
    names = ("Black", "White", "Grey", "Red", "Blue")
    told = a_record(*names, book=book, seed=2)
    duel = begin_from(record=told, number=3, wizard="Red", mage=a_mage())
    assert duel.melee
    assert [seat.is_house for seat in duel.seats.all()] == [True, True, True, False, True]
    play_to_the_end(duel, "Red")
    assert duel.result is not None


def test_in_teams_the_apprentice_sends_its_monsters_at_other_teams():
    wizards = [{"name": name, "gender": "x", "team": team} for name, team in (("A", 1), ("B", 1), ("C", 2), ("D", 2))]
    start = {"format": "wavinghands-duel/1", "spellbook": "classic", "options": {}, "seed": 4, "wizards": wizards}
    duel = begin_from(record=start | {"rounds": [], "result": None}, number=0, wizard="A", mage=a_mage())
    sides = {wizard["name"]: wizard["team"] for wizard in wizards}
    play_to_the_end(duel, "A")
    attacks = [
        (name, victim)
        for entry in duel.rounds.all()
        for name, orders in entry.orders.items()
        for victim in orders.get("attack", {}).values()
    ]
    assert attacks
    assert not [pair for pair in attacks if sides.get(pair[0]) == sides.get(pair[1])]


def test_an_imported_record_may_derive_its_dice_from_its_seed():
    told = a_record("Black", "White", book="spellcast", seed=5)
    bare = {
        **told,
        "rounds": [{key: value for key, value in entry.items() if key != "chance"} for entry in told["rounds"]],
    }
    duel = begin_from(record=bare, number=4, wizard="Black", mage=a_mage())
    assert duel.begun_from is None
    assert [chance for *_, chance in rounds(duel)] == [entry["chance"] for entry in told["rounds"][:4]]


@pytest.mark.parametrize(
    ("number", "wizard", "why"),
    [
        (3, "Grey", "Grey doesn’t act"),
        (3, "", "doesn’t act"),
        (99, "White", "no round 99"),
        (6, "White", "over"),
    ],
)
def test_an_impossible_branch_is_refused_and_creates_no_guest(number, wizard, why):
    old = finished()
    answer = Client().post(f"/replay/{old.slug}/{number}/play-on/", {"wizard": wizard}, follow=True)
    assert why in answer.content.decode()
    assert Duel.objects.count() == 1
    assert not User.objects.filter(is_guest=True).exists()
    with pytest.raises(ValidationError, match=why):
        begin_from(record=record(old), number=number, wizard=wizard, mage=a_mage(), of=old)


def test_a_running_duel_cannot_be_played_on():
    duel = transaction.start_duel(
        seats=[
            transaction.SeatSpec("Black", "x", a_mage("Black")),
            transaction.SeatSpec("White", "x", a_mage("White")),
        ],
        book="classic",
    )
    assert play_on(Client(), duel, 0, "Black").status_code == 404
    assert play_on(as_user(a_user()), duel, 0, "Black").status_code == 404
    assert Client().get(f"/replay/{duel.slug}/0/play-on/").url == f"/replay/{duel.slug}/0/"
    assert Client(enforce_csrf_checks=True).post(f"/replay/{duel.slug}/0/play-on/").status_code == 403


@pytest.mark.django_db(transaction=True)
def test_a_double_click_starts_one_duel():
    old, mage = finished(), a_mage("Grey")
    told = record(old)
    one, other = at_once([lambda: begin_from(record=told, number=2, wizard="Black", mage=mage, of=old)] * 2)
    assert one == other
    assert begin_from(record=told, number=2, wizard="White", mage=mage, of=old) != one
