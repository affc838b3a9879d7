"""Duels played at random, from requests alone."""

from random import Random
from typing import Any

import pytest

from tests.engine.plays import play_duel, play_on, seats, spells_at_work
from wavinghands import engine

DUELS = 1000
BOOKS = tuple(engine.BOOKS)


@pytest.mark.parametrize("book", BOOKS)
def test_players_at_random_have_no_order_refused_and_see_every_spell_take_effect(book: str) -> None:
    ended, seen, most = 0, set(), 0
    for number in range(DUELS):
        for duel in play_duel(book, number):
            seen |= spells_at_work(duel)
        ended += duel.result is not None
        most = max(most, len(duel.wizards))
    assert set(duel.lexicon.spells) - seen == set()
    assert ("raised" in seen) == duel.rules.raise_dead
    assert ended > DUELS / 3
    assert most == 8


@pytest.mark.parametrize("book", BOOKS)
def test_a_duel_played_at_random_replays_to_the_same_end_and_can_be_told(book: str) -> None:
    for number in range(20):
        *_, duel = play_duel(book, number)
        again = engine.load(engine.dump(duel))
        assert engine.view(again, engine.EVERYTHING) == engine.view(duel, engine.EVERYTHING)
        for viewer in (*(wizard.name for wizard in duel.wizards), None):
            assert engine.transcript(duel, viewer)


# Every option


def values() -> list[tuple[str, str, Any]]:
    """Each book with each value of each option that is not its own."""
    return [
        (book, option["name"], value["value"])
        for book in BOOKS
        for option in engine.options_table(book)
        for value in option["values"]
        if value["value"] != option["value"]
    ]


@pytest.mark.parametrize("book", BOOKS)
def test_every_value_of_every_option_plays_20_rounds(book: str) -> None:
    played = 0
    for number, (_, name, value) in enumerate(one for one in values() if one[0] == book):
        options = {name: value} | AGREEING.get((name, value), {})
        duel = engine.start(book, seats(number), seed=number, options=options)
        rounds = list(play_on(duel, Random(f"{book} {options}"), 20))
        assert rounds[-1].result or len(rounds) == 20
        assert engine.dump(engine.load(engine.dump(rounds[-1]))) == engine.dump(rounds[-1])
        played += 1
    assert played > 100


AGREEING: dict[tuple[str, Any], dict[str, Any]] = {
    ("elementals", "choice"): {"elemental_target": "being"},
    ("elemental_target", "none"): {"elementals": "two"},
}
"""What must be set together with a value, lest it contradict another."""
