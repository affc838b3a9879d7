from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from duels.ladder import settlement
from duels.ladder.career import BestWin, HeadToHead, best_wins_of, career_of, head_to_head_with, results_of
from duels.ladder.rating_history import rating_histories_of
from duels.models import Standing
from duels.wording.sigils import sigil
from tests.builders import a_mage, a_result, a_user, rows_of_a_duel
from tests.duels.people import as_user

pytestmark = pytest.mark.django_db

STRANGER = AnonymousUser()


def a_settled_duel(*mages, won=(), hours=1, **fields):
    """Return a settled duel that ended `hours` ago.

    `won` contains the names of the winners. Without winners, the duel is a draw.
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
    Standing.objects.create(mage=strong, rating=1900, wins=3)
    duel = a_settled_duel(black, strong, won=["Black"], hours=5)
    a_settled_duel(black, weak, won=["Black"])
    Standing.objects.filter(mage=weak).update(rating=2200)
    a_settled_duel(black, weak, won=["Weak"])
    assert career_of(black, STRANGER).best_win == BestWin("Strong", "1900?", f"/replay/{duel.slug}/", duel.ended, False)


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


# Of users


def test_the_results_of_a_users_mages_are_listed_by_rule_set_and_clock():
    arthur, white = a_user("arthur"), a_mage("White")
    one, other = a_mage("One", owner=arthur), a_mage("Other", owner=arthur)
    a_settled_duel(one, white, won=["One"])
    a_settled_duel(other, white, won=["White"])
    a_settled_duel(other, white)
    a_settled_duel(other, white, won=["Other"], pace=86_400)
    a_settled_duel(one, white, won=["One"], mountain=True, pace=86_400)
    a_settled_duel(one, white, won=["One"], book="warlocks")
    a_settled_duel(one, white, a_mage(), won=["One"], melee=True)
    a_settled_duel(one, white, won=["One"], public=False)
    assert [(row.clock, row.won, row.lost, row.drew) for row in results_of(arthur)] == [
        ("live", 1, 1, 1),
        ("correspondence", 2, 0, 0),
        ("live", 1, 0, 0),
    ]


def test_a_profile_charts_ratings_per_rule_set_and_clock_with_enough_duels():
    arthur, white = a_user("arthur"), a_mage("White")
    one, other = a_mage("One", owner=arthur), a_mage("Other", owner=arthur)
    for hours in (9, 7, 5):
        a_settled_duel(one, white, won=["White"], hours=hours, pace=86_400)
    for hours in (8, 6, 4, 2):
        a_settled_duel(other, white, won=["Other"], hours=hours)
    a_settled_duel(other, white, won=["Other"], book="warlocks")
    a_settled_duel(other, white, won=["Other"], public=False)
    a_settled_duel(other, white, won=["Other"], counts=False)
    a_settled_duel(other, white, a_mage(), won=["Other"], melee=True)
    live, slow = rating_histories_of(arthur)
    assert (live.title, slow.title) == ("Classic, live", "Classic, correspondence")
    newest_first = [(round(it.rating), result.code) for it, result, _part in live.steps]
    assert newest_first == sorted(newest_first, reverse=True)
    assert [code for _rating, code in newest_first] == ["won"] * 4
    assert [it.ended for it, *_rest in slow.steps] == sorted((it.ended for it, *_rest in slow.steps), reverse=True)
    page = as_user(a_user()).get("/user/arthur/").content.decode()
    assert page.count("<summary>Classic, ") == 2
    assert 'aria-label="Classic, live, as a table"' in page
    assert f"arthur: from {newest_first[-1][0]} to {newest_first[0][0]} in 4 duels." in page


def test_viewers_see_their_results_against_a_user_with_all_mages():
    arthur, bors = a_user("arthur"), a_user("bors")
    one, other = a_mage("One", owner=arthur), a_mage("Other", owner=arthur)
    mine = a_mage("Mine", owner=bors)
    a_settled_duel(one, mine, won=["Mine"])
    a_settled_duel(other, mine, won=["Mine"])
    a_settled_duel(other, mine, won=["Other"])
    assert head_to_head_with(arthur, bors) == HeadToHead(won=2, lost=1, drew=0)
    assert head_to_head_with(bors, arthur) == HeadToHead(won=1, lost=2, drew=0)
    assert head_to_head_with(arthur, arthur) is head_to_head_with(arthur, a_user()) is None
    assert head_to_head_with(arthur, STRANGER) is None
    assert "You against arthur: 2 won, 1 lost, 0 drawn" in " ".join(
        as_user(bors).get("/user/arthur/").content.decode().split()
    )


def test_the_best_wins_of_a_user_are_those_against_the_highest_ratings(client):
    arthur = a_user("arthur")
    for rating in (1400, 1900, 1700, 1600):
        mage, foe = a_mage(f"Mage {rating}", owner=arthur), a_mage(f"Foe {rating}")
        Standing.objects.create(mage=foe, rating=rating, wins=0 if rating == 1600 else 2)
        a_settled_duel(mage, foe, won=[mage.name])
    assert [(win.name, win.rating) for win in best_wins_of(arthur)] == [
        ("Foe 1900", "1900?"), ("Foe 1700", "1700?"), ("Foe 1600", "")
    ]  # fmt: skip
    assert "against Foe 1900, rated 1900?" in client.get("/user/arthur/").content.decode()
