"""Tests that the solution of a puzzle is sent only to users who have solved it or given up."""

import json

import pytest

from duels.models import Puzzle
from duels.puzzles.shipping import row_of
from duels.puzzles.words import explanation
from tests.builders import a_user
from tests.duels.people import as_user
from tests.duels.puzzles.made import ALL, READ, WIN, a_puzzle

pytestmark = pytest.mark.django_db

MARK = "a-mark-of-what-nobody-may-know"


def post(client, address, body):
    return client.post(address, json.dumps(body), content_type="application/json")


def marked(line):
    """Return a copy of a puzzle with a marker in each secret part."""
    lines = [{"reply": {"left": "-", "right": "-", "say": MARK}, "then": {"left": "-", "right": "-", "say": MARK}}]
    first = {**line["solutions"][0], "say": MARK}
    return line | {"lines": lines, "solutions": [first], "source": {"name": MARK, "round": 8}, "proof": {"mark": MARK}}


@pytest.mark.parametrize("line", ALL, ids=lambda line: line["kind"])
def test_puzzles_that_differ_only_in_the_solution_look_alike(client, line):
    a_puzzle(line)
    pages = []
    for solutions in (line["solutions"], [{**line["solutions"][0], "say": MARK}]):
        Puzzle.objects.update(data=row_of(marked(line) | {"solutions": solutions}).data)
        page = client.get(f"/puzzles/{line['id']}/")
        assert MARK not in page.content.decode()
        pages.append([page.context["frame"], page.context["guide"]])
    assert pages[0] == pages[1]


@pytest.mark.parametrize("line", ALL, ids=lambda line: line["kind"])
def test_themes_lines_and_source_are_hidden_before_the_solution(client, line):
    puzzle = a_puzzle(line)
    guide = client.get(f"/puzzles/{line['id']}/").context["guide"]
    assert [guide[part] for part in ("told", "replies", "others", "themes", "source")] == [[], [], [], [], None]
    for text in explanation(puzzle):
        assert text not in client.get(f"/puzzles/{line['id']}/").content.decode()


@pytest.mark.parametrize("orders", [{"left": "W", "right": "-"}, {"left": "P", "right": "S"}])
def test_a_wrong_try_gets_only_its_refutation(client, orders):
    puzzle = a_puzzle(marked(WIN))
    answer = post(client, "/puzzles/winner/", {"moves": [{"orders": orders}]})
    guide = answer.json()["guide"]
    assert guide["strayed"]
    assert [guide[part] for part in ("told", "replies", "others", "themes", "source")] == [[], [], [], [], None]
    assert MARK not in answer.content.decode()
    assert not any(text in answer.content.decode() for text in explanation(puzzle))


def test_a_wrong_spell_does_not_reveal_the_right_one(client):
    a_puzzle(READ)
    answer = post(client, "/puzzles/reader/", {"moves": [{"orders": {"spell": "disease"}}]}).json()
    assert "Finger of Death" not in json.dumps(answer["guide"])
    assert answer["guide"]["choices"] == answer["guide"]["compared"] == []


def test_solving_gets_an_explanation_and_giving_up_the_moves(client):
    a_puzzle(WIN)
    solved = post(client, "/puzzles/winner/", {"moves": [{"orders": {"left": "D", "right": "-"}}]}).json()["guide"]
    assert solved["over"]
    assert "Finger of Death on White" in solved["told"][0]
    assert solved["themes"] == ["Finger of Death"]
    assert "Black and White" in solved["source"]["words"]
    assert "Round 7" in solved["source"]["story"]
    shown = post(client, "/puzzles/winner/solution/", {}).json()
    again = post(client, "/puzzles/winner/", {"moves": shown["moves"]}).json()["guide"]
    assert again["over"]


def test_the_first_hint_names_neither_a_gesture_nor_a_spell_of_the_solution(client):
    a_puzzle(WIN)
    first = post(client, "/puzzles/winner/hint/", {"number": 1}).json()["hints"]
    assert first == ["Take White from 15 hit points to 0, even through a Shield."]
    assert post(as_user(a_user()), "/puzzles/winner/hint/", {"number": 9}).json()["hints"] == [
        *first,
        "You cast: Finger of Death.",
    ]
