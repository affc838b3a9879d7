"""Notifications to the players of a tournament, saved in the same transaction as the event.

There is no notification about a new round: every duel already notifies its players when it starts, and in a tournament
with rounds, that notification names the round.
"""

from collections.abc import Collection
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.models import EmailNotification
from accounts.services.notifications import News, Words, notify, notify_each
from duels.models import Tournament
from duels.tournaments.formats import places_of
from duels.tournaments.words import length_of, occasion_of
from duels.wording.contests import title_of

ABOUT = EmailNotification.About.DUEL
SOON = timedelta(minutes=15)
"""How long before the start of a tournament its players are reminded."""


def tell_soon(tournament: Tournament) -> None:
    """Remind players, but only once, that the tournament starts soon. Skip players who have only just joined."""
    key = f"tournament:{tournament.pk}:soon"
    users = list(tournament.entries.filter(joined__lte=tournament.starts - SOON).values_list("user", flat=True))
    if not users or EmailNotification.objects.filter(user__in=users, key=key).exists():
        return
    notify(
        users,
        about=ABOUT,
        subject=lambda: _("%(tournament)s starts soon") % {"tournament": title_of(tournament)},
        text=lambda: _("It starts at %(time)s.") % {"time": time_format(localtime(tournament.starts))},
        path=reverse("tournament", args=[tournament.slug]),
        key=key,
        ripe=timezone.now(),
    )


def tell_started(tournament: Tournament) -> None:
    """Notify everyone who has joined an arena that it has started."""
    notify(
        list(tournament.entries.values_list("user", flat=True)),
        about=ABOUT,
        subject=lambda: _("%(tournament)s has started") % {"tournament": title_of(tournament)},
        text=lambda: (
            _("It lasts %(length)s. Open the tournament’s page to get an opponent.") % {"length": length_of(tournament)}
        ),
        path=reverse("tournament", args=[tournament.slug]),
        key=f"tournament:{tournament.pk}",
    )


def tell_too_few(tournament: Tournament) -> None:
    """Notify everyone who has joined that the tournament will not take place, because there are too few players."""
    tell_cancelled(tournament, lambda: _("Too few players have joined the tournament."))


def tell_cancelled(tournament: Tournament, why: Words, *, caller: int | None = None) -> None:
    """Notify everyone who has joined, except the `caller`, that the tournament will not take place."""
    notify(
        list(tournament.entries.exclude(user=caller or 0).values_list("user", flat=True)),
        about=ABOUT,
        subject=lambda: _("Cancelled: %(tournament)s") % {"tournament": title_of(tournament)},
        text=why,
        path=reverse("tournaments"),
    )


def tell_byes(tournament: Tournament, user_ids: Collection[int]) -> None:
    """Notify these users that they have no opponent in the round that has just been paired."""
    if not user_ids:
        return
    is_last = tournament.round == tournament.rounds
    notify(
        user_ids,
        about=ABOUT,
        subject=lambda: _("%(occasion)s: you have a bye") % {"occasion": occasion_of(tournament)},
        text=lambda: (
            _("You have no opponent in the last round.")
            if is_last
            else _("You have no opponent in this round. You play again in the next one.")
        ),
        path=reverse("tournament", args=[tournament.slug]),
        key=f"bye:{tournament.pk}:{tournament.round}",
    )


def tell_finished(tournament: Tournament) -> None:
    """Tell all players in a finished tournament their final places."""
    places = places_of(tournament)
    users = dict(tournament.entries.values_list("pk", "user"))
    notify_each(
        News(
            user_ids=[users[entry]],
            about=ABOUT,
            subject=lambda: _("%(tournament)s is over") % {"tournament": title_of(tournament)},
            text=lambda place=place: (
                _("Your final place: %(place)s of %(players)s.")  # type: ignore[misc]
                % {"place": place, "players": len(users)}
            ),
            path=reverse("tournament", args=[tournament.slug]),
            key=f"tournament:{tournament.pk}:over",
        )
        for entry, place in places.items()
        if entry in users
    )
