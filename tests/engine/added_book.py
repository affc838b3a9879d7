"""Tests for the example book in docs/adding-a-book.md.

`test_adding.py` adds that book to a copy of the engine, and runs these tests there.
"""

import json
from random import Random

import pytest

from tests.engine.coverage import wanted
from tests.engine.duels import duel_of, request_of, wizard
from tests.engine.players import RandomPlayer
from wavinghands import engine
from wavinghands.engine.__main__ import main

WIZARDS = [{"name": "Black"}, {"name": "White"}]


def test_the_book_is_listed_and_other_books_are_unchanged() -> None:
    assert set(engine.BOOKS) == {"classic", "drill", "nomonsters", "spellcast", "standard", "warlocks"}
    rows = {row["slug"]: row["gestures"] for row in engine.book_table("classic")}
    assert rows["finger_of_death"] == ["PWPFSSSD"]
    assert rows["lightning_bolt"] == ["DFFDD"]
    assert engine.BOOKS["classic"].options == {}


def test_the_table_has_only_the_spells_and_gestures_of_the_book() -> None:
    rows = {row["slug"]: row["gestures"] for row in engine.book_table("drill")}
    assert rows["lightning_bolt"] == ["DDFF", "DFFDD"]
    assert rows["fireball"] == ["FSSDD"]
    assert not {"finger_of_death", "summon_goblin", "charm_monster"} & rows.keys()
    assert all("finger_of_death" not in row["stopped_by"] for row in engine.book_table("drill"))


def test_the_command_line_prints_the_book(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["book", "drill"]) == 0
    assert capsys.readouterr().out.startswith("Drill. Bartle’s book for lessons")


def test_the_book_has_options_of_its_own_which_a_record_may_change() -> None:
    own = {row["name"]: row["value"] for row in engine.options_table("drill")}
    assert (own["max_hp"], own["delay_and_permanency"], own["haste"]) == (20, "may", "pair")
    assert engine.check_options("drill", {"max_hp": 20, "maladroit": True}) == {"maladroit": True}
    with pytest.raises(engine.RecordError, match="no such rule option"):
        engine.start("drill", WIZARDS, options={"fairness": True})


@pytest.mark.parametrize("option", ["maladroit", "para_fdf", "para_fc"])
def test_the_book_has_the_variants_of_gestures(option: str) -> None:
    duel = engine.start("drill", WIZARDS, options={option: True})
    assert ("maladroitness" in duel.lexicon.spells) == (option == "maladroit")
    assert duel.lexicon.patterns["paralysis"] == (("FDF",) if option == "para_fdf" else ("FFF",))


def test_requests_views_and_records_of_a_duel_use_the_book() -> None:
    duel = duel_of("drill", Black="DDF", White="---")
    offered = {entry["spell"] for entry in request_of(duel, "Black")["completes"]["left"]["F"]}
    assert offered == {"lightning_bolt"}
    duel = duel_of("drill", Black="DDFF", White="DFW-")
    assert (wizard(duel, "White")["hp"], wizard(duel, "White")["max_hp"]) == (
        11,
        20,
    )  # one more from the cure, five fewer from the bolt
    assert "Rule set: Drill." in engine.transcript(duel)
    again = engine.load(json.loads(json.dumps(engine.dump(duel))))
    assert engine.view(again, engine.EVERYTHING) == engine.view(duel, engine.EVERYTHING)


def test_golden_duels_of_the_book_are_required() -> None:
    assert {"lightning_bolt__usual", "shield__countered"} <= set(wanted("drill"))
    assert "finger_of_death__usual" not in wanted("drill")


def test_random_duels_by_the_book_have_no_errors() -> None:
    die = Random("drill")
    for number in range(10):
        duel = engine.start("drill", WIZARDS, seed=number)
        spells = list(duel.lexicon.spells)
        players = {name: RandomPlayer(die, wishes=die.sample(spells, len(spells))) for name in duel.acting}
        while duel.result is None and duel.number < 40:
            orders = {name: players[name].orders(request_of(duel, name)) for name in duel.acting}
            duel = engine.settle(duel, {name: engine.check_orders(duel, name, given) for name, given in orders.items()})
        assert duel.number > 3
        assert engine.describe(duel)
