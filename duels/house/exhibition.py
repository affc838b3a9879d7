"""The exhibition: a duel of two wizards of the house, for whoever looks while no people play."""

from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from duels.models import Duel

PAUSE = timedelta(seconds=15)
"""For which the result of one is shown, before the next begins."""


def current_exhibition() -> Duel | None:
    """The exhibition that goes on, or has just ended; none while people play, or before the first."""
    shown = Q(ended=None) | Q(ended__gt=timezone.now() - PAUSE)
    return Duel.objects.filter(shown, exhibition=True).order_by("-pk").first()
