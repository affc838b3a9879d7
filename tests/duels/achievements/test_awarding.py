import pytest

from duels.achievements import awarding
from duels.jobs import JOBS
from duels.models import Achievement, Duel
from tests.builders import a_guest, a_mage, a_user
from tests.duels.finished import THEN, a_finished_duel

pytestmark = pytest.mark.django_db


def earned(mage):
    return set(Achievement.objects.filter(user=mage.owner).values_list("slug", flat=True))


def everything():
    return list(Achievement.objects.order_by("pk").values())


def test_both_players_earn_achievements_in_a_duel_older_than_the_job():
    black, white = a_mage("Black"), a_mage("White")
    duel = a_finished_duel(black, white)
    assert awarding.award_some() == 1
    assert {"first-duel", "first-win", "short", "rated"} <= earned(black)
    assert "first-duel" in earned(white)
    assert "first-win" not in earned(white)
    first = Achievement.objects.get(user=black.owner, slug="first-win")
    assert (first.duel, first.earned) == (duel, THEN)


def test_searching_again_changes_nothing():
    black, white = a_mage("Black"), a_mage("White")
    a_finished_duel(black, white)
    awarding.award_some()
    before = everything()
    assert awarding.award_some() == 0
    Duel.objects.update(awarded=None)
    assert awarding.award_some() == 1
    assert everything() == before


def test_an_achievement_keeps_the_duel_that_earned_it_first():
    black = a_mage("Black")
    first = a_finished_duel(black, a_mage())
    awarding.award_some()
    a_finished_duel(black, a_mage())
    awarding.award_some()
    assert Achievement.objects.get(user=black.owner, slug="first-win").duel == first


def test_a_duel_searched_by_another_process_is_not_searched_again():
    a_finished_duel()
    batch = list(awarding._not_searched())
    found = [one for duel in batch for one in awarding.achievements_in(duel)]
    awarding.award_some()
    before = everything()
    assert awarding.save(batch, found) == 0
    assert everything() == before


def test_a_batch_leaves_the_rest_for_the_next_call(monkeypatch):
    monkeypatch.setattr(awarding, "AT_ONCE", 2)
    for seed in range(3):
        a_finished_duel(seed=seed)
    assert [awarding.award_some() for _ in range(3)] == [2, 1, 0]


def test_a_duel_that_cannot_be_replayed_is_logged_and_stops_no_other(caplog):
    broken, black = a_finished_duel(), a_mage("Black")
    broken.rounds.filter(number=2).delete()
    a_finished_duel(black, a_mage())
    assert awarding.award_some() == 2
    assert f"The duel {broken.slug} cannot be played again" in caplog.text
    assert "first-win" in earned(black)
    assert not broken.achievements.exists()


def test_a_running_duel_is_not_searched():
    a_finished_duel(ended=None, result=None)
    assert awarding.award_some() == 0


def test_practice_and_private_duels_count_but_not_as_rated():
    black = a_mage("Black")
    a_finished_duel(black, a_mage(), practice=True, public=False)
    awarding.award_some()
    assert "first-win" in earned(black)
    assert "rated" not in earned(black)


def test_a_win_against_a_computer_player_counts_for_its_level():
    black = a_mage("Black")
    duel = a_finished_duel(black, a_mage("Tansy"))
    duel.seats.filter(name="Tansy").update(mage=None, level=4)
    awarding.award_some()
    assert earned(black) & {"novice", "adept"} == {"adept"}


def test_guests_earn_nothing_and_their_opponents_do():
    guest, black = a_guest(), a_mage("Black")
    a_finished_duel(guest, black)
    awarding.award_some()
    assert earned(guest) == set()
    assert "first-duel" in earned(black)


def test_users_who_fight_themselves_earn_nothing():
    user = a_user()
    one = a_mage(owner=user)
    a_finished_duel(one, a_mage(owner=user))
    assert awarding.award_some() == 1
    assert earned(one) == set()


@pytest.mark.parametrize("origin", [{"imported": True}, {"begun_at": 3}])
def test_duels_that_began_elsewhere_earn_nothing(origin):
    a_finished_duel(**origin)
    assert awarding.award_some() == 1
    assert not Achievement.objects.exists()


def test_the_worker_searches_duels():
    assert awarding.award_some in {job.do for job in JOBS}
