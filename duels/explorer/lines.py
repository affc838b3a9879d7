"""Lines: what both hands of one wizard make, round by round, from the start of a duel.

As text a line has two letters a round, those of the gestures, with K (knife) for a stab and N for nothing: "SWPP". The
letters are capitals alone, so that every database sorts them alike. In addresses there is a comma between rounds.

Hands are told apart, but not which is the left: the hand that comes first in the alphabet, by all that it has made, has
the first letter of each pair. So a line and its mirror are one, and the beginning of a line is a line.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from duels.models.openings import LONGEST
from wavinghands import engine

ROUNDS: Final = LONGEST // 2
"""The rounds of the longest line that is told."""

_TO_LETTERS: Final = str.maketrans({">": "K", "-": "N"})
_TO_GESTURES: Final = str.maketrans({"K": ">", "N": "-"})
_PAIR: Final = re.compile("[CDFKNPSW]{2}")

Json = dict[str, Any]


def folded(pairs: Iterable[Sequence[str]]) -> str:
    """The line of these pairs of letters, whichever hand is which."""
    hands = sorted("".join(hand) for hand in zip(*pairs, strict=True))
    return "".join("".join(pair) for pair in zip(*hands, strict=True))


def from_hands(hands: str) -> str:
    """The line of an opening as statistics name it: "DSF WWS", the gestures of one hand and of the other."""
    return folded(zip(*hands.translate(_TO_LETTERS).split(), strict=True))


def parsed(address: str) -> str:
    """The line that stands in an address, folded; raises `ValueError` if it is none, or longer than lines are."""
    pairs = address.split(",") if address else []
    if len(pairs) > ROUNDS or not all(map(_PAIR.fullmatch, pairs)):
        raise ValueError(f"{address!r} is no line")
    return folded(pairs)


def pairs_of(line: str) -> list[str]:
    """The pairs of letters of a line, the first round's first."""
    return [line[start : start + 2] for start in range(0, len(line), 2)]


def in_address(line: str) -> str:
    """A line as addresses have it."""
    return ",".join(pairs_of(line))


def beginnings(line: str) -> Iterator[tuple[str, str]]:
    """What a line continues, round by round: the line before, and the pair that was next."""
    for start in range(0, len(line), 2):
        yield line[:start], line[start : start + 2]


def gestures_of(pair: str) -> tuple[str, str]:
    """The gestures of a pair as records have them."""
    gestures = pair.translate(_TO_GESTURES)
    return gestures[0], gestures[1]


def lines_of(record: Mapping[str, Any]) -> dict[str, str]:
    """The line of each wizard of `record`, a record of two; raises `EngineError` if it cannot be played.

    Lines end before the first round in which the two do not act in step: a free round or a stopped time, or a second
    pair of one who is hastened. So the pairs of both stand round against round.
    """
    made: dict[str, list[Sequence[str]]] = {wizard["name"]: [] for wizard in record["wizards"]}
    opening = {**record, "rounds": record["rounds"][:ROUNDS], "result": None}
    for duel in engine.replay(opening):
        if duel.last is None or duel.last.kind != "normal" or not made.keys() <= duel.last.gestures.keys():
            break
        gestures = {name: duel.last.gestures[name] for name in made}
        if any(its.second for its in gestures.values()):
            break
        for name, its in gestures.items():
            made[name].append("".join(its.pair).translate(_TO_LETTERS))
    return {name: folded(pairs) for name, pairs in made.items()}
