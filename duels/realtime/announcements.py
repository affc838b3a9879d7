"""Signal receivers that announce committed changes to Channels groups. They may be called from any thread."""

import logging
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from asgiref.sync import async_to_sync
from django.contrib.auth.signals import user_logged_out
from django.dispatch import Signal, receiver

from accounts import signals as account_signals
from duels import signals
from duels.play.frames import Change, change_of, waiting_text
from duels.play.protocol import COME_BACK
from duels.play.tables import Table
from duels.realtime import groups
from duels.realtime.consumers.duel import viewers
from duels.realtime.process import Process
from wavinghands.web.after_response import after_response

logger = logging.getLogger(__name__)

Addressed = tuple[str, groups.Message]
"""The name of a group, and a message to it."""


def _send(*messages: Addressed) -> None:
    """Send messages to groups. If this process has an event loop, do not wait until they are sent."""
    if process := Process.running():
        process.loop.call_soon_threadsafe(process.groups.send, *messages)
    elif messages and groups.channel_layer():
        async_to_sync(groups.publish)("", *messages)


def _chat(duel: str, type_: str, **fields: Any) -> Addressed:
    """Return a message about a duel's chat or, if `duel` (a slug) is empty, about the lobby's chat."""
    return f"duel.{duel}" if duel else groups.LOBBY, {"type": type_, **fields}


def _duels(tables: list[Table]) -> Iterator[Addressed]:
    """Yield messages to the viewers of changed duels, and to users whose lists of waiting duels have changed."""
    for table in tables:
        yield from _duel(table)
    for user in set[int]().union(*(table.concerned for table in tables)):
        yield f"user.{user}", {"type": "changed"}


def _duel(table: Table) -> Iterator[Addressed]:
    duel, group, frames = table.duel, f"duel.{table.duel.slug}", dict[str, Any]()
    if table.news == "waiting":
        frames["text"] = waiting_text(table)
    elif table.news in ("reveal", "round", "whole"):  # an aside does not change the version
        frames["change"] = _change(table)
    if table.news != "entered":
        yield group, {"type": "duel.changed", "version": duel.version, "news": table.news, **frames}
    if table.news in ("entered", "waiting", "aside") and table.acted:  # other frames already show the orders
        yield group, {"type": "own.changed", "frame": "entered", "origins": table.acted}
    if duel.result is not None:  # everyone may now read the spectators' chat
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


MESSAGES: dict[Signal, Callable[..., Iterable[Addressed]]] = {
    signals.duels_changed: _duels,
    signals.draft_kept: lambda kept: [
        (f"duel.{kept.slug}", {"type": "own.changed", "frame": "draft", "origins": {kept.wizard: kept.origin}})
    ],
    signals.line_said: lambda line: [_chat(line.duel.slug if line.duel else "", "line.said", line=line.pk)],
    signals.lines_changed: lambda slug: [_chat(slug, "lines.changed")],
    signals.challenge_changed: lambda token: [
        (groups.LOBBY, {"type": "challenge.changed", "token": token}),
        (groups.EVENTS, {"type": "changed"}),
    ],
    signals.duel_started: lambda users, url: [(f"user.{user}", {"type": "duel.started", "url": url}) for user in users],
    signals.tournament_changed: lambda slug: [(f"tournament.{slug}", {"type": "changed"})],
    account_signals.unread_changed: lambda user_ids: [(f"user.{user}", {"type": "changed"}) for user in user_ids],
    account_signals.notifications_written: lambda notifications: [
        (f"user.{it.user_id}", {"type": "notified", "notification": it.pk}) for it in notifications
    ],
    account_signals.token_revoked: lambda tokens: [
        (f"token.{token}", {"type": "ended", "code": COME_BACK}) for token in tokens
    ],
}
"""The messages that announce each signal. They are sent together with the signal."""


@receiver([*MESSAGES])
def _announce(signal: Signal, sender: Any, **facts: Any) -> None:
    _send(*MESSAGES[signal](**facts))


@receiver([user_logged_out, password_changed, password_reset, password_set])
def _logged_out(user: Any, request: Any = None, **_: Any) -> None:
    """Close all sockets of a user, so that each page reconnects with its browser's current session cookie.

    The sockets are closed after the response, because a new password changes the session key, and the browser must
    first receive the new cookie.
    """
    if user is not None:
        after_response(request, partial(_send, (f"user.{user.pk}", {"type": "ended", "code": COME_BACK})))
