import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from duels.guesses.settling import settle, settle_guesses
from duels.models import Guess, GuessTally
from duels.play.transaction import give_up, submit_orders
from tests.builders import a_mage, a_user
from tests.duels.guesses.test_guessing import guesses, round_
from tests.duels.tables import a_duel

pytestmark = pytest.mark.django_db


@pytest.fixture
def duel():
    return a_duel(a_mage("Black"), a_mage("White"))


def tally(user):
    return GuessTally.objects.filter(user=user).values_list("guesses", "hits", "streak", "best").first()


def test_right_and_wrong_guesses_and_streaks_are_counted(duel):
    user = a_user()
    for number, made in enumerate("SSDS", 1):
        guesses(duel, user, number=number, gesture="S")
        round_(duel, number, white={"left": made})
        assert settle_guesses() == 1
    assert tally(user) == (4, 3, 1, 2)
    assert not Guess.objects.exists()


def test_a_guess_waits_until_its_round_is_resolved(duel):
    user = a_user()
    guesses(duel, user)
    assert settle_guesses() == 0
    assert tally(user) is None


def test_each_hand_is_settled_separately(duel):
    one, other = a_user(), a_user()
    guesses(duel, one, wizard="Black", hand="right", gesture="W")
    guesses(duel, other, wizard="Black", hand="left", gesture="W")
    round_(duel, 1, black={"right": "W"})
    settle_guesses()
    assert (tally(one), tally(other)) == ((1, 1, 1, 1), (1, 0, 0, 0))


def test_a_hidden_gesture_counts_as_no_guess(duel):
    user = a_user()
    for number, (left, right) in enumerate(["P-", "P-", "WW", "SS"], 1):  # Invisibility hides the next round
        round_(duel, number, white={"left": left, "right": right})
    guesses(duel, user, number=5, gesture="D")
    round_(duel, 5, white={"left": "D"})
    settle_guesses()
    assert tally(user) == (0, 0, 0, 0)


def test_an_unplayed_round_counts_as_no_guess(duel):
    user = a_user()
    guesses(duel, user, gesture="-")
    give_up(duel=duel, wizard="Black")
    settle_guesses()
    assert not Guess.objects.exists()


def test_a_guess_is_counted_once(duel):
    user = a_user()
    guesses(duel, user)
    round_(duel, 1, white={"left": "S"})
    held = Guess.objects.select_related("duel").get()
    settle(held)
    settle(held)
    settle_guesses()
    assert tally(user) == (1, 1, 1, 1)


def test_a_round_needs_no_more_queries_with_a_guess(duel):
    def queries(number):
        submit_orders(duel=duel, wizard="Black", round_number=number, orders={"left": "-", "right": "-"})
        with CaptureQueriesContext(connection) as captured:
            submit_orders(duel=duel, wizard="White", round_number=number, orders={"left": "-", "right": "-"})
        return len(captured)

    round_(duel, 1)
    without = queries(2)
    guesses(duel, a_user(), number=3)
    assert queries(3) == without
