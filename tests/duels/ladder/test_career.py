from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from duels.ladder import settlement
from duels.ladder.career import BestWin, HeadToHead, career_of
from duels.models import Standing
from duels.wording.sigils import sigil
from tests.builders import a_mage, a_result, rows_of_a_duel

pytestmark = pytest.mark.django_db

STRANGER = AnonymousUser()


def a_settled_duel(*mages, won=(), hours=1, **fields):
    """Return a settled duel that ended `hours` ago.

    `won` contains the names of the winners. Without winners, the duel is drawn.
    """
    lost = [mage.name for mage in mages if mage.name not in won]
    told = a_result(won=list(won), surrendered=lost)
    ended = timezone.now() - timedelta(hours=hours)
    duel = rows_of_a_duel(*mages, result=told, ended=ended, round=10, **fields)
    settlement.settle(duel, duel.seats.all(), dict.fromkeys(lost, 9))
    return duel


def form(mage, viewer=STRANGER):
    return "".join(str(mark.result.letter) for mark in career_of(mage, viewer).form)


def test_form_has_the_latest_ten_duels_latest_first():
    black, white = a_mage("Black"), a_mage("White")
    a_settled_duel(black, white, hours=99)
    for hours in range(2, 11):
        a_settled_duel(black, white, won=["Black"], hours=hours)
    latest = a_settled_duel(black, white, won=["White"], hours=1)
    assert form(black) == "L" + 9 * "W"
    mark = career_of(black, STRANGER).form[0]
    assert (mark.url, mark.description) == (f"/replay/{latest.slug}/", "lost against White, 1 hr ago")


def test_allies_are_not_listed_as_opponents():
    black, grey, white = a_mage("Black"), a_mage("Grey"), a_mage("White")
    duel = a_settled_duel(black, grey, white, won=["White"], melee=True)
    duel.seats.exclude(mage=white).update(team=1)
    (mark,) = career_of(black, STRANGER).form
    assert mark.description == "lost against White, 1 hr ago"


def test_practice_private_and_running_duels_do_not_count():
    black, white = a_mage("Black"), a_mage("White")
    a_settled_duel(black, white, won=["Black"], practice=True)
    a_settled_duel(black, white, won=["Black"], public=False)
    rows_of_a_duel(black, white)
    career = career_of(black, white.owner)
    assert (career.form, career.run, career.best_win, career.against_me) == ([], "", None, None)


@pytest.mark.parametrize(
    ("results", "run"),
    [("WWL", "2 wins in a row"), ("LLL", "3 losses in a row"), ("DDW", "2 draws in a row"), ("WL", "")],
)
def test_the_run_counts_the_latest_equal_results(results, run):
    black, white = a_mage("Black"), a_mage("White")
    for hours, result in enumerate(results):
        a_settled_duel(black, white, won={"W": ["Black"], "L": ["White"], "D": []}[result], hours=hours)
    assert career_of(black, STRANGER).run == run


def test_the_best_win_is_over_the_highest_rated_opponent():
    black, strong, weak = a_mage("Black"), a_mage("Strong"), a_mage("Weak")
    Standing.objects.create(mage=strong, rating=1900)
    duel = a_settled_duel(black, strong, won=["Black"], hours=5)
    a_settled_duel(black, weak, won=["Black"])
    Standing.objects.filter(mage=weak).update(rating=2200)
    a_settled_duel(black, weak, won=["Weak"])
    assert career_of(black, STRANGER).best_win == BestWin("Strong", 1900, f"/replay/{duel.slug}/", duel.ended, False)


def test_a_viewer_sees_their_record_against_the_mage():
    black, white = a_mage("Black"), a_mage("White")
    other = a_mage("Other", owner=white.owner)
    a_settled_duel(black, white, won=["White"])
    a_settled_duel(black, other, won=["Other"])
    a_settled_duel(black, white, won=["Black"])
    a_settled_duel(black, white, won=["White"], melee=True)
    assert career_of(black, white.owner).against_me == HeadToHead(won=2, lost=1, drew=0)
    assert career_of(black, black.owner).against_me is None
    assert career_of(black, a_mage().owner).against_me is None


def test_a_sigil_depends_on_the_name():
    assert sigil("Black") == sigil("Black")
    assert sigil("Black") != sigil("White")
    assert ">&lt;</text>" in sigil("<")
