import pytest

from duels.guesses.guessing import guess
from duels.guesses.settling import settle_guesses
from duels.models import Duel, Guess, GuessTally
from duels.play.transaction import give_up, submit_orders
from duels.wording.refusals import Refused
from tests.builders import a_guest, a_mage, a_user
from tests.duels.players import REST
from tests.duels.tables import a_duel, at_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def duel():
    return a_duel(a_mage("Black"), a_mage("White"))


def guesses(duel, user, *, number=1, wizard="White", hand="left", gesture="S"):
    user_id = user and user.pk
    return guess(slug=duel.slug, user_id=user_id, round_number=number, wizard=wizard, hand=hand, gesture=gesture)


def round_(duel, number, *, black=None, white=None):
    for wizard, orders in (("Black", black), ("White", white)):
        submit_orders(duel=duel, wizard=wizard, round_number=number, orders=REST | (orders or {}))


def refused(duel, user, **asked):
    with pytest.raises(Refused) as refusal:
        guesses(duel, user, **asked)
    return refusal.value.code


def test_a_guess_is_stored_and_replaced_by_the_next(duel):
    user = a_user()
    guesses(duel, user, gesture="S")
    guesses(duel, user, wizard="Black", hand="right", gesture="P")
    (kept,) = Guess.objects.filter(user=user)
    assert (kept.round, kept.wizard, kept.hand, kept.gesture) == (1, "Black", "right", "P")


def test_guests_may_guess_but_visitors_and_duelists_may_not(duel):
    guesses(duel, a_guest().owner)
    assert refused(duel, None) == "not_yours"
    assert refused(duel, duel.seats.first().mage.owner) == "not_yours"
    assert Guess.objects.count() == 1


def test_a_guess_for_another_round_is_stale(duel):
    user = a_user()
    assert refused(duel, user, number=2) == "stale"
    round_(duel, 1)
    assert refused(duel, user, number=1) == "stale"
    guesses(duel, user, number=2)


def test_a_guess_after_the_reveal_is_refused():
    duel = a_duel(a_mage("Black"), a_mage("White"))
    for number, (left, right) in enumerate(("FW", "FS"), 1):
        round_(duel, number, black={"left": left}, white={"left": right})
    round_(duel, 3, black={"left": "F"}, white={"left": "S"})  # Paralysis: Black is asked for the hand
    assert Duel.objects.get().asking
    assert refused(duel, a_user(), number=3) == "stale"


def test_unknown_gestures_wizards_and_duels_are_refused(duel):
    user = a_user()
    assert refused(duel, user, wizard="Grey") == "illegal"
    assert refused(duel, user, gesture="X") == "illegal"
    give_up(duel=duel, wizard="Black")
    assert refused(duel, user) == "over"
    duel.slug = "never"
    assert refused(duel, user) == "unknown"


def test_the_next_guess_settles_the_one_before_immediately(duel):
    user = a_user()
    assert guesses(duel, user, gesture="S") == {"guesses": 0, "hits": 0, "streak": 0, "best": 0}
    round_(duel, 1, white={"left": "S"})
    assert guesses(duel, user, number=2) == {"guesses": 1, "hits": 1, "streak": 1, "best": 1}
    assert Guess.objects.get(user=user).round == 2


@pytest.mark.django_db(transaction=True)
def test_a_guess_concurrent_with_the_last_orders_is_before_the_reveal(duel):
    user = a_user()
    submit_orders(duel=duel, wizard="Black", round_number=1, orders=REST)
    late = []

    def try_to_guess():
        try:
            guesses(duel, user, gesture="S")
        except Refused as refusal:
            late.append(refusal.code)

    at_once(try_to_guess, lambda: submit_orders(duel=duel, wizard="White", round_number=1, orders=REST | {"left": "S"}))
    settle_guesses()
    counted = list(GuessTally.objects.values_list("guesses", flat=True))
    assert (late, counted) in ((["stale"], []), ([], [1]))
