"""Tests with random duels between players that know only the choices they are offered."""

from random import Random
from typing import Any

import pytest

from tests.engine.plays import play_duel, play_on, seats, spells_at_work
from wavinghands import engine

BOOKS = tuple(engine.BOOKS)


@pytest.mark.brief
@pytest.mark.parametrize("book", BOOKS)
def test_random_players_make_no_errors_and_see_most_spells(book: str) -> None:
    seen, duels = seen_at_random(book, range(40))
    spells = set(duels[0].lexicon.spells)
    assert len(seen & spells) > 0.8 * len(spells)
    assert any(duel.result for duel in duels)
    assert max(len(duel.wizards) for duel in duels) > 4


@pytest.mark.thorough
@pytest.mark.parametrize("book", BOOKS)
def test_every_spell_takes_effect_in_five_hundred_random_duels(book: str) -> None:
    """Play two hundred duels, and as many more as it takes to see every spell."""
    seen, duels = seen_at_random(book, range(200))
    spells = {*duels[0].lexicon.spells, *(["raised"] if duels[0].rules.raise_dead else [])}
    for start in range(200, 500, 50):
        if not spells <= seen:
            seen |= seen_at_random(book, range(start, start + 50))[0]
    assert spells - seen == set()
    assert ("raised" in seen) == duels[0].rules.raise_dead
    assert sum(duel.result is not None for duel in duels) > len(duels) / 3
    assert max(len(duel.wizards) for duel in duels) == 8


def seen_at_random(book: str, numbers: range) -> tuple[set[str], list[engine.Duel]]:
    """Play the random duels with these numbers. Return the spells that took effect, and each duel's final state."""
    seen, duels = set(), []
    for number in numbers:
        for duel in play_duel(book, number):
            seen |= spells_at_work(duel)
        duels.append(duel)
    return seen, duels


@pytest.mark.parametrize(
    "numbers", [range(6), pytest.param(range(6, 20), marks=pytest.mark.thorough)], ids=["quick", "thorough"]
)
@pytest.mark.parametrize("book", BOOKS)
def test_a_random_duel_replays_and_has_transcripts(book: str, numbers: range) -> None:
    for number in numbers:
        *_, duel = play_duel(book, number)
        again = engine.load(engine.dump(duel))
        assert engine.view(again, engine.EVERYTHING) == engine.view(duel, engine.EVERYTHING)
        for viewer in (*(wizard.name for wizard in duel.wizards), None):
            assert engine.transcript(duel, viewer)


# Every option


def values(book: str) -> list[tuple[str, Any]]:
    """Return all rule options, each with all of its values except the book's own."""
    return [
        (option["name"], value["value"])
        for option in engine.options_table(book)
        for value in option["values"]
        if value["value"] != option["value"]
    ]


@pytest.mark.brief
@pytest.mark.parametrize("book", BOOKS)
def test_a_share_of_the_values_of_options_plays_20_rounds(book: str) -> None:
    """Check some values of the rule options, with a different selection for each book."""
    numbers = range(BOOKS.index(book), len(values(book)), len(BOOKS))
    assert len(numbers) >= 20
    for number in numbers:
        play_20_rounds(book, number)


@pytest.mark.thorough
@pytest.mark.parametrize("book", BOOKS)
def test_every_value_of_every_option_plays_20_rounds(book: str) -> None:
    assert len(values(book)) > 100
    for number in range(len(values(book))):
        play_20_rounds(book, number)


def play_20_rounds(book: str, number: int) -> None:
    """Play twenty rounds with `values(book)[number]`, and check that the record can be loaded."""
    name, value = values(book)[number]
    options = {name: value} | AGREEING.get((name, value), {})
    duel = engine.start(book, seats(number), seed=number, options=options)
    rounds = list(play_on(duel, Random(f"{book} {options}"), 20))
    assert rounds[-1].result or len(rounds) == 20, (name, value)
    assert engine.dump(engine.load(engine.dump(rounds[-1]))) == engine.dump(rounds[-1]), (name, value)


AGREEING: dict[tuple[str, Any], dict[str, Any]] = {
    ("elementals", "choice"): {"elemental_target": "being"},
    ("elemental_target", "none"): {"elementals": "two"},
}
"""Options that must be set together with an option's value, because their defaults would contradict it."""
