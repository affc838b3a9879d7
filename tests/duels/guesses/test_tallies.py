import pytest
from django.contrib.auth.models import AnonymousUser

from duels.guesses.tallies import best_guessers, guessing_of
from duels.models import GuessTally
from tests.builders import a_guest, a_mage, a_user
from tests.duels.guesses.test_guessing import guesses
from tests.duels.tables import a_duel

pytestmark = pytest.mark.django_db


def test_a_page_starts_with_the_users_tally_and_current_guess():
    duel, user = a_duel(a_mage("Black"), a_mage("White")), a_user()
    assert guessing_of(AnonymousUser(), duel.slug) == {"tally": None, "guess": None}
    nothing = {"guesses": 0, "hits": 0, "streak": 0, "best": 0}
    assert guessing_of(user, duel.slug) == {"tally": nothing, "guess": None}
    guesses(duel, user)
    GuessTally.objects.create(user=user, guesses=3, hits=2, streak=1, best=1)
    standing = guessing_of(user, duel.slug)
    assert standing["tally"] == {"guesses": 3, "hits": 2, "streak": 1, "best": 1}
    assert standing["guess"] == {"round": 1, "wizard": "White", "hand": "left", "gesture": "S"}


def test_the_best_guessers_need_enough_guesses():
    good, better, rash = a_user("good"), a_user("better"), a_user("rash")
    GuessTally.objects.create(user=good, guesses=40, hits=10)
    GuessTally.objects.create(user=better, guesses=20, hits=9)
    GuessTally.objects.create(user=rash, guesses=19, hits=19)
    GuessTally.objects.create(user=a_guest().owner, guesses=20, hits=20)
    assert [(one.user.username, one.share) for one in best_guessers()] == [("better", 45.0), ("good", 25.0)]
