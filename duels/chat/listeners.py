"""The rules that decide which readers get a chat message.

No other module decides this. Everyone may read the lobby's chat. A duel has two chats. Everyone may read the
duelists' chat. The spectators' chat is open only to logged-in spectators while the duel is running, and to everyone
afterwards. Readers get no messages from users they have blocked or muted, and none that a moderator has hidden. If they
have switched chats off, they get no messages at all.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import timedelta
from typing import Any, NamedTuple

from django.db.models import Case, F, Max, Value, When, Window
from django.db.models.functions import RowNumber
from django.urls import reverse
from django.utils import timezone

from accounts.models import Block, User
from accounts.permissions import Role, may
from duels.models import Line
from wavinghands.engine import Json

LINES_SHOWN = 200
"""The maximum number of messages shown in a chat. Older messages are left out."""

EVERYBODY = 0
"""An id that no user has. It stands for all authors: readers who have switched chats off are treated as blocking it."""

DUELISTS, WATCHERS, LOBBY = "duelists", "watchers", "lobby"
LOBBY_LINES, LOBBY_LASTS = 50, timedelta(days=7)
"""The maximum number of messages shown in the lobby's chat, and the maximum age of a message."""


NO_DUEL = ""


class Listener(NamedTuple):
    """A reader of a duel's chats, or of the lobby's chat (`NO_DUEL`).

    `wizard` is the wizard that the reader plays, or `None`. `user_id` is `None` for anonymous visitors.
    """

    slug: str
    wizard: str | None = None
    user_id: int | None = None

    def roles(self) -> frozenset[Role]:
        """Return the reader's roles in the duel."""
        standing = Role.ANONYMOUS if self.user_id is None else Role.USER
        return frozenset({standing, Role.SPECTATOR if self.wizard is None else Role.PARTICIPANT})


class AddressedLine(NamedTuple):
    """A chat message with its access restrictions.

    `deaf` contains the ids of users who must not get the message. If `is_secret` is true, only logged-in spectators may
    get it.
    """

    line: Json
    is_secret: bool
    deaf: frozenset[int | None]

    def reaches(self, listener: Listener) -> bool:
        """Return whether this reader may get the message."""
        return listener.user_id not in self.deaf and (not self.is_secret or may("hear_watchers", listener.roles()))


class Chat(NamedTuple):
    """A chat as one reader may see it.

    `lines` contains the messages. `newest` is the id of the newest message in the chat, or 0 if the chat is empty. The
    reader might not be allowed to see that message.
    """

    lines: list[Json]
    newest: int


def chats_of(listeners: Collection[Listener]) -> dict[Listener, Chat]:
    """Return, for each listener, the chat of their duel or of the lobby."""
    newest = newest_lines({listener.slug for listener in listeners})  # first, so that later messages are newer
    return {listener: Chat(lines, newest.get(listener.slug, 0)) for listener, lines in lines_for(listeners).items()}


def addressed_lines(asked: Collection[tuple[int, int | None]]) -> dict[tuple[int, int | None], AddressedLine | None]:
    """Return the chat message for each pair of a message id and the id of a reader.

    The id of an anonymous reader is `None`. The result for a hidden message is `None`.
    """
    users = defaultdict[int, set[int | None]](set)
    for line, user in asked:
        users[line].add(user)
    found = {line: addressed_line(line, who) for line, who in users.items()}
    return {(line, user): found[line] for line, user in asked}


def addressed_line(line_id: int, user_ids: Collection[int | None]) -> AddressedLine | None:
    """Return the message with this id, and say which of the users in `user_ids` must not get it.

    Return `None` if the message is hidden or does not exist.
    """
    line = _lines().filter(pk=line_id).first()
    return line and _addressed(line, *_deafness(user_ids, [line]))


def lines_for(listeners: Iterable[Listener]) -> dict[Listener, list[Json]]:
    """Return the latest messages that each reader may get, oldest first.

    They come from the chats of the reader's duel or from the lobby's chat.
    """
    by_slug = defaultdict(list)
    for listener in listeners:
        by_slug[listener.slug].append(listener)
    heard: dict[Listener, list[Json]] = {listener: [] for here in by_slug.values() for listener in here}
    for slug, lines in latest(by_slug).items():
        here = by_slug[slug]
        quiet, deaf = _deafness({listener.user_id for listener in here}, lines)
        telling = [_addressed(line, quiet, deaf) for line in lines]
        heard |= {listener: [one.line for one in telling if one.reaches(listener)] for listener in here}
    return heard


def newest_lines(slugs: Collection[str]) -> dict[str, int]:
    """Return the id of the newest message in the chats of each duel and in the lobby's chat, by slug.

    The lobby's key is `NO_DUEL`. Chats without messages are left out.
    """
    lines = Line.objects.filter(duel__slug__in=list(slugs)).order_by()
    newest = dict(lines.values_list("duel__slug").annotate(Max("pk")))
    in_lobby = Line.objects.filter(duel=None).aggregate(newest=Max("pk"))["newest"] if NO_DUEL in slugs else None
    return newest if in_lobby is None else newest | {NO_DUEL: in_lobby}


