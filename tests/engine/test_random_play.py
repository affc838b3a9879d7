"""Duels played at random, from requests alone."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.engine.players import RandomPlayer
from wavinghands import engine

DUELS = 200
ROUNDS = 50
NAMES = ("Black", "White", "Grey", "Red")


def seats(number: int) -> list[dict[str, str]]:
    """Two wizards as a rule, now and then three or four."""
    return [{"name": name, "gender": "n"} for name in NAMES[: (2, 2, 2, 3, 4)[number % 5]]]


def play_round(duel: engine.Duel, players: dict[str, RandomPlayer]) -> engine.Duel:
    """One round, every order and answer checked at the door as a server would."""
    orders = {}
    for name in duel.acting:
        asked = engine.request(duel, name)
        assert asked is not None
        orders[name] = engine.check_orders(duel, name, players[name].orders(asked))
    answers: dict[str, dict[str, Any]] = {}
    played = engine.play(duel, orders, answers)
    while isinstance(played, engine.Asked):
        for name in played.asks:
            asked = engine.request(played, name)
            assert asked is not None
            given = engine.check_answers(played, name, players[name].answers(asked))
            answers[name] = merged(answers.get(name, {}), given)
        played = engine.play(duel, orders, answers)
    return played


def merged(old: Any, new: Any) -> Any:
    if not isinstance(old, dict) or not isinstance(new, dict):
        return new
    return {**old, **{key: merged(old.get(key), value) for key, value in new.items()}}


def play_duel(book: str, number: int) -> Iterator[engine.Duel]:
    die = Random(f"{book} {number}")
    duel = engine.start(book, seats(number), seed=number)
    spells = [spell["slug"] for spell in engine.book_table(book)]
    players = {wizard["name"]: RandomPlayer(die, wishes=die.sample(spells, len(spells))) for wizard in seats(number)}
    while duel.result is None and duel.number < ROUNDS:
        duel = play_round(duel, players)
        yield duel


def signs(event: dict[str, Any]) -> set[str]:
    """The spells of whose effect an event tells."""
    kind = event["type"]
    if kind == "begins":
        return {event["effect"]}
    if kind == "appears":
        return {f"summon_{event['kind']}", *(["summon_elemental"] if "elemental" in event["kind"] else [])}
    if kind == "damage":
        return {event["cause"]}
    if kind == "cured":
        return {{1: "cure_light_wounds", 2: "cure_heavy_wounds", 5: "raise_dead"}[event["points"]]}
    if kind in ("ends", "dies"):
        return {event.get("why") or event.get("cause")}
    told = {
        "shielded": "shield",
        "countering": "counter_spell",
        "mirroring": "magic_mirror",
        "dispelling": "dispel_magic",
        "raised": "raise_dead",
        "charmed": "charm_monster",
    }
    return {told[kind]} if kind in told else {event["spell"]} if kind in ("doomed", "rages") else set()


@pytest.mark.parametrize("book", engine.BOOKS)
def test_players_at_random_have_no_order_refused_and_see_every_spell_take_effect(book: str) -> None:
    ended, seen = 0, set()
    for number in range(DUELS):
        for duel in play_duel(book, number):
            (entry,) = engine.view(duel, engine.EVERYTHING, since=duel.number - 1)["rounds"]
            for event in entry["events"]:
                seen |= signs(event)
        ended += duel.result is not None
    slugs = {spell["slug"] for spell in engine.book_table(book)}
    assert slugs - seen == set()
    assert ended > DUELS / 2


def test_a_duel_played_at_random_replays_to_the_same_end() -> None:
    for book in engine.BOOKS:
        for number in range(10):
            *_, duel = play_duel(book, number)
            again = engine.load(engine.dump(duel))
            assert engine.view(again, engine.EVERYTHING) == engine.view(duel, engine.EVERYTHING)
