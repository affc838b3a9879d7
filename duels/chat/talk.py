"""Sending chat messages in the lobby and in duels.

Messages from duelists go to everyone, and messages from spectators go to other spectators. Sources: the e-mail server
Firetop Mountain, "ANNOUNCE" and "SAY"; the program spellcast, which has an open chat.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import EmailNotification, User
from accounts.permissions import LOG_IN, Forbidden, demand
from accounts.profanity import refuse_forbidden
from accounts.sanctions import demand_voice, roles_of
from accounts.selectors import name_of
from accounts.services.notifications import notify
from duels.chat.listeners import Listener
from duels.models import Duel, Line, Seat
from duels.signals import line_said
from duels.wording.refusals import Code, Refused
from wavinghands.db.after_commit import after_commit

LONGEST = Line.LONGEST
"""The maximum length of a chat message in characters."""
MOST_LINES, IN_SECONDS = 8, 20
MOST_ANNOUNCEMENTS, IN_MINUTES = 3, 10


def say(*, slug: str, user_id: int | None, text: str, announce: bool = False, key: str = "") -> Line:
    """Save a chat message, and send it to its readers.

    If it is an announcement, also notify the other duelists. `key` is the id of the client's frame. If the client
    repeats the frame, return the message that was already saved. Raise `Refused` if the user may not write messages or
    has written too many, or if the text is empty, too long, or contains forbidden words. Raise `Duel.DoesNotExist` if
    no duel has this slug.
    """
    text = _checked(text, Line.LONGEST_ANNOUNCEMENT if announce else LONGEST)
    with transaction.atomic():
        duel = Duel.objects.get(slug=slug)
        seat = duel.seats.filter(mage__owner=user_id).first() if user_id else None
        speaker = _speaker(user_id, seat, slug, announce)
        said = Line.objects.filter(duel=duel, user=speaker, text=text, key=key).first() if key else None
        return said or _write(duel, seat, speaker, text, announce, key)


def say_in_lobby(*, user_id: int | None, text: str, key: str = "") -> Line:
    """Save a message in the lobby's chat, and send it to its readers.

    `key` has the same meaning as in `say()`. Raise `Refused` in the same cases.
    """
    text = _checked(text, LONGEST)
    with transaction.atomic(), _refused("not_yours"):
        user = User.objects.select_for_update(no_key=True).filter(pk=user_id or 0).first()
        if user is None:
            raise Forbidden(LOG_IN, code="forbidden")
        demand_voice(user.pk)  # comes first, because its message says how long the silence lasts
        demand("talk_in_lobby", roles_of(user))
        said = Line.objects.filter(duel=None, user=user, text=text, key=key).first() if key else None
        return said or _write(None, None, user, text, announce=False, key=key)


def _speaker(user_id: int | None, seat: Seat | None, slug: str, announce: bool) -> User:
    """Lock and return the user.

    The lock ensures that the user's messages are saved one at a time. Raise `Refused` if the user may not write
    messages.
    """
    roles = Listener(slug, seat.name if seat else None, user_id).roles()
    action = "announce" if announce else "talk" if seat else "talk_as_watcher"
    with _refused("not_yours"):
        demand(action, roles)
        user = User.objects.select_for_update(no_key=True).get(pk=user_id or 0)
        demand_voice(user.pk)
    return user


@contextmanager
def _refused(code: Code) -> Iterator[None]:
    """Convert a `ValidationError` raised in the `with` block to a `Refused` with this code."""
    try:
        yield
    except ValidationError as error:
        raise Refused(code, " ".join(error.messages)) from error


def _write(duel: Duel | None, seat: Seat | None, user: User, text: str, announce: bool, key: str) -> Line:
    _check_rate(user)
    if duel is not None and announce:
        _check_announcements(duel, user)
    name, number = seat.name if seat else name_of(user), duel.round if duel else 1
    line = Line.objects.create(
        duel=duel, seat=seat, user=user, name=name, round=number, announced=announce, text=text, key=key
    )
    if duel is not None and announce:
        _send(line, duel)
    after_commit(line_said.send_robust, None, line=line)
    return line


def _checked(text: str, longest: int) -> str:
    text = " ".join(text.split())
    if not text:
        raise Refused("illegal", _("Enter a message first."))
    if len(text) > longest:
        raise Refused("illegal", _("A message can have at most %(longest)s characters."), longest=longest)
    with _refused("illegal"):
        refuse_forbidden(text)
    return text


def _check_rate(user: User) -> None:
    since = timezone.now() - timedelta(seconds=IN_SECONDS)
    if Line.objects.filter(user=user, said__gt=since).count() >= MOST_LINES:
        raise Refused("rate", _("You’re sending messages too quickly. Wait a moment."))


def _check_announcements(duel: Duel, user: User) -> None:
    if duel.result is not None:
        raise Refused("over", _("This duel is over, so announcements are no longer possible."))
    since = timezone.now() - timedelta(minutes=IN_MINUTES)
    recent = Line.objects.filter(user=user, duel=duel, announced=True, said__gt=since)
    if recent.count() >= MOST_ANNOUNCEMENTS:
        raise Refused(
            "rate",
            _("You can send at most %(most)s announcements in %(minutes)s minutes. Try again later."),
            most=MOST_ANNOUNCEMENTS,
            minutes=IN_MINUTES,
        )


def _send(line: Line, duel: Duel) -> None:
    """Notify the other duelists of an announcement, except those who block its author."""
    others = User.objects.filter(mages__seats__duel=duel).exclude(pk=line.user_id or 0)
    willing = others.exclude(blocks__blocked=line.user_id or 0)
    notify(
        willing.values_list("pk", flat=True),
        about=EmailNotification.About.MESSAGE,
        subject=lambda: _("Announcement from %(name)s in your duel") % {"name": line.name},
        text=line.text,
        path=reverse("duel", args=[duel.slug]),
        key=f"line:{line.pk}",
    )


def refuse_say(seat: Seat, words: str) -> None:
    """Raise `Refused` unless the wizard may send `words` along with orders.

    The message must not contain forbidden words, and the wizard's user must be allowed to write messages.
    """
    with _refused("illegal"):
        refuse_forbidden(words)
    if seat.mage is not None:
        with _refused("not_yours"):
            demand_voice(seat.mage.owner_id)
