import json
import re
from datetime import timedelta

import pytest
from django.utils import timezone

from duels.models import PuzzleAttempt, PuzzleRun
from duels.puzzles import runs
from duels.puzzles.runs import LATENCY, PENALTY, forget_runs
from tests.builders import a_user
from tests.duels.people import as_user
from tests.duels.puzzles.made import READ, SAVE, TWO, WIN, a_puzzle

pytestmark = pytest.mark.django_db

POINTS = {"orders": {"left": "D", "right": "-"}}
WRONG = {"orders": {"left": "W", "right": "-"}}


def start_run(client, kind="streak"):
    address = client.post("/puzzles/runs/", {"kind": kind}).url
    return PuzzleRun.objects.get(slug=address.split("/")[-2])


def moves(client, run, *moves, puzzle=None):
    """Send moves for the current puzzle of a run, or for `puzzle`, and return the response."""
    run.refresh_from_db()
    address = f"/puzzles/runs/{run.slug}/{puzzle or run.puzzle.slug}/"
    return client.post(address, json.dumps({"moves": moves}), content_type="application/json")


def test_a_streak_gets_harder_and_ends_with_the_first_mistake(client):
    for slug, rating in (("easy", 800), ("hard", 2000)):
        a_puzzle({**WIN, "id": slug}, rating=rating)
    a_puzzle(TWO, rating=2300, withdrawn=True)
    run = start_run(client)
    slugs = []
    for goes_on in (True, False):
        page = client.get(f"/puzzles/runs/{run.slug}/", follow=True)
        slugs.append(page.context["puzzle"]["slug"])
        assert f"{len(slugs) - 1} solved" in page.content.decode()
        guide = moves(client, run, POINTS if goes_on else WRONG).json()["guide"]
        assert guide["run"] == {"goes_on": goes_on, "score": 1}
    assert sorted(slugs) == ["easy", "hard"]
    page = client.get(f"/puzzles/runs/{run.slug}/").content.decode()
    assert "You solved 1 puzzle." in page
    assert "not solved" in page
    assert moves(client, run, POINTS, puzzle=slugs[1]).status_code == 400


def test_puzzles_are_chosen_by_rating(client, monkeypatch):
    monkeypatch.setattr("duels.puzzles.runs.NEAREST", 1)
    for slug, rating in (("hard", 2000), ("easy", 810), ("next", 860)):
        a_puzzle({**WIN, "id": slug}, rating=rating)
    run = start_run(client)
    given = []
    while run.ended is None:
        given.append(run.puzzle.slug)
        moves(client, run, POINTS)
        run.refresh_from_db()
    assert given == ["easy", "next", "hard"]
    assert run.score == 3


def test_a_run_begins_with_the_classic_rules(client, monkeypatch):
    monkeypatch.setattr("duels.puzzles.runs.NEAREST", 1)
    monkeypatch.setattr("duels.puzzles.runs.FAMILIAR", 1)
    a_puzzle({**WIN, "id": "known"}, rating=1000)
    a_puzzle({**WIN, "id": "strange"}, rating=800, book="warlocks")
    run = start_run(client)
    assert run.puzzle.slug == "known"
    moves(client, run, POINTS)
    run.refresh_from_db()
    assert run.puzzle.slug == "strange"


def test_no_run_changes_a_rating_or_counts_as_a_try():
    client = as_user(a_user())
    a_puzzle(WIN)
    moves(client, start_run(client), WRONG)
    assert not PuzzleAttempt.objects.exists()


def test_a_puzzle_of_two_rounds_counts_when_it_is_finished(client):
    a_puzzle(TWO)
    run = start_run(client)
    first = {"orders": TWO["solutions"][0]}
    assert "run" not in moves(client, run, first).json()["guide"]
    run.refresh_from_db()
    assert (run.score, run.tries) == (0, [])
    assert moves(client, run, first, POINTS).json()["guide"]["run"]["score"] == 1


def test_one_puzzle_of_a_streak_may_be_skipped(client):
    for slug in ("one", "two"):
        a_puzzle({**WIN, "id": slug})
    run = start_run(client)
    for skipped in (1, 1):
        client.post(f"/puzzles/runs/{run.slug}/{run.puzzle.slug}/skip/")
        run.refresh_from_db()
        assert [is_solved for _slug, is_solved in run.tries] == [None] * skipped
        assert ">Skipped<" in client.get(f"/puzzles/runs/{run.slug}/", follow=True).content.decode()
    assert run.ended is None
    assert "Skip one puzzle" not in client.get(f"/puzzles/runs/{run.slug}/{run.puzzle.slug}/").content.decode()


def test_in_a_storm_a_mistake_costs_time_and_brings_the_next_puzzle(client):
    for slug in ("one", "two"):
        a_puzzle({**WIN, "id": slug})
    a_puzzle(TWO)  # puzzles that take two rounds are too long for a storm
    run = start_run(client, "storm")
    closes = run.closes
    assert moves(client, run, WRONG).json()["guide"]["run"] == {"goes_on": True, "score": 0}
    run.refresh_from_db()
    assert run.closes == closes - PENALTY
    assert "Wrong: −10 s" in client.get(f"/puzzles/runs/{run.slug}/", follow=True).content.decode()
    assert moves(client, run, POINTS).json()["guide"]["run"] == {"goes_on": False, "score": 1}


