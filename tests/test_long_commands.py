"""Tests that long commands can be interrupted and continued, with the same results as in one run."""

import json
from contextlib import contextmanager

import pytest
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from accounts.models import Mage, User
from duels.make_up import rows
from duels.management.commands import fit_forecast, fit_weights, make_up, mine_puzzles
from duels.models import Cast, Duel, Opening, Outcome, Round, Seat, Standing, Tally
from tests.search.duels import SCRIPTED
from wavinghands.search import matches
from wavinghands.search.__main__ import main
from wavinghands.search.mining import mine


@contextmanager
def calls_of(module, name, most=None):
    """Yield a list that collects the arguments of each call to a module's function `name`.

    If `most` is given, interrupt the command after that many calls.
    """
    work, calls = getattr(module, name), []

    def counted(*given, **options):
        if len(calls) == most:
            raise KeyboardInterrupt
        calls.append(given)
        return work(*given, **options)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, name, counted)
        yield calls


@contextmanager
def interrupted(module, name, calls):
    """Interrupt the command in the block after `calls` calls to a module's function, and check its exit status."""
    with calls_of(module, name, calls), pytest.raises(SystemExit, match="130"):
        yield


@pytest.mark.parametrize(
    ("name", "module", "work"), [("fit_forecast", fit_forecast, "positions"), ("fit_weights", fit_weights, "examples")]
)
def test_weights_are_the_same_after_an_interruption(tmp_path, name, module, work):
    options = {"duels": 10, "jobs": 1, "verbosity": 0}
    call_command(name, tmp_path / "whole.json", **options)
    with interrupted(module, work, calls=4):
        call_command(name, tmp_path / "table.json", **options)
    with calls_of(module, work) as played:
        call_command(name, tmp_path / "table.json", **options)
    assert played == [(4,), (5,), (6,), (7,), (8,), (9,)]
    whole, table = (json.loads((tmp_path / file).read_text()) for file in ("whole.json", "table.json"))
    assert table == whole | {"command": table["command"]}


def strength(capsys):
    assert main(["strength", "--only", "level-1 random", "--duels", "30"]) == 0
    return [line.split("|")[:9] for line in capsys.readouterr().out.splitlines() if "random" in line]


def test_the_report_of_strength_is_the_same_after_an_interruption(capsys):
    whole = strength(capsys)
    with interrupted(matches, "duel_of", calls=45):
        strength(capsys)
    capsys.readouterr()
    with calls_of(matches, "duel_of") as played:
        assert strength(capsys) == whole
    assert len(played) == 20, "of 60 duels 40 were saved"
    assert len(whole) == 2


@pytest.mark.thorough
def test_puzzles_are_the_same_after_an_interruption(tmp_path, monkeypatch):
    monkeypatch.setattr(mine_puzzles, "AT_ONCE", 2)
    whole, file = tmp_path / "whole.jsonl", tmp_path / "puzzles.jsonl"
    call_command("mine_puzzles", file=whole, count=3, seed=38)
    number = json.loads(whole.read_text().splitlines()[-1])["source"]["name"].split()[1]
    with interrupted(mine_puzzles, "mine", calls=int(number) - 38):
        call_command("mine_puzzles", file=file, count=3, seed=38)
    assert file.read_text() != whole.read_text()
    call_command("mine_puzzles", file=file, count=3, seed=38)
    assert file.read_text() == whole.read_text()


def test_an_interrupted_check_of_puzzles_removes_the_wrong_ones(tmp_path, capsys):
    puzzles = [puzzle for number in SCRIPTED for puzzle in mine(number, "classic")]
    file, lines = tmp_path / "puzzles.jsonl", [json.dumps({**puzzle, "id": "wrong"}) for puzzle in puzzles[:1]]
    file.write_text("".join(f"{line}\n" for line in [*lines, *map(json.dumps, puzzles)]))
    with interrupted(mine_puzzles, "still_holds", calls=1):
        call_command("mine_puzzles", file=file, check=True)
    call_command("mine_puzzles", file=file, check=True)
    assert [json.loads(line)["id"] for line in file.read_text().splitlines()] == [it["id"] for it in puzzles]


# Made-up duels --------------------------------------------------------------------------------------------------------


FIELDS = {
    User: ("username", "date_joined", "active"),
    Mage: ("owner__username", "name", "life", "registered", "active", "ended", "retired"),
    Standing: ("mage__name", "mage__life", "melee", "score", "rating"),
    Duel: ("slug", "book", "options", "seed", "result", "started", "ended", "practice", "public"),
    Seat: ("duel__slug", "name", "mage__name", "mage__life"),
    Outcome: ("duel__slug", "seat__name", "result", "score", "rating"),
    Round: ("duel__slug", "number", "orders", "chance"),
    Cast: ("seat__duel__slug", "seat__name", "spell", "times"),
    Tally: ("mage__name", "mage__life", "book", "melee", "about", "key", "times"),
    Opening: ("duel__slug", "seat__name", "line"),
}
SMALL = {"duels": 40, "mages": 60, "plays": 8, "verbosity": 0}


def everything():
    return {model.__name__: sorted(model.objects.values_list(*fields), key=str) for model, fields in FIELDS.items()}


@pytest.fixture
def whole(db, monkeypatch):
    """Return the rows that an uninterrupted command creates, and roll them back."""
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    monkeypatch.setattr(rows, "AT_ONCE", 15)
    with transaction.atomic():
        call_command("make_up", **SMALL)
        found = everything()
        transaction.set_rollback(True)
    monkeypatch.setattr(timezone, "now", lambda: now)
    assert not User.objects.exists()
    return found


@pytest.mark.parametrize(("module", "name", "calls"), [(make_up, "play", 3), (rows, "_save", 0), (rows, "_save", 2)])
def test_made_up_duels_are_the_same_after_an_interruption(whole, module, name, calls):
    with interrupted(module, name, calls=calls):
        call_command("make_up", **SMALL)
    assert Duel.objects.count() == (30 if (name, calls) == ("_save", 2) else 0)
    call_command("make_up", **SMALL)
    assert everything() == whole
