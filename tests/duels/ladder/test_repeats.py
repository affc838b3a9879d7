"""Tests for repeated wins over the same user, which count less and less."""

import threading
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from duels.challenges.open_challenges import challenge_of
from duels.challenges.stakes import stakes_for
from duels.ladder import settlement
from duels.ladder.repeats import DAYS, Repeat, weight_of
from duels.models import Outcome, Standing
from duels.play.frames import whole
from duels.play.loading import table
from duels.wording.provisional import LEAST_DUELS
from tests.builders import a_challenge, a_mage, a_result, a_user, rows_of_a_duel
from tests.duels.finished import a_finished_duel
from tests.duels.people import as_user, wait_until_blocked


def won(winner, loser, *, ago=timedelta(), **fields):
    """Settle a duel in which `loser` surrendered to `winner` this long ago. Return the outcomes for both mages."""
    result = a_result(won=[winner.name], surrendered=[loser.name])
    duel = rows_of_a_duel(winner, loser, result=result, ended=timezone.now() - ago, round=10, **fields)
    settlement.settle(duel, duel.seats.all(), {loser.name: 9})
    return Outcome.objects.get(duel=duel, mage=winner), Outcome.objects.get(duel=duel, mage=loser)


def gained(outcome):
    return outcome.rating - outcome.rating_before


@pytest.mark.parametrize(
    ("numbers", "weight"), [((1, 2), 1), ((3, 4), 1 / 2), ((5, 8), 1 / 4), ((9, 16), 1 / 8), ((17, 32), 1 / 16)]
)
def test_two_wins_count_in_full_and_each_doubling_halves_the_share(numbers, weight):
    assert {weight_of(number) for number in numbers} == {weight}


def test_the_score_gets_a_point_when_the_shares_add_up_to_one():
    assert Repeat(number=3).points_of(1) == 0
    assert Repeat(number=4, outstanding=0.5).points_of(1) == 1
    assert Repeat(number=7, outstanding=0.5).points_of(1) == 0
    assert Repeat(number=8, outstanding=0.75).points_of(1) == 1
    assert Repeat(number=4, outstanding=0.5).points_of(0) == 0


@pytest.mark.django_db
def test_repeated_wins_bring_fewer_points_but_losses_cost_as_always():
    black, white = a_mage("Black"), a_mage("White")
    outcomes = [won(black, white) for _ in range(8)]
    assert [it.points for it, _ in outcomes] == [1, 1, 0, 1, 0, 0, 0, 1]
    assert [it.points for _, it in outcomes] == [-1] * 8
    assert [(it.repeat, it.weight) for it, _ in outcomes[1:4]] == [(2, 1), (3, 0.5), (4, 0.5)]


@pytest.mark.django_db
def test_ratings_of_both_change_by_the_share_that_counts():
    black, white = a_mage(), a_mage()
    first, second = won(black, white)
    won(black, white)
    Standing.objects.update(rating=1500, deviation=350, volatility=0.06)  # the same as before the first win
    third, of_loser = won(black, white)
    assert gained(third) == pytest.approx(gained(first) / 2)
    assert gained(of_loser) == pytest.approx(gained(second) / 2)
    assert third.deviation == pytest.approx((350 + first.deviation) / 2)


@pytest.mark.django_db
def test_wins_with_other_mages_of_the_same_users_are_counted():
    arthur, bors = a_user(), a_user()
    for _ in range(2):
        won(a_mage(owner=arthur), a_mage(owner=bors))
    mine, _ = won(a_mage(owner=arthur), a_mage(owner=bors))
    assert (mine.repeat, mine.points) == (3, 0)


@pytest.mark.django_db(transaction=True)
def test_wins_with_other_mages_that_end_at_once_get_different_numbers():
    arthur, bors = a_user(), a_user()
    first, second = [(a_mage(owner=arthur), a_mage(owner=bors)) for _ in range(2)]
    other = threading.Thread(target=lambda: (won(*second), connection.close()))
    with transaction.atomic():
        won(*first)
        other.start()
        wait_until_blocked(other)
    other.join()
    assert sorted(Outcome.objects.filter(result="won").values_list("repeat", flat=True)) == [1, 2]


