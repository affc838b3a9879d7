"""Gestures, hands, and what a hand has woven so far.

What a hand has done since its last barrier is a string with a letter for each round, the latest last: a capital where
the hand made the gesture alone, a small letter where the other hand made the same one. A pattern is written alike: its
capitals ask for the gesture, its small letters for the gesture of both hands. Source: Bartle, "Spells".
"""

from collections.abc import Mapping
from typing import Final, Literal

Hand = Literal["left", "right"]
"""One hand of a wizard."""
Pair = tuple[str, str]
"""Gestures of the left and of the right hand, or what both have woven."""

GESTURES: Final = "CDFPSW"
"""The gestures of which spells are made. Source: Bartle, "Spells"."""
STAB: Final = ">"
"""The hand stabs; part of no spell."""
NOTHING: Final = "-"
"""The hand does nothing; part of no spell."""
OPEN: Final = (*GESTURES, STAB, NOTHING)
"""All that a hand may be ordered to do."""
HIDDEN: Final = "?"
"""What stands for a gesture that a viewer did not see."""
HANDS: Final[tuple[Hand, Hand]] = ("left", "right")
"""In the order in which all is told."""

THROWS: Final[Mapping[str, tuple[str, ...]]] = {"six": OPEN[:6], "eight": OPEN}
"""The sides of the die of Confusion, by the option `confusion_die`."""

REACH: Final = 12
"""Rounds back that the longest pattern may begin."""


def is_gesture(text: object) -> bool:
    """Whether `text` is something that a hand may be ordered to do."""
    return isinstance(text, str) and text in OPEN


def woven_on(woven: Pair, pair: Pair) -> Pair:
    """What both hands have woven when `pair` is added to `woven`."""
    left, right = pair
    if left == right:
        left = right = left.lower()
    return ((woven[0] + left)[-REACH:], (woven[1] + right)[-REACH:])


def is_two_handed(pattern: str) -> bool:
    """Whether the last gesture of `pattern` takes both hands, so that the spell does too."""
    return pattern[-1].islower()


def is_half_clap(pair: Pair) -> bool:
    """Whether just one of the hands claps, which completes nothing."""
    return (pair[0] == "C") != (pair[1] == "C")


def of_hand(pair: Pair, hand: str) -> str:
    """The gesture of one hand."""
    return pair[0] if hand == "left" else pair[1]


def again(pairs: tuple[Pair, ...], number: int) -> tuple[Pair, ...]:
    """`pairs` made again in a round of so many: each its own, as far as there are two; a single one the last.

    Source: ruling 5.1, "Forced".
    """
    return pairs[-1:] if number == 1 else tuple(pairs[min(index, len(pairs) - 1)] for index in range(number))


def held(gesture: str, *, claps_stay: bool) -> str:
    """What a paralysed hand makes that made `gesture` before.

    `claps_stay`: F turns into C, rather than C into F. Source: Bartle, "Paralysis"; ruling 3.2.
    """
    if gesture == ("F" if claps_stay else "C"):
        return "C" if claps_stay else "F"
    return {"S": "D", "W": "P"}.get(gesture, gesture)
