from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import EmailNotification, Mage
from duels.ladder import settlement
from duels.ladder.ratings import UNKNOWN
from duels.models import Duel, Outcome, Standing
from duels.play.transaction import SeatSpec, give_up, start_duel, submit_orders
from tests.builders import a_mage, a_result, rows_of_a_duel
from tests.engine.golden import golden_duels
from wavinghands import engine

pytestmark = pytest.mark.django_db

WON, LOST, DREW = "won", "lost", "drew"


def settled(*mages, falls=None, seats=(), **result):
    """Return a settled duel between these mages.

    `falls` maps the names of wizards to the rounds in which they fell, by default round 9. `seats` contains the names
    of wizards who were removed because they had not submitted orders for weeks.
    """
    conditions = result.pop("duel", {})
    told = a_result(**result)
    melee = len(mages) > 2
    duel = rows_of_a_duel(*mages, result=told, ended=timezone.now(), round=10, melee=melee, **conditions)
    for name in seats:
        duel.seats.filter(name=name).update(closed=True)
    fallen = dict.fromkeys((*told["killed"], *told["surrendered"]), 9) | (falls or {})
    settlement.settle(duel, duel.seats.all(), fallen)
    return duel


def score(mage, *, melee=False):
    return Standing.objects.get(mage=mage, melee=melee).score


def outcome(duel, mage):
    return Outcome.objects.get(duel=duel, mage=mage)


def test_the_winner_gains_a_point_and_the_loser_loses_one():
    black, white = a_mage("Black"), a_mage("White")
    duel = settled(black, white, won=["White"], surrendered=["Black"])
    assert (score(black), score(white)) == (-1, 1)
    assert [(it.result, it.fate, it.points, it.score) for it in (outcome(duel, black), outcome(duel, white))] == [
        (LOST, "surrendered", -1, -1),
        (WON, "stood", 1, 1),
    ]


def test_a_dead_mage_loses_both_scores():
    black, white = a_mage("Black"), a_mage("White")
    Standing.objects.create(mage=black, score=5)
    Standing.objects.create(mage=black, melee=True, score=7)
    duel = settled(black, white, won=["White"], killed=["Black"])
    black.refresh_from_db()
    assert (black.end, black.ended) == ("died", duel.ended)
    assert (score(black), score(black, melee=True)) == (0, 0)
    assert (outcome(duel, black).points, outcome(duel, black).score) == (-5, 0)
    assert Standing.objects.get(mage=black, melee=False).deaths == 1


def test_the_owner_of_a_dead_mage_is_notified_once():
    black, white = a_mage("Black"), a_mage("White")
    duel = settled(black, white, won=["White"], killed=["Black"])
    settlement.settle(duel, duel.seats.all(), {"Black": 9})
    notification = EmailNotification.objects.get(key__startswith="died")
    assert (notification.user, notification.subject, notification.path) == (
        black.owner,
        "Black has died",
        "/mage/Black/1/",
    )
    assert "died in round 9 of a duel" in notification.text


def test_a_dead_mage_loses_a_negative_score_too():
    black, white = a_mage("Black"), a_mage("White")
    Standing.objects.create(mage=black, score=-3)
    settled(black, white, killed=["Black", "White"])
    assert score(black) == 0


def test_a_wizard_closed_by_the_mountain_is_dead():
    black, white = a_mage("Black"), a_mage("White")
    duel = settled(black, white, won=["White"], surrendered=["Black"], seats=["Black"])
    black.refresh_from_db()
    assert black.end == "died"
    assert outcome(duel, black).fate == "died"
    assert score(white) == 1
    duel.refresh_from_db()
    assert duel.ending == "closed"


def test_melees_have_a_separate_score_and_rating():
    mages = [a_mage(name) for name in ("Black", "White", "Grey")]
    settled(*mages, won=["Grey"], surrendered=["Black"], killed=["White"], falls={"Black": 3})
    assert [score(mage, melee=True) for mage in mages] == [-1, 0, 2]
    assert not Standing.objects.filter(melee=False).exists()
    black, white, grey = (Standing.objects.get(mage=mage).rating for mage in mages)
    assert grey > white > black


