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
    Gesture("C", _("clap"), "gesture-c", _("needs both hands at once; one alone is nothing")),
    Gesture("D", _("digit"), "gesture-d", _("a finger points")),
    Gesture("F", _("fingers"), "gesture-f", _("the fingers wriggle")),
    Gesture("P", _("palm"), "gesture-p", _("by itself a Shield; both palms at once surrender")),
    Gesture("S", _("snap"), "gesture-s", _("the fingers snap")),
    Gesture("W", _("wave"), "gesture-w", _("the hand waves")),
    Gesture(">", _("stab"), "gesture-stab", _("1 point of damage; breaks any spell of this hand")),
    Gesture("–", _("nothing"), "gesture-nothing", _("the hand rests; breaks any spell of this hand")),
)

NAMES = {gesture.letter.replace("–", "-"): gesture.name for gesture in GESTURES}
"""Names of gestures by their letters in records."""
