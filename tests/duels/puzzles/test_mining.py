from functools import cache

import pytest
from django.core.management import call_command
from django.urls import reverse

from duels.models import Duel, Puzzle, Round
from duels.puzzles import mining
from tests.builders import a_mage, rows_of_a_duel
from tests.duels.finished import THEN
from tests.search.duels import SCRIPTED
from wavinghands import engine
from wavinghands.search.mining import a_duel, mine

pytestmark = pytest.mark.django_db


@cache
def course(number):
    return engine.dump(a_duel(number, "classic")[0][-1])


def played_here(number, **fields):
    """Create the database rows of the duel with the seed `number`."""
    record = course(number)
    mages = [a_mage(f"{wizard['name']} {number}") for wizard in record["wizards"]]
    values = {"result": record["result"], "ended": THEN, "round": len(record["rounds"]) + 1, "seed": number}
    duel = rows_of_a_duel(*mages, **{**values, **fields})
    for seat, wizard in zip(duel.seats.order_by("position"), record["wizards"], strict=True):
        duel.seats.filter(pk=seat.pk).update(name=wizard["name"], gender=wizard["gender"])
    Round.objects.bulk_create(
        Round(duel=duel, **{field: entry[field] for field in ("number", "kind", "orders", "chance")})
        for entry in record["rounds"]
    )
    return duel


def slugs():
    return set(Puzzle.objects.values_list("slug", flat=True))


def test_puzzles_are_stored_once_with_their_duel(capsys, client):
    duel = played_here(SCRIPTED[0])
    call_command("mine_puzzles", site=True)
    assert slugs() == {puzzle["id"] for puzzle in mine(SCRIPTED[0], "classic")}
    told = capsys.readouterr().out
    assert slugs()
    for row in Puzzle.objects.all():
        assert (row.duel, row.shipped) == (duel, False)
        assert client.get(reverse("puzzle", args=[row.slug])).status_code == 200
        assert row.slug in told
    before = slugs()
    call_command("mine_puzzles", site=True)
    assert slugs() == before
    assert "0 puzzles found, 0 duels to look at" in capsys.readouterr().out


def test_mining_resumes_where_it_stopped(monkeypatch, capsys):
    for number in SCRIPTED:
        played_here(number)
    monkeypatch.setattr("duels.management.commands.mine_puzzles.AT_ONCE", 1)
    call_command("mine_puzzles", site=True, count=1)
    first = slugs()
    assert 0 < mining.to_be_mined().count() < len(SCRIPTED)
    call_command("mine_puzzles", site=True, count=100)
    assert first < slugs()
    assert not mining.to_be_mined().exists()
    assert first < {puzzle["id"] for number in SCRIPTED for puzzle in mine(number, "classic")}


def test_a_duel_searched_by_another_process_adds_nothing():
    duel = played_here(SCRIPTED[0])
    found = list(mine(SCRIPTED[0], "classic"))
    assert mining.keep(duel, found)
    assert mining.keep(duel, found) == []


@pytest.mark.parametrize(
    "fields",
    [{"public": False}, {"options": {"stab_rule": "x"}}, {"begun_at": 2}, {"imported": True}, {"ended": None}],
    ids=lambda fields: next(iter(fields)),
)
def test_private_and_modified_duels_are_not_searched(fields):
    played_here(SCRIPTED[0], **fields)
    call_command("mine_puzzles", site=True)
    assert slugs() == set()


def test_an_unreadable_duel_does_not_block_others():
    broken = played_here(13)
    broken.rounds.filter(number=2).delete()
    played_here(SCRIPTED[0])
    call_command("mine_puzzles", site=True)
    assert slugs()
    assert not Duel.objects.filter(mined=None).exists()


def test_puzzles_made_wrong_by_a_new_rule_are_withdrawn(capsys):
    played_here(SCRIPTED[0])
    call_command("mine_puzzles", site=True)
    wrong = Puzzle.objects.order_by("pk")[0]
    wrong.slug = "wrongone"
    wrong.save()
    number = len(slugs())
    call_command("mine_puzzles", site=True, check=True)
    assert f"{number - 1} of {number} hold" in capsys.readouterr().out
    assert list(Puzzle.objects.filter(withdrawn=True)) == [wrong]
