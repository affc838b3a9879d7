"""Tests for team duels, and tests that teams change nothing else."""

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.duels import REST, a_record, next_round
from tests.engine.plays import NAMES, play_on
from tests.engine.setups import FEWER, duels, everything
from tests.engine.test_symmetry import outcome, silent
from wavinghands import engine
from wavinghands.engine import Json

PALMS = {"left": "P", "right": "P"}
BOOKS = tuple(engine.BOOKS)


def duel_of_teams(*teams: int | None, book: str = "classic", seed: int = 1) -> engine.Duel:
    wizards = [{"name": name, "team": team} for name, team in zip(NAMES, teams, strict=False)]
    return engine.start(book, wizards, seed=seed)


def with_teams(record: Json, teams: list[int | None]) -> Json:
    wizards = [{**wizard, "team": team} for wizard, team in zip(record["wizards"], teams, strict=True)]
    return {**record, "wizards": wizards}


# The record, views and reports


def test_only_records_of_team_duels_contain_teams() -> None:
    wizards = engine.dump(duel_of_teams(1, None, 2))["wizards"]
    assert wizards == [
        {"name": "Black", "gender": "n", "team": 1},
        {"name": "White", "gender": "n"},
        {"name": "Grey", "gender": "n", "team": 2},
    ]


def test_a_view_contains_the_team_of_a_wizard_who_has_one() -> None:
    for viewer in ("White", None, engine.EVERYTHING):
        wizards = engine.view(duel_of_teams(1, None, 2), viewer)["wizards"]
        assert [wizard.get("team", "none") for wizard in wizards] == [1, "none", 2]
        assert "team" not in wizards[1]


@pytest.mark.parametrize("team", [0, 9, -1, True, "1", 1.0, [1], {}])
def test_a_team_is_a_number_from_1_to_8(team: Any) -> None:
    wizards = [{"name": "Black"}, {"name": "White", "team": team}]
    with pytest.raises(engine.RecordError, match=r"^wizards\.1\.team: .* is not a number from 1 to 8"):
        engine.load(a_record(wizards=wizards))


def test_a_duel_of_a_single_team_is_rejected() -> None:
    with pytest.raises(engine.RecordError, match="all wizards are on the same team"):
        duel_of_teams(3, 3)


def test_a_transcript_groups_teams_and_names_all_winners() -> None:
    duel = next_round(duel_of_teams(1, 2, 1, None), Black=REST, White=PALMS, Grey=REST, Red=PALMS)
    assert engine.transcript(duel).startswith("Black and Grey against White against Red. Rule set: ")
    assert "Black and Grey win the duel." in engine.transcript(duel)
    assert "Black and Grey win.\n" in engine.show(duel)


# The result


def test_the_result_of_a_team_is_checked_like_any_other() -> None:
    duel = next_round(duel_of_teams(1, 2, 1), Black=REST, White=PALMS, Grey=REST)
    record = engine.dump(duel)
    assert record["result"]["winners"] == ["Black", "Grey"]
    assert everything(engine.load(record)) == everything(duel)
    with pytest.raises(engine.RecordError, match=r"^result: "):
        engine.load({**record, "result": {**record["result"], "winners": ["Black"]}})


def test_sides_are_teams_and_wizards_without_a_team() -> None:
    duel = duel_of_teams(1, 2, 1, None, None)
    assert duel.sides(["Black", "Grey"]) == 1
    assert duel.sides(["Black", "White", "Grey"]) == 2
    assert duel.sides(["Red", "Ash"]) == 2
    assert duel.sides([]) == 0


# Default targets


def test_the_default_target_is_the_next_wizard_of_another_team() -> None:
    duel = duel_of_teams(1, 1, 2, None)
    stabs = {name: engine.request(duel, name)["stab"]["target"] for name in duel.acting}
    assert stabs == {"Black": "Grey", "White": "Grey", "Grey": "Red", "Red": "Black"}


def test_team_mates_may_be_targets() -> None:
    refs = [target["ref"] for target in engine.request(duel_of_teams(1, 1, 2), "Black")["targets"]]
    assert {"Black", "White", "Grey"} <= set(refs)


# Properties


@FEWER
@given(duels())
def test_the_duel_ends_as_soon_as_at_most_one_side_is_left(duel: engine.Duel) -> None:
    for then in duel.course():
        standing = [wizard.name for wizard in then.wizards if wizard.stands]
        assert (then.sides(standing) < 2) == (then.result is not None)
        if then.result and standing:
            assert then.result["winners"] == standing
        if then.result and not standing:
            assert then.sides(then.result["winners"]) < 2
            assert set(then.result["winners"]) <= set(then.result["surrendered"])


@FEWER
@given(duels(), st.permutations(range(1, 9)))
def test_the_number_of_a_team_is_only_a_name(duel: engine.Duel, numbers: list[int]) -> None:
    record = silent(engine.dump(duel))
    teams = [wizard.get("team") for wizard in record["wizards"]]
    renumbered = with_teams(record, [team and numbers[team - 1] for team in teams])
    assert outcome(renumbered) == outcome(record)


@FEWER
@given(duels(), st.permutations(range(1, 9)))
def test_teams_of_one_change_nothing(duel: engine.Duel, numbers: list[int]) -> None:
    record = silent(engine.dump(duel))
    alone = until_the_end(with_teams(record, [None] * len(record["wizards"])))
    apart = with_teams(alone, numbers[: len(alone["wizards"])])
    assert outcome(apart) == outcome(alone)


def until_the_end(record: Json) -> Json:
    """Return the record up to the first round that cannot be played with these teams."""
    duel = engine.load({**record, "rounds": [], "result": None})
    rounds: list[Json] = []
    for entry in record["rounds"]:
        asked = {name: given for name, given in entry["orders"].items() if name in duel.acting}
        if duel.result or asked.keys() != set(duel.acting) or entry["kind"] != duel.kind:
            break
        try:
            duel = engine.advance(duel, {**entry, "orders": asked})
        except engine.EngineError:  # the orders name a monster that does not exist
            break
        rounds.append(engine.round_record(duel))
    return {**record, "rounds": rounds, "result": None}


ENDING = (1, 3, 4, 12)
"""The seeds of duels that, in every book, include a victory of several survivors within 60 rounds."""


@pytest.mark.parametrize(
    "numbers",
    [pytest.param(ENDING, marks=pytest.mark.brief), pytest.param(range(25), marks=pytest.mark.thorough)],
    ids=["quick", "thorough"],
)
@pytest.mark.parametrize("book", BOOKS)
def test_random_duels_of_teams_end_with_one_team_as_winner_or_with_none(book: str, numbers: Iterable[int]) -> None:
    ended, several = 0, 0
    for number in numbers:
        duel = duel_of_teams(1, 2, 1, 2, 3, 3, book=book, seed=number)
        *_, duel = play_on(duel, Random(f"{book} {number}"), 60)
        assert engine.dump(engine.load(engine.dump(duel))) == engine.dump(duel)
        if duel.result:
            ended += 1
            several += len(duel.result["winners"]) > 1
            assert duel.sides(duel.result["winners"]) == (duel.result["outcome"] == "victory")
    assert ended
    assert several
