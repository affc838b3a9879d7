"""The title and the terms of a tournament in words."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from duels.models import Tournament
from duels.wording.languages import books
from duels.wording.time_controls import MINUTE, control_title


def title_of(tournament: Tournament) -> str:
    """Return the name of a tournament. The site's own tournaments have one in every language."""
    return tournament.name or _("Daily arena")


def minutes_of(tournament: Tournament) -> int:
    """Return the length of a tournament in minutes."""
    return round((tournament.ends - tournament.starts).total_seconds() / MINUTE)


def length_of(tournament: Tournament) -> str:
    """Return the length of a tournament, such as "90 minutes"."""
    return minutes_in_words(minutes_of(tournament))


def minutes_in_words(count: int) -> str:
    """Return a number of minutes, such as "90 minutes"."""
    return ngettext("%(count)s minute", "%(count)s minutes", count) % {"count": count}


def terms_of(tournament: Tournament) -> list[str]:
    """Return the terms in a few words each: rule set, clock, stakes and admission."""
    return [
        books()[tournament.book].title,
        control_title(tournament.pace, tournament.reserve),
        _("casual") if tournament.friendly else _("rated: your mage can die"),
        *_admission(tournament),
    ]


def _admission(tournament: Tournament) -> list[str]:
    bounds = {
        "lowest": tournament.lowest,
        "highest": tournament.highest,
        "count": tournament.account_days,
        "club": tournament.club,
    }
    days = ngettext(
        "account at least %(count)s day old", "account at least %(count)s days old", tournament.account_days
    )
    told = (
        _("members of %(club)s") if tournament.club else "",
        _("rating %(lowest)s to %(highest)s") if tournament.lowest and tournament.highest
        else _("rating %(lowest)s or more") if tournament.lowest
        else _("rating %(highest)s or less") if tournament.highest
        else "",
        days if tournament.account_days else "",
        _("bots allowed") if tournament.bots else "",
    )  # fmt: skip
    return [words % bounds for words in told if words]
