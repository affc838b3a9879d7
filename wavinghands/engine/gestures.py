"""Gestures, hands, and the sequence of gestures each hand has made.

A sequence is a string of the gestures that still count towards spells, latest last. A capital letter is a gesture
that the hand made alone, and a lower-case letter is one that both hands made. Patterns are written in the same way: a
lower-case letter requires the gesture of both hands. Source: Bartle, "Spells".
"""

from collections.abc import Mapping
from typing import Final, Literal

Hand = Literal["left", "right"]
"""One hand of a wizard."""
Pair = tuple[str, str]
"""The gestures of the left and the right hand, or the sequences of gestures that they have made."""

GESTURES: Final = "CDFPSW"
"""The gestures that spells consist of. Source: Bartle, "Spells"."""
STAB: Final = ">"
"""A stab. It is never part of a spell."""
NOTHING: Final = "-"
"""A rest: the hand does nothing. It is never part of a spell."""
OPEN: Final = (*GESTURES, STAB, NOTHING)
"""All gestures that may be ordered."""
HIDDEN: Final = "?"
"""The placeholder for a gesture that a viewer did not see."""
HANDS: Final[tuple[Hand, Hand]] = ("left", "right")
"""Both hands, in the order in which they are always listed."""

THROWS: Final[Mapping[str, tuple[str, ...]]] = {"six": OPEN[:6], "eight": OPEN}
"""The sides of the confusion die for each value of the option `confusion_die`."""

REACH: Final = 12
"""How many of a hand's latest gestures to keep. No pattern is longer."""


def is_gesture(text: object) -> bool:
    """Return whether `text` is a gesture that may be ordered."""
    return isinstance(text, str) and text in OPEN


def woven_on(woven: Pair, pair: Pair) -> Pair:
    """Return `woven`, the gesture sequences of both hands, with `pair` appended."""
    left, right = pair
    if left == right:
        left = right = left.lower()
    return ((woven[0] + left)[-REACH:], (woven[1] + right)[-REACH:])


def is_two_handed(pattern: str) -> bool:
    """Return whether the last gesture of `pattern`, and therefore the spell, takes both hands."""
    return pattern[-1].islower()


def is_half_clap(pair: Pair) -> bool:
    """Return whether exactly one of the hands claps.

    A half clap does not complete a spell.
    """
    return (pair[0] == "C") != (pair[1] == "C")


def of_hand(pair: Pair, hand: str) -> str:
    """Return the gesture of one hand."""
    return pair[0] if hand == "left" else pair[1]


def again(pairs: tuple[Pair, ...], number: int) -> tuple[Pair, ...]:
    """Return `number` (1 or 2) pairs of gestures that repeat the one or two pairs in `pairs`.

    If `number` is 1, repeat the last pair. If it is 2, repeat both pairs, or the only pair twice. Source: ruling 5.1
    (docs/rulings.md), "Forced".
    """
    return pairs[-1:] if number == 1 else tuple(pairs[min(index, len(pairs) - 1)] for index in range(number))


def held(gesture: str, *, claps_stay: bool) -> str:
    """Return the gesture of a paralysed hand whose last gesture was `gesture`.

    If `claps_stay` is true, F turns into C, otherwise C turns into F. Source: Bartle, "Paralysis"; ruling 3.2
    (docs/rulings.md).
    """
    if gesture == ("F" if claps_stay else "C"):
        return "C" if claps_stay else "F"
    return {"S": "D", "W": "P"}.get(gesture, gesture)
