"""Periodic checks that compare connections with the database, to make up for lost messages.

Messages are lost while Redis is unavailable. On a site without Redis, messages from the worker never reach the web
server, so the versions of duels are checked more often there (`settings.LOOK_EVERY`).
"""

from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings

from accounts.selectors import Login, closed_accounts, ended_logins, revoked_tokens
from duels.challenges.presence import attend
from duels.chat.listeners import newest_lines
from duels.friends.notifications import tell_arrivals
from duels.notifications.presence import note_here
from duels.play.frames import versions_of
from duels.realtime.consumers.chat import ChatConsumer
from duels.realtime.consumers.duel import DuelConsumer
from duels.realtime.presence import INTERVAL
from duels.realtime.process import DUELS, USERS, Process, every

SECONDS = 3.0
"""Seconds between two checks of everything except the versions of duels."""


@every(settings.LOOK_EVERY)
async def _look_at_versions(process: Process) -> None:
    process.versions = await repair_versions(process, process.versions)


async def repair_versions(process: Process, seen: dict[str, int]) -> dict[str, int]:
    """Update the viewers whose version of a duel is older than the one in `seen`, and return the current versions.

    `seen` contains the versions at the last check, by slug. Newer changes are left for the next check, because their
    messages are probably still on their way.
    """
    feeds = [it for it in process.connections(DUELS) if isinstance(it, DuelConsumer)]
    for feed in feeds:
        version = seen.get(feed.slug, 0)
        if feed.version is None or feed.version < version:
            process.run(feed.handle({"type": "duel.changed", "version": version, "news": None}))
    return await process.reader.call(versions_of, {feed.slug for feed in feeds}) if feeds else {}


@every(SECONDS)
async def repair(process: Process) -> None:
    """Close connections whose session, account or token has ended, send missed chat messages, and refresh the rest."""
    everybody = process.connections()
    gone = await process.reader.call(
        _gone,
        {it.login for it in everybody if it.login},
        {it.user_id for it in everybody if it.user_id},
        {it.token for it in everybody if it.token},
    )
    chats = {it: it.listener for it in everybody if isinstance(it, ChatConsumer) and it.listener}
    newest = await process.reader.call(newest_lines, {reader.slug for reader in chats.values()})
    for connection in everybody:
        if gone & {("login", connection.login), ("user", connection.user_id), ("token", connection.token)}:
            process.run(connection.handle({"type": "account.closed"}))
        elif connection.kind != DUELS:
            connection.refresh_soon()
    for chat, reader in chats.items():
        if chat.newest < newest.get(reader.slug, 0):
            process.run(chat.handle({"type": "lines.changed"}))


@every(INTERVAL)
async def tell_who_is_here(process: Process) -> None:
    """Send presence lists to other processes, and store which users have a page open.

    Lists of challenges show whether a challenger has a page open, and followers may be notified of users who come.
    """
    for group in {it.presence_group for it in process.connections() if it.presence_group}:
        process.presence.changed(group)
    users = {it.user_id for it in process.connections(USERS) if it.user_id is not None}
    await database_sync_to_async(note_here)(process.id, list(users))
    await database_sync_to_async(attend)(user_ids=users)
    await database_sync_to_async(tell_arrivals)(users)


def _gone(logins: set[Login], users: set[int], tokens: set[int]) -> set[tuple[str, Any]]:
    ended = {("login", it) for it in ended_logins(logins)} | {("user", it) for it in closed_accounts(users)}
    return ended | {("token", it) for it in revoked_tokens(tokens)}