@pytest.mark.django_db
def test_wins_of_the_other_user_and_wins_over_others_do_not_count():
    black, white, grey = a_mage(), a_mage(), a_mage()
    for _ in range(2):
        won(white, black)
        won(black, grey)
    assert won(black, white)[0].repeat == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    "earlier",
    [{"ago": timedelta(days=DAYS, hours=1)}, {"counts": False}, {"melee": True}],
    ids=["long ago", "casual", "melee"],
)
def test_old_and_casual_wins_and_melees_do_not_count(earlier):
    black, white = a_mage(), a_mage()
    for _ in range(3):
        won(black, white, **earlier)
    assert (won(black, white)[0].repeat, won(black, white, melee=True)[0].weight) == (1, 1)


@pytest.mark.django_db
def test_the_result_says_how_much_a_repeated_win_counted():
    black, white = a_mage("Black"), a_mage("White")
    duel = a_finished_duel(black, white)
    settlement.settle(duel, duel.seats.all(), {"White": 6})
    assert whole(table(duel.slug), None).repeated is None
    Outcome.objects.filter(duel=duel).update(repeat=5, weight=0.25)
    assert whole(table(duel.slug), None).repeated == {"wins": 5, "part": "1/4"}


@pytest.mark.django_db
def test_the_stakes_say_how_much_a_repeated_win_would_count():
    merlin, morgana = a_mage("Merlin"), a_mage("Morgana")

    def stakes():
        return stakes_for(challenge_of(a_challenge(morgana).token), merlin.owner, [merlin]).details

    won(merlin, morgana)
    assert "would count" not in stakes()
    assert "A win adds 1 point" in stakes()
    Standing.objects.filter(mage=merlin).update(draws=LEAST_DUELS)  # so that the rating is shown
    won(merlin, morgana)
    assert "This would be win number 3 against this player within 30 days, so it would count for only half." in stakes()
    assert "A win doesn’t raise your score yet" in stakes()
    won(merlin, morgana)
    assert "A win adds 1 point" in stakes()


@pytest.mark.django_db
def test_the_rating_history_marks_repeated_wins(client):
    black, white = a_mage("Black"), a_mage("White")
    for _ in range(3):
        won(black, white)
    assert client.get("/mage/Black/").content.decode().count("counted 1/2") == 1
    assert 'id="repeated"' in as_user(black.owner).get("/faq/").content.decode()


@pytest.mark.django_db
def test_challengers_read_that_a_win_over_the_named_opponent_would_count_half():
    merlin, morgana = a_mage("Merlin"), a_mage("Morgana")
    challenge = a_challenge(merlin, opponent=morgana)

    def page(mage):
        return as_user(mage.owner).get(f"/challenge/{challenge.token}/").content.decode()

    won(merlin, morgana)
    assert "would count" not in page(merlin)
    won(merlin, morgana)
    text = "This would be win number 3 against this player within 30 days, so it would count for only half."
    assert f"</strong> {text} <a" in page(merlin)
    assert text not in page(morgana)


@pytest.mark.django_db
def test_the_form_says_how_much_a_win_over_the_named_opponent_would_count():
    merlin, morgana = a_mage("Merlin"), a_mage("Morgana")

    def page(opponent):
        return as_user(merlin.owner).get(f"/challenges/new/?opponent={opponent}").content.decode()

    won(merlin, morgana)
    assert "would count" not in page("Morgana")
    won(merlin, morgana)
    text = "This would be win number 3 against this player within 30 days, so it would count for only half."
    assert f"<strong>Morgana:</strong> {text}" in page("morgana")
    assert text in page("Morgana,")
    for others in ("", "Nobody", "Morgana,%20Kay", "%00"):
        assert "would count" not in page(others)
        assert '#repeated">counts for less and less</a>' in page(others)