def test_a_storm_ends_when_its_time_is_up_but_takes_an_answer_on_its_way(client, monkeypatch):
    for slug in ("one", "two", "three"):
        a_puzzle({**WIN, "id": slug})
    early, late, watched = (start_run(client, "storm") for _ in range(3))
    monkeypatch.setattr(runs.timezone, "now", lambda: early.closes + LATENCY / 2)
    assert moves(client, early, POINTS).json()["guide"]["run"] == {"goes_on": False, "score": 1}
    monkeypatch.setattr(runs.timezone, "now", lambda: late.closes + 2 * LATENCY)
    assert moves(client, late, POINTS).json()["guide"]["run"] == {"goes_on": False, "score": 0}
    assert "You solved 0 puzzles." in client.get(f"/puzzles/runs/{watched.slug}/").content.decode()


@pytest.mark.parametrize("has_account", [True, False])
def test_the_page_of_puzzles_leads_back_into_a_run_that_is_not_over(client, monkeypatch, has_account):
    def shown():
        return client.get("/puzzles/").content.decode()

    a_puzzle(WIN)
    if has_account:
        client = as_user(a_user())
    assert "Continue" not in shown()
    run = start_run(client, "storm")
    assert "Your storm is still running." in shown()
    assert f'href="/puzzles/runs/{run.slug}/"' in shown()
    assert "Continue" not in as_user(a_user()).get("/puzzles/").content.decode()
    monkeypatch.setattr(runs.timezone, "now", lambda: run.closes)
    assert "Continue" not in shown()
    monkeypatch.undo()
    streak = start_run(client)
    assert "Your streak isn’t over yet." in shown()
    moves(client, streak, WRONG)
    assert "Your streak isn’t over yet." not in shown()


def test_answers_to_another_puzzle_or_nonsense_change_nothing(client):
    for line in (WIN, SAVE):
        a_puzzle(line)
    run = start_run(client)
    other = "saver" if run.puzzle.slug == "winner" else "winner"
    for response in (
        moves(client, run, POINTS, puzzle=other),
        moves(client, run, {"orders": {"left": "Q"}}),
        moves(client, run, *[POINTS] * 20),
    ):
        assert response.status_code == 400
        assert response.json()["why"]
    run.refresh_from_db()
    assert (run.score, run.tries, run.ended) == (0, [], None)


def test_a_puzzle_withdrawn_during_a_run_is_replaced(client):
    for slug in ("one", "two"):
        a_puzzle({**WIN, "id": slug})
    run = start_run(client)
    run.puzzle.withdrawn = True
    run.puzzle.save()
    page = client.get(f"/puzzles/runs/{run.slug}/", follow=True)
    assert page.context["puzzle"]["slug"] != run.puzzle.slug


def test_only_its_user_sees_a_run_before_its_end(client):
    a_puzzle(WIN)
    mine = as_user(a_user())
    run = start_run(mine)
    assert client.get(f"/puzzles/runs/{run.slug}/").status_code == 404
    assert moves(client, run, POINTS).status_code == 404
    moves(mine, run, POINTS)
    assert f"{run.user.username} solved 1 puzzle." in client.get(f"/puzzles/runs/{run.slug}/").content.decode()


def test_the_best_results_are_shown_once_per_user_and_for_a_week(client):
    now = timezone.now()
    first, second, third, equal, old = (a_user(name) for name in ("First", "Second", "Third", "Equal", "Old"))
    results = ((first, 3, 1), (first, 7, 2), (second, 5, 3), (equal, 5, 1), (third, 2, 1), (old, 9, 8))
    for user, score, age in results:
        ended = now - timedelta(days=age)
        PuzzleRun.objects.create(kind="storm", user=user, score=score, begun=ended, ended=ended)
    a_puzzle(WIN)
    run = start_run(client, "storm")
    moves(client, run, POINTS)
    page = client.get(f"/puzzles/runs/{run.slug}/")
    assert [(one.name, one.score) for one in page.context["week"]] == [
        ("First", 7),
        ("Equal", 5),
        ("Second", 5),
        ("Third", 2),
    ]
    assert re.findall(r'<li value="(\d)">', page.content.decode()) == ["1", "2", "2", "4"]
    assert "best: 7" in as_user(first).get("/puzzles/").content.decode()


def test_a_solution_is_not_sent_before_the_end_of_a_puzzle(client):
    a_puzzle(READ)
    run = start_run(client)
    page = client.get(f"/puzzles/runs/{run.slug}/", follow=True)
    assert page.context["guide"]["told"] == []
    assert len(page.context["guide"]["choices"]) == 3


def test_unknown_kinds_and_an_empty_site_start_nothing(client):
    assert client.post("/puzzles/runs/", {"kind": "marathon"}).status_code == 404
    assert client.post("/puzzles/runs/", {"kind": "storm"}).url == "/puzzles/"
    assert client.get("/puzzles/runs/").url == "/puzzles/"
    assert not PuzzleRun.objects.exists()


def test_runs_of_visitors_are_deleted_after_a_week(client):
    a_puzzle(WIN)
    visited, mine = start_run(client), start_run(as_user(a_user()))
    moves(client, visited, POINTS)
    mine.ended = timezone.now()
    mine.save()
    forget_runs(timezone.now())
    assert PuzzleRun.objects.count() == 2
    forget_runs(timezone.now() + timedelta(days=8))
    assert PuzzleRun.objects.get() == mine
