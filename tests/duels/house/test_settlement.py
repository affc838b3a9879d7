import pytest

from duels.house.duels import start_house_duel
from duels.house.settlement import RATINGS, settle_all
from duels.house.wizards import BY_NAME
from duels.models import HouseOutcome, HouseStanding, Outcome, Standing
from duels.play.loading import table
from duels.play.transaction import SeatSpec, give_up, start_duel
from duels.viewing.branch import begin_from
from duels.viewing.duels import record
from tests.builders import a_guest, a_mage
from tests.duels.finished import a_finished_duel

pytestmark = pytest.mark.django_db

TANSY, OSRIC = BY_NAME["Tansy"], BY_NAME["Osric"]


def finished_duel(mage, wizard, loser, **terms):
    """Return a duel between this mage and this computer player, in which `loser` has surrendered."""
    duel = start_house_duel(mage=mage, wizards=[wizard], book="classic", **terms)
    give_up(duel=duel, wizard=loser)
    return duel


def standing_of(mage):
    return HouseStanding.objects.get(user=mage.owner)


def test_a_win_raises_level_and_rating():
    mage = a_mage("Black")
    duel = finished_duel(mage, TANSY, "Tansy")
    standing, outcome = standing_of(mage), HouseOutcome.objects.get(duel=duel)
    assert (standing.level, standing.best) == (2, 1)
    assert standing.rating > 1000
    assert standing.deviation < 350
    assert (outcome.user, outcome.wizard, outcome.level, outcome.result) == (mage.owner, "Tansy", 1, "won")
    assert (outcome.rating_before, outcome.rating) == (1000, standing.rating)


def test_two_losses_lower_level_and_rating():
    mage = a_mage("Black")
    finished_duel(mage, TANSY, "Tansy")
    before = standing_of(mage).rating
    finished_duel(mage, OSRIC, "Black")
    finished_duel(mage, OSRIC, "Black", position=1)
    assert (standing_of(mage).level, standing_of(mage).best) == (1, 1)
    assert standing_of(mage).rating < before


def test_beating_a_stronger_wizard_gains_more_rating():
    one, other = a_mage("Black"), a_mage("White")
    finished_duel(one, TANSY, "Tansy")
    finished_duel(other, OSRIC, "Osric")
    assert standing_of(other).rating > standing_of(one).rating


def test_guests_make_progress_too():
    guest = a_guest("Visitor")
    finished_duel(guest, TANSY, "Tansy")
    assert standing_of(guest).level == 2


def test_the_ladder_does_not_change():
    mage = a_mage("Black")
    finished_duel(mage, TANSY, "Tansy")
    finished_duel(mage, TANSY, "Black", practice=False, pace=60)
    assert not Standing.objects.exists()
    assert set(Outcome.objects.values_list("points", "score", "rating")) == {(0, None, None)}
    assert HouseOutcome.objects.count() == 2
    mage.refresh_from_db()
    assert mage.ended is None


def test_settling_twice_changes_nothing():
    mage = a_mage("Black")
    duel = finished_duel(mage, TANSY, "Tansy")
    before = standing_of(mage).rating
    settle_all([table(duel.slug)])
    assert standing_of(mage).rating == before
    assert HouseOutcome.objects.count() == 1


def test_melees_and_duels_between_people_do_not_count():
    black, white = a_mage("Black"), a_mage("White")
    melee = start_house_duel(mage=black, wizards=[TANSY, OSRIC], book="classic")
    give_up(duel=melee, wizard="Tansy")
    give_up(duel=melee, wizard="Osric")
    seats = [SeatSpec(mage.name, mage.gender, mage) for mage in (black, white)]
    give_up(duel=start_duel(seats=seats, book="classic"), wizard="White")
    assert not HouseStanding.objects.exists()


def test_a_duel_played_on_from_another_does_not_count():
    black, white = a_mage("Black"), a_mage("White")
    of = a_finished_duel(black, white)
    branch = begin_from(record=record(of), number=1, wizard="Black", mage=black, of=of)
    give_up(duel=branch, wizard="Black")
    branch.refresh_from_db()
    assert branch.result is not None
    assert not HouseStanding.objects.exists()


def test_ratings_rise_with_the_level():
    rated = [RATINGS[level].rating for level in sorted(RATINGS)]
    assert rated == sorted(set(rated))
