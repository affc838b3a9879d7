"""Signal receivers that announce committed changes to Channels groups. They may be called in any thread."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from asgiref.sync import async_to_sync
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver

from accounts.models import EmailNotification
from accounts.signals import notifications_written, token_revoked, unread_changed
from duels.notifications.counts import owners_of
from duels.play.drafts import KeepDraft
from duels.play.frames import waiting_text
from duels.play.tables import Table
from duels.realtime import groups
from duels.realtime.connections import EVENTS, USERS
from duels.realtime.duel_feed import viewers
from duels.realtime.process import Process
from duels.signals import (
    challenge_changed,
    draft_kept,
    duel_started,
    duels_changed,
    line_said,
    lines_changed,
    orders_entered,
    tournament_changed,
)
from wavinghands.web.after_response import after_response


def _send(*messages: tuple[str, groups.Message]) -> None:
    """Send messages to groups. If this process has an event loop, return before they have been sent."""
    if process := Process.running():
        process.run_from_thread(groups.send(*messages))
    elif groups.reaches_other_processes():
        async_to_sync(groups.send)(*messages)


@receiver(duels_changed)
def _duels(tables: list[Table], **_: Any) -> None:
    """Make the frames for the viewers of changed duels in this process, and notify all processes.

    Each table combines a changed duel's database rows with the engine's state.
    """
    if process := Process.running():
        for table in tables:
            if here := viewers(process, table.duel.slug):
                process.changes.add(table, {viewer.reader for viewer in here})
    _send(*(message for table in tables for message in _messages(table)))
    if groups.reaches_other_processes() or (process and process.connections(USERS, EVENTS)):
        mages = {seat.mage_id for table in tables for seat in table.seats if seat.mage_id is not None}
        _send(*((groups.user(owner), {"type": "user.changed"}) for owner in owners_of(mages)))


def _messages(table: Table) -> Iterator[tuple[str, groups.Message]]:
    duel, group = table.duel, groups.duel(table.duel.slug)
    text = waiting_text(table) if table.news == "waiting" else ""
    yield group, {"type": "duel.changed", "version": duel.version, "news": table.news, "text": text}
    if duel.result is not None:  # everybody may now read the spectators' chat
        yield group, {"type": "lines.changed"}


@receiver(orders_entered)
def _orders(table: Table, wizard: str, origin: str | None, **_: Any) -> None:
    _send_to_other_tabs(table.duel.slug, wizard, "orders.entered", origin)


@receiver(draft_kept)
def _draft(kept: KeepDraft, **_: Any) -> None:
    _send_to_other_tabs(kept.slug, kept.wizard, "draft.kept", kept.origin)


def _send_to_other_tabs(slug: str, wizard: str, type_: str, origin: Any) -> None:
    """Notify the wizard's connections other than `origin`. Send nothing if no such connection can exist."""
    group, process = groups.wizard(slug, wizard), Process.running()
    if groups.reaches_other_processes() or (process and len(process.members(group)) > (origin is not None)):
        _send((group, {"type": type_, "origin": origin}))


@receiver(line_said)
def _line(line: Any, **_: Any) -> None:
    """Send the id of a new chat message. Each process finds out which of its viewers may see the message."""
    _send((groups.duel(line.duel.slug) if line.duel else groups.LOBBY_CHAT, {"type": "line.said", "line": line.pk}))


@receiver(lines_changed)
def _lines(slug: str, **_: Any) -> None:
    _send((groups.duel(slug) if slug else groups.LOBBY_CHAT, {"type": "lines.changed"}))


@receiver(challenge_changed)
def _challenge(token: str, **_: Any) -> None:
    _send((groups.LOBBY, {"type": "challenge.changed", "token": token}))


@receiver(duel_started)
def _start(users: list[int], url: str, **_: Any) -> None:
    _send((groups.LOBBY, {"type": "duel.started", "users": users, "url": url}))


@receiver(tournament_changed)
def _tournament(slug: str, **_: Any) -> None:
    _send((groups.tournament(slug), {"type": "tournament.changed"}))


@receiver(notifications_written)
def _notifications(notifications: Sequence[EmailNotification], **_: Any) -> None:
    by_user = defaultdict[int, list[int]](list)
    for notification in notifications:
        by_user[notification.user_id].append(notification.pk)
    _send(*((groups.user(user), {"type": "user.changed", "notifications": ids}) for user, ids in by_user.items()))


@receiver(unread_changed)
def _unread(user_ids: Collection[int], **_: Any) -> None:
    _send(*((groups.user(user), {"type": "user.changed"}) for user in user_ids))


@receiver(user_logged_out)
@receiver(password_changed)
@receiver(password_reset)
@receiver(password_set)
def _logged_out(user: Any, request: Any = None, **_: Any) -> None:
    """Close all sockets of a user, so that each page reconnects with its browser's current session cookie.

    The sockets are closed after the response, because a new password changes the session key, and the browser must
    first receive the new cookie.
    """
    if user is not None:
        after_response(request, partial(_send, (groups.account(user.pk), {"type": "account.closed"})))


@receiver(token_revoked)
def _revoked(tokens: Collection[int], **_: Any) -> None:
    """Close the streams of programs whose tokens have been revoked."""
    _send(*((groups.token(token), {"type": "account.closed"}) for token in tokens))