def test_a_wizard_who_fell_before_a_drawn_melee_ended_has_lost():
    mages = [a_mage(name) for name in ("Black", "White", "Grey", "Brown")]
    duel = settled(*mages, surrendered=["Black", "White", "Grey"], killed=["Brown"], falls={"Black": 3, "Brown": 5})
    assert [outcome(duel, mage).result for mage in mages] == [LOST, DREW, DREW, LOST]
    assert [score(mage, melee=True) for mage in mages] == [-1, 1, 1, 0]


@pytest.mark.parametrize("conditions", [{"counts": False}, {"counts": False, "practice": True}])
def test_uncounted_duels_kill_no_mage_and_change_no_standing(conditions):
    black, white = a_mage("Black"), a_mage("White")
    duel = settled(black, white, won=["White"], killed=["Black"], duel=conditions)
    assert not Standing.objects.exists()
    assert not Mage.objects.filter(ended__isnull=False).exists()
    told = outcome(duel, black)
    assert (told.result, told.fate, told.points, told.score, told.rating) == (LOST, "died", 0, None, None)


def test_practice_has_an_outcome_for_the_house_too():
    duel = settled(a_mage("Black"), None, won=["Black"], killed=["Apprentice"], duel={"practice": True})
    assert duel.outcomes.count() == 2


def test_points_add_up_over_duels():
    black, white = a_mage("Black"), a_mage("White")
    for _ in range(3):
        settled(black, white, won=["White"], surrendered=["Black"])
    settled(black, white, won=["Black"], killed=["White"])
    assert (score(black), score(white)) == (-2, 0)
    row = Standing.objects.get(mage=black)
    assert (row.wins, row.losses, row.draws, row.deaths) == (1, 3, 0, 0)


# Ratings


def test_a_win_raises_the_rating_and_lowers_both_deviations():
    black, white = a_mage("Black"), a_mage("White")
    duel = settled(black, white, won=["White"], surrendered=["Black"])
    low, high = (Standing.objects.get(mage=mage) for mage in (black, white))
    assert low.rating < 1500 < high.rating
    assert low.deviation == pytest.approx(high.deviation)
    assert high.deviation < UNKNOWN
    told = outcome(duel, white)
    assert (told.rating_before, told.rating, told.deviation) == (1500, high.rating, high.deviation)


def test_a_rating_moves_more_after_a_year_without_duels():
    black, white, rested = a_mage("Black"), a_mage("White"), a_mage("Rested")
    now = timezone.now()
    for mage, rated in ((white, now), (rested, now - timedelta(days=365))):
        Standing.objects.create(mage=mage, rating=1500, deviation=60, rated=rated)
        settled(a_mage(), mage, won=[mage.name], surrendered=[Mage.objects.order_by("-pk").first().name])
    assert Standing.objects.get(mage=rested).rating > Standing.objects.get(mage=white).rating + 10
    assert not Standing.objects.filter(mage=black).exists()


def test_a_mage_that_died_meanwhile_gains_nothing_but_loses_normally():
    black, white = a_mage("Black"), a_mage("White")
    Mage.objects.filter(pk=black.pk).update(ended=timezone.now(), end="died")
    won = settled(black, white, won=["Black"], surrendered=["White"])
    assert outcome(won, black).score is None
    assert not Standing.objects.filter(mage=black).exists()
    settled(black, white, won=["White"], surrendered=["Black"])
    assert score(white) == 0


# Settlement after play


def begun(*mages, **options):
    seats = [SeatSpec(name=mage.name, gender=mage.gender, mage=mage) for mage in mages]
    return start_duel(seats=seats, **({"book": "classic", "pace": 300} | options))


def test_giving_up_settles_the_duel():
    black, white = a_mage("Black"), a_mage("White")
    duel = begun(black, white)
    give_up(duel=duel, wizard="Black")
    assert (score(black), score(white)) == (-1, 1)
    duel.refresh_from_db()
    assert duel.ending == "surrender"


def test_a_melee_is_settled_by_the_rounds_of_falling():
    mages = [a_mage(name) for name in ("Black", "White", "Grey", "Brown")]
    duel = begun(*mages)
    palms, rest = {"left": "P", "right": "P"}, {"left": "-", "right": "-"}
    for number, surrendering in enumerate([{"Black"}, {"White"}, {"Grey", "Brown"}], start=1):
        standing = ["Black", "White", "Grey", "Brown"][min(number - 1, 2) :]
        for name in standing:
            orders = palms if name in surrendering else rest
            submit_orders(duel=duel, wizard=name, round_number=number, orders=orders)
    assert [score(mage, melee=True) for mage in mages] == [-1, -1, 1, 1]
    assert [outcome(duel, mage).result for mage in mages] == [LOST, LOST, DREW, DREW]


