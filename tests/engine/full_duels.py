"""Full duels for timing the engine: `python -m tests.engine.full_duels FOLDER --wizards 2 --duels 100`.

Random players, which know only the choices they are offered, play the duels with each book in turn. Each player tries
to cast all spells in the book, first the summonings, then the others in random order.
"""

import argparse
import json
from pathlib import Path
from random import Random

from tests.engine.players import RandomPlayer
from tests.engine.plays import NAMES, play_round
from wavinghands import engine

MONSTERS_FIRST = ("summon_goblin", "summon_ogre")


def full_duel(book: str, number: int, wizards: int, rounds: int = 60) -> engine.Duel:
    """Return a duel that has ended or has lasted `rounds` rounds. The same arguments give the same duel."""
    duel = engine.start(book, [{"name": name} for name in NAMES[:wizards]], seed=number)
    die = Random(f"{book} {number} {wizards}")
    spells = list(duel.lexicon.spells)
    players = {name: RandomPlayer(die, [*MONSTERS_FIRST, *die.sample(spells, len(spells))]) for name in duel.acting}
    while duel.result is None and duel.number < rounds:
        duel = play_round(duel, players)
    return duel


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--wizards", type=int, default=2)
    parser.add_argument("--duels", type=int, default=100)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    books = list(engine.BOOKS)
    for number in range(given.duels):
        duel = full_duel(books[number % len(books)], number, given.wizards)
        record = json.dumps(engine.dump(duel), ensure_ascii=False)
        (given.folder / f"{number:03}.json").write_text(record, encoding="utf-8")


if __name__ == "__main__":
    main()
