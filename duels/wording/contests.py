"""The titles of tournaments, and the tournaments to which duels belong."""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from duels.models import Pairing, Tournament

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

Format = Tournament.Format

REGULAR: Final[Mapping[str, "StrOrPromise"]] = {
    Format.ARENA: gettext_lazy("Daily arena"),
    Format.SWISS: gettext_lazy("Weekly Swiss"),
    Format.ROUND_ROBIN: gettext_lazy("Round robin"),
    Format.KNOCKOUT: gettext_lazy("Monthly cup"),
    Format.MELEE: gettext_lazy("Weekly melee cup"),
}
"""The titles of the site's own tournaments."""


class Contest(NamedTuple):
    """The tournament to which a duel belongs. `title` includes the round, if the tournament has rounds."""

    title: str
    url: str
    tournament: Tournament


def title_of(tournament: Tournament) -> str:
    """Return the name of a tournament. The names of the site's own tournaments are translated."""
    if tournament.only_bots and not tournament.name:
        return _("Weekly bot arena")
    return tournament.name or str(REGULAR[tournament.format])


def contests_of(duel_ids: Collection[int]) -> dict[int, Contest]:
    """Return the tournaments to which these duels belong, by the duels' primary keys. This takes one query.

    Tournaments of closed clubs are left out, because only their players may find them.
    """
    if not duel_ids:
        return {}
    found = Pairing.objects.filter(duel__in=duel_ids, tournament__club_closed=False).select_related("tournament")
    return {it.duel_id: _contest(it) for it in found if it.duel_id is not None}


def _contest(pairing: Pairing) -> Contest:
    tournament = pairing.tournament
    title = title_of(tournament)
    if pairing.round:
        title = _("%(tournament)s, round %(number)s") % {"tournament": title, "number": pairing.round}
    return Contest(title, reverse("tournament", args=[tournament.slug]), tournament)
