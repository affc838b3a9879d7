"""Tests that every example order in a report is accepted if it is sent back."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.db import transaction
from django.utils import translation

from duels.mailroom.reports import status
from duels.models import Duel
from duels.play.loading import table
from duels.play.transaction import submit_answers, submit_orders
from duels.wording.time_controls import DAY
from tests.builders import a_mage
from tests.duels.mailroom.ordersets import done
from tests.duels.tables import a_duel
from tests.engine.players import RandomPlayer
from wavinghands import engine

pytestmark = pytest.mark.django_db

ROUNDS = 10
NAMES = ("Merlyn", "Froodal", "Grey Owl")

Players = dict[str, tuple[Any, RandomPlayer]]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("book", engine.BOOKS)
def test_the_example_of_each_report_is_carried_out(book: str, seed: int) -> None:
    assert list(refusals(book, seed)) == []


def refusals(book: str, seed: int, rounds: int = ROUNDS) -> Iterator[tuple[str, str]]:
    """Play a random duel, and yield each refused example together with the reply."""
    die = Random(f"{book} {seed}")
    mages = [a_mage(name) for name in NAMES[: 2 + seed % 2]]
    duel = a_duel(*mages, book=book, pace=DAY, seed=seed)
    spells = list(table(duel.slug).state.lexicon.spells)
    players = {mage.name: (mage.owner, RandomPlayer(die, die.sample(spells, len(spells)))) for mage in mages}
    while duel.result is None and duel.round <= rounds:
        yield from _refused(duel, players, die)
        _play_on(duel, players)
        duel.refresh_from_db()


def _refused(duel: Duel, players: Players, die: Random) -> Iterator[tuple[str, str]]:
    language = die.choice(["en", "de"])
    for name in table(duel.slug).waiting():
        user, _player = players[name]
        for text in variants(_example(duel, user, language)):
            with transaction.atomic():
                answer = done(user, text, language=language)
                transaction.set_rollback(True)
            if not answer.is_done:
                yield text, answer.text


def _example(duel: Duel, user: Any, language: str) -> str:
    with translation.override(language):
        told = status(duel, user)
    return re.sub(r"^ ", "", told[told.index(" GAME ") :], flags=re.MULTILINE)


def variants(example: str) -> Iterator[str]:
    """Yield the example unchanged, and then with each of its commented-out orders enabled in turn."""
    lines = example.split("\n")
    yield example
    for at, line in enumerate(lines):
        if line.startswith("; "):
            yield "\n".join([*lines[:at], line.removeprefix("; "), *lines[at + 1 :]])


def _play_on(duel: Duel, players: Players) -> None:
    """Answer the open questions or submit orders, at random."""
    there = table(duel.slug)
    for name in there.waiting():
        request = engine.request(there.standing, name)
        assert request is not None
        _user, player = players[name]
        if request["type"] == "orders":
            submit_orders(duel=duel, wizard=name, round_number=request["round"], orders=player.orders(request))
        else:
            submit_answers(duel=duel, wizard=name, round_number=request["round"], answers=player.answers(request))
