"""The legend of the gestures that stands below a duel."""

from typing import NamedTuple


class Gesture(NamedTuple):
    """A gesture in the record's letter, with its drawing in `static/icons/icons.svg`."""

    letter: str
    name: str
    icon: str
    meaning: str


GESTURES = (
    Gesture("C", "clap", "gesture-c", "needs both hands at once; one alone is nothing"),
    Gesture("D", "digit", "gesture-d", "a finger points"),
    Gesture("F", "fingers", "gesture-f", "the fingers wriggle"),
    Gesture("P", "palm", "gesture-p", "by itself a Shield; both palms at once surrender"),
    Gesture("S", "snap", "gesture-s", "the fingers snap"),
    Gesture("W", "wave", "gesture-w", "the hand waves"),
    Gesture(">", "stab", "gesture-stab", "1 point of damage; breaks any spell of this hand"),
    Gesture("–", "nothing", "gesture-nothing", "the hand rests; breaks any spell of this hand"),
)
