"""Lines, which are the gestures of a wizard's hands from the start of a duel, round by round.

As text, a line has two letters per round, one per gesture, with K (knife) for a stab and N for nothing: "SWPP". All
letters are capitals, so that every database sorts them alike. In URLs, commas separate the rounds.

The two hands are distinguished, but not as left and right: the first letter of each pair belongs to the hand whose
gestures come first in alphabetical order. So swapping the hands does not change the line, and the beginning of a line
is also a line.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from duels.models.openings import LONGEST
from wavinghands import engine

ROUNDS: Final = LONGEST // 2
"""The maximum number of rounds in a stored line."""

_TO_LETTERS: Final = str.maketrans({">": "K", "-": "N"})
_TO_GESTURES: Final = str.maketrans({"K": ">", "N": "-"})
_PAIR: Final = re.compile("[CDFKNPSW]{2}")


def folded(pairs: Iterable[Sequence[str]]) -> str:
    """Return the line for these pairs of letters.

    Swapping the hands in all pairs does not change the line.
    """
    hands = sorted("".join(hand) for hand in zip(*pairs, strict=True))
    return "".join("".join(pair) for pair in zip(*hands, strict=True))


def from_hands(hands: str) -> str:
    """Convert an opening from the format of the statistics to a line.

    That format has one hand after the other ("DSF WWS").
    """
    return folded(zip(*hands.translate(_TO_LETTERS).split(), strict=True))


def parsed(address: str) -> str:
    """Parse a line from a URL.

    Raise `ValueError` if it is invalid or too long.
    """
    pairs = address.split(",") if address else []
    if len(pairs) > ROUNDS or not all(map(_PAIR.fullmatch, pairs)):
        raise ValueError(f"{address!r} is not a line")
    return folded(pairs)


def pairs_of(line: str) -> list[str]:
    """Split a line into pairs of letters, one pair per round."""
    return [line[start : start + 2] for start in range(0, len(line), 2)]


def in_address(line: str) -> str:
    return ",".join(pairs_of(line))


def beginnings(line: str) -> Iterator[tuple[str, str]]:
    """Yield, for each round, the line before it and the round's pair of letters."""
    for start in range(0, len(line), 2):
        yield line[:start], line[start : start + 2]


def gestures_of(pair: str) -> tuple[str, str]:
    """Convert a pair of letters to two gestures in the notation of duel records: `>` for a stab, `-` for nothing."""
    gestures = pair.translate(_TO_GESTURES)
    return gestures[0], gestures[1]


def lines_of(record: Mapping[str, Any]) -> dict[str, str]:
    """Return the line of each wizard in a two-player `record`.

    Both lines end before the first round in which a wizard does not make exactly one pair of gestures, so that their
    pairs correspond round by round. Examples of such rounds are an extra round, a round in stopped time, and a round in
    which a hasted wizard makes a second pair. Raise `EngineError` if the record cannot be replayed.
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
