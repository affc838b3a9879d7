"""Lookup of the subject of a report.

The subject may be a chat message, a private message, a round of a duel, a mage, a user, a puzzle, a club or a club
message.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Message, User
from accounts.selectors import mage_named, user_named
from duels.chat.listeners import author_of, line_heard_by
from duels.clubs.membership import is_member
from duels.models import Club, ClubMessage, Duel, Puzzle
from duels.play.loading import state_of
from duels.viewing.duels import duel_named, seat_of
from wavinghands import engine


class Place(NamedTuple):
    """The subject of a report.

    `accused` is the reported user, or `None` if nobody is accused. `called` is the name that the reporter sees. `path`
    is the address of the page with the evidence. `about` identifies a message, puzzle or club, for example as
    `line:12`. `quote` is the reported text. `is_hidden` says whether moderators have already hidden it, so that the
    form must not show it.
    """

    accused: User | None
    called: str
    path: str
    about: str = ""
    quote: str = ""
    is_hidden: bool = False


def place_of(asked: Mapping[str, str], user: Any) -> Place | None:
    """Return the subject of the query string `asked`, or `None` if this user cannot see it."""
    match dict(asked):
        case {"line": number}:
            return _line(number, user)
        case {"message": number}:
            return _message(number, user)
        case {"duel": slug, "wizard": name}:
            return _round(duel_named(slug), name, asked.get("round", ""), user)
        case {"mage": name}:
            mage = mage_named(name)
            return Place(mage.owner, mage.name, reverse("mage", args=[mage.name])) if mage else None
        case {"user": name}:
            accused = user_named(name)
            return Place(accused, name, reverse("user", args=[accused.username])) if accused else None
        case {"puzzle": slug}:
            return _puzzle(slug)
        case {"club": slug}:
            return _club(slug)
        case {"club_message": number}:
            return _club_message(number, user)
    return None


def _club(slug: str) -> Place | None:
    """Return a club as the subject of a report, even if it is hidden, because its officers can still edit it.

    The accused is the user who last changed the texts, or the leader if that user's account no longer exists.
    """
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        return None
    accused = club.author or User.objects.filter(memberships__club=club, memberships__role="leader").first()
    text = "\n\n".join(filter(None, [club.name, club.about]))
    return Place(accused, club.shown_name, reverse("club", args=[slug]), f"club:{club.pk}", text, club.hidden)


def _club_message(number: str, user: Any) -> Place | None:
    found = ClubMessage.objects.select_related("club", "author").filter(hidden=False)
    message = found.filter(pk=number).first() if _is_key(number) else None
    if message is None or not is_member(message.club_id, user.pk):
        return None
    path = f"{reverse('club', args=[message.club.slug])}#messages"
    return Place(message.author, message.author.username, path, f"club_message:{message.pk}", message.text)


def _puzzle(slug: str) -> Place | None:
    found = Puzzle.objects.filter(slug=slug, withdrawn=False, hidden=False).first()
    if found is None:
        return None
    return Place(None, _("puzzle %(slug)s") % {"slug": slug}, reverse("puzzle", args=[slug]), f"puzzle:{slug}")


def _line(number: str, user: Any) -> Place | None:
    line = line_heard_by(int(number), user) if _is_key(number) else None
    accused = User.objects.filter(pk=author_of(line) or 0).first() if line else None
    if line is None or accused is None:
        return None
    page = reverse("duel", args=[line.duel.slug]) if line.duel else reverse("lobby")
    path = f"{page}#line-{line.pk}"
    return Place(accused, line.seat.name if line.seat else line.name, path, f"line:{line.pk}", line.text)


def _message(number: str, user: Any) -> Place | None:
    mine = Message.objects.select_related("sender", "mage").filter(recipient=user.pk)
    message = mine.filter(pk=number).first() if _is_key(number) else None
    if message is None:
        return None
    called = message.mage.name if message.mage else message.sender.username
    path = f"{reverse('thread', args=[message.sender.username])}#message-{message.pk}"
    return Place(message.sender, called, path, f"message:{message.pk}", message.text)


def _round(duel: Duel | None, name: str, number: str, user: Any) -> Place | None:
    if duel is None:
        return None
    seat = duel.seats.select_related("mage__owner").filter(name=name, mage__isnull=False).first()
    if seat is None or seat.mage is None:
        return None
    if not _is_key(number) or not 1 <= int(number) < duel.round:
        return Place(seat.mage.owner, name, reverse("duel", args=[duel.slug]))
    path = reverse("replay_round", args=[duel.slug, int(number)])
    return Place(seat.mage.owner, name, path, quote=_said(duel, name, int(number), user))


def _said(duel: Duel, name: str, number: int, user: Any) -> str:
    """Return the message that a wizard sent along with their orders.

    Return an empty string if this user has not seen the message.
    """
    seat = seat_of(duel, user)
    seen = engine.view(state_of(duel, duel.seats.all()), seat.name if seat else None, since=number - 1)
    rounds = (entry for entry in seen["rounds"] if entry["number"] == number)
    said = (event for entry in rounds for event in entry["events"] if event["type"] == "says")
    return " ".join(event["words"] for event in said if event["wizard"] == name)


def _is_key(number: str) -> bool:
    return number.isascii() and number.isdigit() and len(number) < 18


def wizards_to_report(slug: str, user: Any) -> list[str]:
    """Return the names of other users' wizards in a duel.

    The list is empty if the duel does not exist.
    """
    duel = duel_named(slug)
    if duel is None:
        return []
    others = duel.seats.filter(mage__isnull=False).exclude(mage__owner=user.pk)
    return list(others.values_list("name", flat=True))
