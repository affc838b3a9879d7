"""The picture of a mage for link previews."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from accounts.models import Mage
from duels.ladder.standings import Shown, shown, standings_of


def lines_of(mage: Mage) -> list[str]:
    """Return the lines below the mage's name: the results and ratings in duels and in melees, and whether it is dead.

    The lines are the same for all viewers, because pictures are cached.
    """
    titles = {False: _("Duels"), True: _("Melees")}
    found = {titles[melee]: shown(standing) for melee, standing in standings_of(mage).items()}
    return [*(" · ".join(_facts(title, it)) for title, it in found.items() if it.duels), *_state(mage)]


def _facts(title: str, standing: Shown) -> Iterator[str]:
    results = _("%(won)s won, %(lost)s lost, %(drew)s drawn")
    yield f"{title}: {results % {'won': standing.wins, 'lost': standing.losses, 'drew': standing.draws}}"
    if standing.has_rating:
        yield _("rating %(rating)s") % {"rating": standing.rating_text}


def _state(mage: Mage) -> Iterator[str]:
    if mage.end == Mage.End.DIED:
        yield _("Dead")
    elif mage.retired:
        yield _("Retired")
