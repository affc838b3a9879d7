"""Notifications for members and officers who want news of their clubs."""

from collections.abc import Collection

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import EmailNotification, User
from accounts.services.notifications import Words, notify
from duels.clubs.membership import OFFICERS, memberships
from duels.models import Club, ClubMessage, Membership


def tell_request(membership: Membership) -> None:
    """Notify the officers that a user wants to join.

    If the user asks again on the same day (UTC), the officers are not notified again.
    """
    officers = memberships(membership.club).filter(role__in=OFFICERS).values_list("user", flat=True)
    club, name = membership.club, membership.user.username
    _tell(
        club,
        list(officers),
        subject=lambda: _("%(user)s wants to join %(club)s") % {"user": name, "club": club.shown_name},
        text=lambda: _("Accept or decline the request on the club’s page."),
        key=f"club {membership.club_id} request {membership.user_id} {membership.since:%Y-%m-%d}",
    )


def tell_accepted(membership: Membership) -> None:
    """Notify a user that an officer has accepted their request to join."""
    club = membership.club
    _tell(
        club,
        [membership.user_id],
        subject=lambda: _("Welcome to %(club)s") % {"club": club.shown_name},
        text=lambda: _("An officer has accepted your request to join the club."),
        key=f"club accepted {membership.pk} {membership.since.timestamp()}",
    )


def tell_leader(membership: Membership) -> None:
    """Notify a user that they are now the leader of a club."""
    club = membership.club
    _tell(
        club,
        [membership.user_id],
        subject=lambda: _("You now lead %(club)s") % {"club": club.shown_name},
        text=lambda: _("You can edit the club’s page, appoint officers and write to all members."),
    )


def tell_message(message: ClubMessage, user_ids: Collection[int]) -> None:
    """Notify these members of a new message."""
    club, author = message.club, message.author.username
    _tell(
        club,
        user_ids,
        subject=lambda: _("%(club)s: message from %(author)s") % {"club": club.shown_name, "author": author},
        text=message.text,
        key=f"club message {message.pk}",
    )


def move_links(old_slug: str, new_slug: str = "") -> None:
    """Update the links in notifications about a club to its new address, or remove them if the club is closed."""
    about_it = EmailNotification.objects.filter(
        about=EmailNotification.About.CLUB, path=reverse("club", args=[old_slug])
    )
    about_it.update(path=reverse("club", args=[new_slug]) if new_slug else "")


def _tell(club: Club, user_ids: Collection[int], *, subject: Words, text: Words, key: str = "") -> None:
    willing = User.objects.filter(pk__in=user_ids, hears_clubs=True, is_active=True).values_list("pk", flat=True)
    path = reverse("club", args=[club.slug])
    notify(list(willing), about=EmailNotification.About.CLUB, subject=subject, text=text, path=path, key=key)
