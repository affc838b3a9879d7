"""Signal receivers that announce committed changes to Channels groups. They may be called from any thread."""

import logging
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
from duels.play.frames import Change, change_of, waiting_text
from duels.play.tables import Table
from duels.realtime import groups
from duels.realtime.consumers.duel import viewers
from duels.realtime.process import EVENTS, USERS, Process
from duels.signals import (
    challenge_changed,
    draft_kept,
    duel_started,
    duels_changed,
    line_said,
    lines_changed,
    tournament_changed,
)
from wavinghands.web.after_response import after_response

logger = logging.getLogger(__name__)


def _send(*messages: tuple[str, groups.Message]) -> None:
    """Send messages to groups. If this process has an event loop, do not wait until they are sent."""
    if process := Process.running():
        process.loop.call_soon_threadsafe(process.groups.send, *messages)
    elif messages and groups.channel_layer():
        async_to_sync(groups.publish)("", *messages)


@receiver(duels_changed)
def _duels(tables: list[Table], **_: Any) -> None:
    """Send changes to the viewers of each duel, and notify the users whose lists of waiting duels have changed."""
    process, mages = Process.running(), set[int]().union(*(table.concerned for table in tables))
    is_shown = groups.channel_layer() or (process and process.connections(USERS, EVENTS))
    owners = owners_of(mages) if mages and is_shown else ()
    _send(
        *(message for table in tables for message in _messages(table)),
        *((groups.user(owner), {"type": "user.changed"}) for owner in owners),
    )


def _messages(table: Table) -> Iterator[tuple[str, groups.Message]]:
    duel, group = table.duel, groups.duel(table.duel.slug)
    message = {"type": "duel.changed", "version": duel.version, "news": table.news}
    if table.news == "waiting":
        message["text"] = waiting_text(table)
    elif table.news in ("reveal", "round", "whole"):  # an aside does not change the version
        message["change"] = _change(table)
    if table.news != "entered":
        yield group, message
    if table.news in ("entered", "waiting", "aside") and table.acted:  # the wizards learn of it from the other changes
        yield group, {"type": "orders.entered", "origins": table.acted}
    if duel.result is not None:  # everybody may now read the spectators' chat
        yield group, {"type": "lines.changed"}


def _change(table: Table) -> Change | None:
    """Build the frames that show a change to the viewers in this process.

    Return `None` if there are no viewers or the frames cannot be built. The viewers then read the change from the
    database, and their connections are closed if that fails too.
    """
    process = Process.running()
    here = viewers(process, table.duel.slug) if process else ()
    try:
        return change_of(table, {viewer.reader for viewer in here}) if here else None
    except Exception:
        logger.exception("A change of duel %s cannot be shown", table.duel.slug)
        return None


@receiver(draft_kept)
def _draft(kept: KeepDraft, **_: Any) -> None:
    _send((groups.duel(kept.slug), {"type": "draft.kept", "origins": {kept.wizard: kept.origin}}))


@receiver(line_said)
def _line(line: Any, **_: Any) -> None:
    """Send the id of a new chat message. Each process decides which of its viewers may see it."""
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
