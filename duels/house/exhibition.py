"""The exhibition, a duel between two computer players, which visitors can watch while nobody else is playing.

The database allows only one running exhibition. A periodic job starts the next one shortly after the last one has
ended, and `duels.house.orders` plays it. An exhibition is a practice duel, so it is not rated or listed among running
duels. Old exhibitions are deleted.
"""

import logging
import secrets
from collections.abc import Sequence
from datetime import timedelta
from itertools import combinations

from django.conf import settings
from django.db import IntegrityError
from django.db.models import Q, QuerySet
from django.utils import timezone

from duels.house.duels import house_seat
from duels.house.wizards import WIZARDS, HouseWizard
from duels.models import Duel
from duels.play.actions import Forfeit
from duels.play.loading import table
from duels.play.transaction import perform, start_duel
from duels.wording.time_controls import DAY
from wavinghands.engine import BOOKS, EngineError

logger = logging.getLogger(__name__)

PAUSE = timedelta(seconds=15)
"""How long a result is shown before the next exhibition begins."""
ABSENCE = timedelta(minutes=5)
"""How long people are considered to be playing after the last round of their duel."""
LONGEST = 60
"""The number of rounds after which the wizard with fewer hit points surrenders."""
STUCK = timedelta(minutes=10)
"""The time without a new round after which an exhibition counts as stuck. A round normally takes seconds."""
KEPT = 50
"""The number of finished exhibitions that are kept for replays."""


def current_exhibition() -> Duel | None:
    """Return the exhibition that is running, or that ended less than `PAUSE` ago, or `None`."""
    shown = Q(ended=None) | Q(ended__gt=timezone.now() - PAUSE)
    return _exhibitions().filter(shown).first()


def keep_going() -> None:
    """Start an exhibition if none is running and nobody is playing.

    End an exhibition that takes too long or is stuck.
    """
    if not settings.EXHIBITION_PACE:
        return
    current = current_exhibition()
    if current is not None:
        if current.ended is None and (current.round > LONGEST or _is_stuck(current)):
            _end(current)
    elif not people_play():
        _begin(_exhibitions().first())
        _forget_old()


def people_play() -> bool:
    """Return whether anyone is playing a public live duel."""
    duels = Duel.objects.filter(ended=None, public=True, practice=False, opened__gt=timezone.now() - ABSENCE)
    return duels.exclude(pace__gte=DAY).exists()


def _exhibitions() -> QuerySet[Duel]:
    return Duel.objects.filter(exhibition=True).order_by("-pk")


def _begin(last: Duel | None) -> None:
    """Start the next exhibition, unless another process has already started it."""
    books = list(BOOKS)
    book = books[(books.index(last.book) + 1) % len(books)] if last else books[0]
    seats = [house_seat(wizard) for wizard in secrets.choice(_pairs(last))]
    try:
        start_duel(seats=seats, book=book, practice=True, exhibition=True, counts=False)
    except IntegrityError:
        return


def _pairs(last: Duel | None) -> Sequence[tuple[HouseWizard, HouseWizard]]:
    """Return the pairs of wizards from which the next exhibition is chosen.

    The wizards in a pair have similar levels and did not play in the last exhibition.
    """
    seen = set(last.seats.values_list("name", flat=True)) if last else set[str]()
    rested = [wizard for wizard in WIZARDS if wizard.name not in seen]
    return [(one, other) for one, other in combinations(rested, 2) if abs(one.level - other.level) <= 1]


def _is_stuck(duel: Duel) -> bool:
    return (duel.opened or duel.started) < timezone.now() - STUCK


def _end(duel: Duel) -> None:
    """Make the wizard with fewer hit points surrender.

    A duel that cannot be loaded is deleted, because it would block the next exhibition.
    """
    try:
        worse = min(table(duel.slug).state.wizards, key=lambda wizard: wizard.hp)
        perform([Forfeit(slug=duel.slug, wizard=worse.name, round_number=None)])
    except EngineError:
        logger.exception("Exhibition %s could not be ended, and is deleted", duel.slug)
        duel.delete()


def _forget_old() -> None:
    Duel.objects.filter(pk__in=list(_exhibitions().values_list("pk", flat=True)[KEPT:])).delete()
