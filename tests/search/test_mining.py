from dataclasses import replace

import pytest

from tests.search.duels import SCRIPTED, SCRIPTED_MELEE
from tests.search.test_proving import a_shielded_missile, played
from wavinghands import engine
from wavinghands.search.mining import a_duel, identity, mine, mine_record, shows, still_holds
from wavinghands.search.proving import refute


@pytest.fixture(scope="module")
def puzzles() -> list[dict]:
    return [puzzle for number in SCRIPTED for puzzle in mine(number, "classic")]


def test_mined_puzzles_can_be_proved(puzzles: list[dict]) -> None:
    assert {puzzle["kind"] for puzzle in puzzles} == {"save", "guard", "read"}
    assert all(map(still_holds, puzzles))


def test_solutions_solve_and_lines_can_be_played(puzzles: list[dict]) -> None:
    for puzzle in puzzles:
        duel = engine.load(puzzle["record"])
        if puzzle["kind"] != "read":
            for orders in puzzle["solutions"]:
                assert refute(duel, puzzle["wizard"], orders, puzzle["kind"], puzzle["rounds"]) is None
        enemy = duel.enemy_of(puzzle["wizard"])
        for line in puzzle["lines"]:
            engine.play(duel, {puzzle["wizard"]: puzzle["solutions"][0], enemy: line["reply"]})


def test_a_puzzle_leads_to_its_duel(puzzles: list[dict]) -> None:
    for puzzle in puzzles:
        record, source = puzzle["record"], puzzle["source"]
        whole = {**record, "rounds": record["rounds"] + source["rest"], "result": source["result"]}

        assert source["round"] == len(record["rounds"])
        assert engine.load(whole).result == source["result"]


def test_a_record_gives_the_same_puzzles_as_its_duel(puzzles: list[dict]) -> None:
    record = engine.dump(a_duel(SCRIPTED[0], "classic")[0][-1])

    found = [puzzle["id"] for puzzle in mine_record(record, "elsewhere")]

    assert found == [puzzle["id"] for puzzle in puzzles if puzzle["source"]["name"] == f"classic {SCRIPTED[0]}"]
    assert list(mine_record({**record, "rounds": record["rounds"][:-1], "result": None}, "unfinished")) == []


def test_the_same_number_gives_the_same_duel() -> None:
    first, again = (engine.dump(a_duel(4, "warlocks")[0][-1]) for _ in range(2))

    assert first == again


@pytest.mark.thorough
def test_puzzles_in_a_melee_have_three_wizards_who_are_fighting() -> None:
    found = list(mine(SCRIPTED_MELEE, "classic", melee=True))

    assert found
    for puzzle in found:
        assert [one.stands for one in engine.load(puzzle["record"]).wizards] == [True] * 3
        assert all(len(line["replies"]) == 2 for line in puzzle["lines"])
        assert "melee" in puzzle["themes"]
        assert still_holds(puzzle)


def test_an_outdated_puzzle_cannot_be_proved(puzzles: list[dict]) -> None:
    for puzzle in puzzles:
        assert not still_holds({**puzzle, "id": "aaaaaaaa"})
        if puzzle["kind"] != "read":
            assert not still_holds({**puzzle, "tries": puzzle["tries"][:1]})
            assert not still_holds({**puzzle, "tries": [puzzle["tries"][0] | {"orders": puzzle["solutions"][0]}] * 3})
            assert not still_holds({**puzzle, "core": [["cast", "haste", "nobody"]]})
    assert not still_holds({**puzzles[0], "record": {**puzzles[0]["record"], "spellbook": "none"}})


def test_names_and_hands_do_not_change_the_identity() -> None:
    duel = a_shielded_missile()
    mirrored = played(("-", "-"), ("-", "S"), A=1)
    renamed = replace(duel, wizards=tuple(one._replace(name=one.name * 2) for one in duel.wizards), acting=("AA", "BB"))
    hurt = played(("-", "-"), ("S", "-"), A=2)

    same = {identity(duel, "A", "save", 1), identity(mirrored, "A", "save", 1), identity(renamed, "AA", "save", 1)}

    assert len(same) == 1
    assert identity(hurt, "A", "save", 1) not in same
    assert identity(duel, "B", "save", 1) not in same


def test_a_hand_reveals_a_spell_after_enough_gestures() -> None:
    giant = played(("----", "----"), ("WFPS", "--->"))

    assert shows(giant, "A") == {"spell": "summon_giant", "hand": "left"}
    assert shows(giant, "B") is None
