"""Names and descriptions of gestures."""

from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class Gesture(NamedTuple):
    """A gesture: its letter in records, its name, its icon in `static/icons/icons.svg`, and its meaning."""

    letter: str
    name: "StrOrPromise"
    icon: str
    meaning: "StrOrPromise"


GESTURES = (
    Gesture("C", _("clap"), "gesture-c", _("both hands together; one hand alone does nothing")),
    Gesture("D", _("point"), "gesture-d", _("a finger points; D stands for digit")),
    Gesture("F", _("fingers"), "gesture-f", _("the fingers wiggle")),
    Gesture("P", _("palm"), "gesture-p", _("a Shield by itself; both palms at once mean surrender")),
    Gesture("S", _("snap"), "gesture-s", _("the fingers snap")),
    Gesture("W", _("wave"), "gesture-w", _("the hand waves")),
    Gesture(">", _("stab"), "gesture-stab", _("1 damage; breaks off this hand’s spell")),
    Gesture("–", _("nothing"), "gesture-nothing", _("no gesture; breaks off this hand’s spell")),
)

NAMES = {gesture.letter.replace("–", "-"): gesture.name for gesture in GESTURES}
"""The names of gestures, by their letters in records."""
