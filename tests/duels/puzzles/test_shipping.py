import pytest
from django.core.management import call_command

from duels.models import Puzzle
from duels.puzzles.attempts import try_once
from duels.puzzles.shipping import load, shipped
from tests.builders import a_user
from tests.duels.puzzles.made import ALL, READ, SAVE, WIN
from wavinghands import engine

pytestmark = pytest.mark.django_db


def test_loading_twice_changes_nothing_and_takes_few_queries(django_assert_max_num_queries):
    assert load(ALL) == (3, 0, 0)
    with django_assert_max_num_queries(6):
        assert load(ALL) == (0, 0, 0)


def test_an_unshipped_puzzle_is_withdrawn_and_returns_with_attempts():
    load(ALL)
    try_once(Puzzle.objects.get(slug="saver"), a_user(), is_right=True)
    assert load([WIN, READ]) == (0, 0, 1)
    assert Puzzle.objects.get(slug="saver").withdrawn
    assert load(ALL) == (0, 1, 0)
    back = Puzzle.objects.get(slug="saver")
    assert (back.withdrawn, back.plays) == (False, 1)
    assert back.rating != 1500


def test_mined_and_hidden_puzzles_are_not_affected():
    load(ALL)
    Puzzle.objects.filter(slug="winner").update(shipped=False)
    Puzzle.objects.filter(slug="reader").update(hidden=True)
    assert load([SAVE, READ]) == (0, 0, 0)
    assert not Puzzle.objects.get(slug="winner").withdrawn
    assert Puzzle.objects.get(slug="reader").hidden


def test_a_changed_puzzle_keeps_its_rating():
    load(ALL)
    Puzzle.objects.update(rating=1234, plays=1)
    assert load([WIN | {"themes": ["shield"]}, SAVE, READ]) == (0, 1, 0)
    row = Puzzle.objects.get(slug="winner")
    assert (row.themes, row.rating) == (" shield ", 1234)


def test_a_puzzle_starts_with_the_rating_of_its_grade():
    load([WIN | {"rating": 900}, SAVE])
    assert dict(Puzzle.objects.values_list("slug", "rating")) == {"winner": 900, "saver": 1500}


def test_the_command_loads_the_file_and_each_puzzle_is_playable(capsys):
    call_command("load_puzzles")
    told = list(shipped())
    assert f"{len(told)} puzzles added" in capsys.readouterr().out
    for one in told:
        duel = engine.load(one["record"])
        assert duel.result is None
        assert all(wizard.stands for wizard in duel.wizards)
        assert one["wizard"] in duel.acting
        assert one["solutions"]
