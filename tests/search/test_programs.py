import re
import sys
from pathlib import Path

import pytest

from wavinghands import engine
from wavinghands.search.matches import match
from wavinghands.search.programs import Fault, Program, a_player

WIZARDS = [{"name": name, "gender": "x"} for name in ("White", "Black")]
DOCS = Path(__file__).parents[2] / "docs" / "search.md"
SERVE = f"{sys.executable} -m wavinghands.search serve --level 1"


@pytest.fixture
def program(tmp_path):
    """Return a function that starts a program with the given source code. The program is stopped after the test."""
    made = []

    def make(text, timeout=10.0):
        path = tmp_path / f"{len(made)}.py"
        path.write_text(text)
        made.append(Program([sys.executable, str(path)], timeout))
        return made[-1]

    yield make
    for each in made:
        each.end()


def at_the_start():
    return engine.start("classic", WIZARDS)


def a_paralysis():
    """Return a round in which White must choose which of Black's hands to paralyse.

    Also return a dict with the `orders` of the round and no `answers` yet.
    """
    duel, orders = at_the_start(), {"White": {"left": "F", "right": "-"}, "Black": {"left": "S", "right": "D"}}
    for _ in "FF":
        duel = engine.settle(duel, orders)
    return engine.play(duel, orders, {}), {"orders": orders, "answers": {}}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("input()", "ended"),
        ("raise SystemExit", "ended|does not run"),
        ("print('rubbish', flush=True); input(); input()", "no JSON"),
        ("print('[1]', flush=True); input(); input()", "not an object"),
        ('input(); print(\'{"error": "beyond me"}\', flush=True); input()', "beyond me"),
        ("input(); print('7' * 3_000_000, flush=True); input()", "more than 2000000 bytes"),
        ("print('['*100000, flush=True); input(); input()", "no JSON"),
    ],
)
def test_faults_of_a_program_are_named(program, text, why):
    with pytest.raises(Fault, match=why):
        program(text).orders(at_the_start(), "White", 1)


def test_a_program_that_takes_too_long_is_at_fault(program):
    slow = program("import time; input(); time.sleep(60)", timeout=0.1)
    with pytest.raises(Fault, match=r"took more than 0\.1 seconds"):
        slow.orders(at_the_start(), "White", 1)


def test_a_program_that_does_not_exist_is_at_fault():
    with pytest.raises(Fault, match="does not run"):
        Program(["/nowhere/at/all"], 1.0).orders(at_the_start(), "White", 1)


def test_a_program_is_restarted_after_a_fault(program):
    once = program('input(); print(\'{"orders": {"left": "P", "right": "-"}}\', flush=True)')
    for _ in range(2):
        assert once.orders(at_the_start(), "White", 1) == {"left": "P", "right": "-"}
        with pytest.raises(Fault):
            once.orders(at_the_start(), "White", 1)


def test_a_program_with_a_fault_loses_and_the_outcome_names_the_fault():
    outcomes = list(match(f"{sys.executable} -c 'print(7)'", "random", duels=2))
    assert [outcome.score for outcome in outcomes] == [0, 0]
    assert all("not an object" in outcome.fault for outcome in outcomes)


def test_a_level_plays_the_same_over_the_line_protocol():
    by_lines, here = (list(match(player, "random", duels=2)) for player in (SERVE, "level-1"))
    assert [(one.score, one.rounds, one.fault) for one in by_lines] == [(one.score, one.rounds, "") for one in here]


def test_a_program_is_asked_again_after_a_reveal():
    waiting, given = a_paralysis()
    with a_player(SERVE) as player:
        answers = player.answers(waiting, "White", 1, given)
    assert engine.check_answers(waiting, "White", answers) == answers
    assert answers["paralyze"]["Black"] in ("left", "right")


@pytest.fixture
def example(tmp_path, monkeypatch):
    """Return the command that runs the example program in docs/search.md."""
    monkeypatch.setenv("PYTHONPATH", str(DOCS.parents[1]))
    path = tmp_path / "example.py"
    path.write_text(re.search(r"```python\n(.*?)```", DOCS.read_text(), re.DOTALL)[1])
    return f"{sys.executable} {path}"


@pytest.mark.parametrize("book", ["classic", "warlocks"])
def test_the_program_of_the_docs_plays(example, book):
    outcomes = list(match(example, "random", book=book, duels=4))
    assert [outcome.fault for outcome in outcomes] == [""] * 4
    assert sum(outcome.score for outcome in outcomes) > 2


def test_the_program_of_the_docs_answers(example):
    waiting, given = a_paralysis()
    with a_player(example) as player:
        assert player.answers(waiting, "White", 1, given) == {"paralyze": {"Black": "left"}}


def test_later_questions_come_with_the_earlier_answers(program):
    waiting, given = a_paralysis()
    echo = program("import json; print(json.dumps({'answers': json.loads(input())}), flush=True); input()")
    answered = given | {"answers": {"Black": {"cast": {"left": "shield"}}}}
    line = echo.answers(waiting, "White", 1, answered)
    assert (line["orders"], line["answers"]) == (given["orders"], answered["answers"])