def latest(slugs: Collection[str]) -> dict[str, list[Line]]:
    """Return the latest messages in the chats of each duel and in the lobby's chat, by slug, oldest first.

    The lobby's key is `NO_DUEL`. Duels without messages are left out.
    """
    lines = _latest_at_duels([slug for slug in slugs if slug != NO_DUEL])
    return {**lines, NO_DUEL: _latest_in_lobby()} if NO_DUEL in slugs else lines


def _latest_in_lobby() -> list[Line]:
    said = _lines().filter(duel=None, said__gt=timezone.now() - LOBBY_LASTS).order_by("-pk")[:LOBBY_LINES]
    return list(reversed(said))


def _latest_at_duels(slugs: Collection[str]) -> dict[str, list[Line]]:
    spoken = set(Line.objects.filter(duel__slug__in=list(slugs)).values_list("duel__slug", flat=True).distinct())
    if not spoken:  # most duels have no messages, and querying the messages takes twenty times as long
        return {}
    room = Case(When(seat=None, then=0), default=1)
    place = Window(RowNumber(), partition_by=[F("duel"), room], order_by=F("pk").desc())
    said = _lines().filter(duel__slug__in=spoken).alias(place=place).filter(place__lte=LINES_SHOWN)
    lines: dict[str, list[Line]] = {}
    for line in said.order_by("pk"):
        lines.setdefault(line.duel.slug, []).append(line)
    return lines


def line_heard_by(line_id: int, user: Any) -> Line | None:
    """Return the message with this id.

    Return `None` if it does not exist or if this user may not read it.
    """
    line = _lines().filter(pk=line_id).first()
    if line is None:
        return None
    seat = line.duel.seats.filter(mage__owner=user.pk).first() if line.duel else None
    listener = Listener(line.duel.slug if line.duel else NO_DUEL, seat and seat.name, user.pk)
    found = addressed_line(line_id, [user.pk])
    return line if found and found.reaches(listener) else None


def author_of(line: Line) -> int | None:
    """Return the id of the author's user account, or `None` if there is none."""
    return line.user_id or (line.seat.mage.owner_id if line.seat and line.seat.mage else None)


def _lines() -> Any:
    return Line.objects.filter(hidden=False).select_related("duel", "seat__mage__owner", "user")


def _deafness(user_ids: Collection[int | None], lines: Iterable[Line]) -> tuple[frozenset[int], dict[int, set[int]]]:
    """Return the users who have switched chats off, and, for each author, the users who block the author."""
    users, authors = {user for user in user_ids if user}, {author_of(line) for line in lines}
    if not users or not authors:
        return frozenset(), {}
    quiet = User.objects.filter(pk__in=users, hears_talk=False).values_list("pk", Value(EVERYBODY))
    blocked = Block.objects.filter(user__in=users, blocked__in=authors).values_list("user", "blocked")
    deaf = defaultdict[int, set[int]](set)
    for user, author in quiet.union(blocked, all=True):
        deaf[author].add(user)
    return frozenset(deaf.pop(EVERYBODY, ())), deaf


def _addressed(line: Line, quiet: frozenset[int], deaf: dict[int, set[int]]) -> AddressedLine:
    return AddressedLine(
        line=line_json(line),
        is_secret=line.duel is not None and line.seat_id is None and line.duel.result is None,
        deaf=quiet | deaf.get(author_of(line) or 0, set()),
    )


def line_json(line: Line) -> Json:
    """Convert a chat message to JSON for WebSocket frames.

    `at` is the Unix time in milliseconds, and `path` is the address of the author's page. `is_bot` says whether the
    author is a program.
    """
    return {
        "id": line.pk,
        "by": line.seat.name if line.seat else line.name,
        "path": _path(line),
        "is_bot": _is_bot(line),
        "room": LOBBY if line.duel_id is None else WATCHERS if line.seat is None else DUELISTS,
        "round": line.round,
        "announced": line.announced,
        "text": line.text,
        "at": round(line.said.timestamp() * 1000),
    }


def _is_bot(line: Line) -> bool:
    author = line.user or (line.seat.mage.owner if line.seat and line.seat.mage else None)
    return author is not None and author.is_bot


def _path(line: Line) -> str | None:
    if line.seat is not None:
        return reverse("mage", args=[line.seat.name]) if line.seat.mage_id else None
    if line.user is None or line.name != line.user.username:
        return reverse("mage", args=[line.name])
    return None if line.user.is_guest else reverse("user", args=[line.name])


def manner_of(listener: Listener) -> str:
    """Return the way in which this reader's page presents the chat.

    It is `duelist`, `watcher` (a spectator), `listener` (a reader who is not logged in) or `off`.
    """
    if listener.user_id is None:
        return "listener"
    if not User.objects.filter(pk=listener.user_id, hears_talk=True).exists():
        return "off"
    return "watcher" if listener.wizard is None else "duelist"


def manner_in_lobby(user_id: int | None) -> str:
    """Return the way in which the lobby presents its chat to this user.

    It is `speaker`, `listener` (a reader who is not logged in) or `off`.
    """
    if user_id is None:
        return "listener"
    return "speaker" if User.objects.filter(pk=user_id, hears_talk=True).exists() else "off"
