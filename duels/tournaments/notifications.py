"""The notification to the players of a tournament that it has started."""

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import EmailNotification
from accounts.services.notifications import notify
from duels.models import Tournament
from duels.tournaments.words import length_of, title_of


def tell_started(tournament: Tournament) -> None:
    """Notify all who have joined. The notifications are saved in the transaction that starts the tournament."""
    notify(
        list(tournament.entries.values_list("user", flat=True)),
        about=EmailNotification.About.DUEL,
        subject=lambda: _("%(tournament)s has started") % {"tournament": title_of(tournament)},
        text=lambda: _("It takes %(length)s. Open its page to be paired.") % {"length": length_of(tournament)},
        path=reverse("tournament", args=[tournament.slug]),
        key=f"tournament:{tournament.pk}",
    )