WOUNDS = [("W", "-"), ("F", "W"), ("P", "F")] + [("W", "P"), ("F", "W"), ("P", "F")] * 3 + [("P", "P")]
"""Rounds in which Black's hands take turns casting Cause Light Wounds eight times, for two damage each.

In the last round, Black shows two palms.
"""


def wounded(victim, book):
    """Return a duel in which Black surrenders in the same round in which White dies.

    White was wounded by Black or, if `victim` is "themselves", by White's own spells.
    """
    black, white = a_mage("Black"), a_mage("White")
    duel = begun(black, white, book=book)
    caster = "White" if victim == "themselves" else "Black"
    for number, (left, right) in enumerate(WOUNDS, start=1):
        wounds = {
            "left": left,
            "right": right,
            "cast": {hand: "cause_light_wounds" for hand, made in (("left", left), ("right", right)) if made == "P"},
            "target": {"left": "White", "right": "White"},
        }
        rest = {"left": "-", "right": "-"}
        palms = {"left": "P", "right": "P"}
        last = number == len(WOUNDS)
        idle = {"Black": palms if last else rest, "White": rest}
        for name in ("Black", "White"):
            submit_orders(duel=duel, wizard=name, round_number=number, orders=wounds if name == caster else idle[name])
    duel.refresh_from_db()
    return duel, black, white


@pytest.mark.parametrize("book", ["classic", "standard"])
def test_surrendering_while_ones_spell_kills_the_last_foe_scores_zero(book):
    duel, black, white = wounded("another", book)
    assert (duel.result["killed"], duel.result["surrendered"]) == (["White"], ["Black"])
    assert (score(black), score(white)) == (0, 0)
    white.refresh_from_db()
    assert white.end == "died"


@pytest.mark.parametrize("book", ["classic", "standard"])
def test_surrendering_while_the_last_foe_dies_otherwise_loses_a_point(book):
    duel, black, white = wounded("themselves", book)
    assert duel.result["outcome"] == "draw"
    assert (score(black), score(white)) == (-1, 0)


# Repeated and simultaneous settlements


def test_settling_twice_changes_nothing():
    black, white = a_mage("Black"), a_mage("White")
    duel = settled(black, white, won=["White"], surrendered=["Black"])
    before = list(Standing.objects.order_by("pk").values())
    settlement.settle(duel, duel.seats.all(), {"Black": 9})
    assert list(Standing.objects.order_by("pk").values()) == before
    assert Outcome.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_concurrent_settlements_settle_once():
    black, white = a_mage("Black"), a_mage("White")
    told = a_result(won=["White"], surrendered=["Black"])
    duel = rows_of_a_duel(black, white, result=told, ended=timezone.now(), round=10)
    at_once([lambda: settlement.settle(Duel.objects.get(pk=duel.pk), list(duel.seats.all()), {"Black": 9})] * 4)
    assert (score(black), score(white)) == (-1, 1)
    assert Outcome.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_concurrent_duels_of_the_same_mages_all_count():
    black, white = a_mage("Black"), a_mage("White")
    duels = [begun(black, white) if number % 2 else begun(white, black) for number in range(4)]
    at_once([lambda duel=duel: give_up(duel=duel, wizard="Black") for duel in duels])
    assert (score(black), score(white)) == (-4, 3)  # the last two of the wins over the same user count half


def at_once(tasks):
    """Run these calls at the same time, each in a separate thread and transaction, and return their results."""
    barrier = Barrier(len(tasks))

    def run(task):
        try:
            barrier.wait()
            with transaction.atomic():
                return task()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(tasks)) as pool:
        return [future.result() for future in [pool.submit(run, task) for task in tasks]]


def test_a_raised_wizard_has_fallen_only_if_they_fall_again():
    record = deepcopy(golden_duels()["classic/raise_dead__raises_a_wizard"]["record"])
    assert settlement.falls(engine.load(record)) == {}
    gestures = {"Black": "-", "White": "-", "Grey": "P"}
    last = {name: {"left": gesture, "right": gesture} for name, gesture in gestures.items()}
    record["rounds"].append({"number": 12, "kind": "normal", "orders": last})
    assert settlement.falls(engine.load(record)) == {"Grey": 12}
