"""From the commit to the sockets: hears what services announce, and has hubs, here and elsewhere, send it on."""

import asyncio
from typing import Any

from allauth.account.signals import password_changed, password_reset
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver

from duels.realtime import bus
from duels.realtime.duel_hub import hubs
from duels.selectors.frames import change_of, draft_text, entered_text
from duels.selectors.tables import Table
from duels.signals import draft_kept, duels_changed, line_said, lines_changed, orders_entered


@receiver(duels_changed)
def _push_changes(tables: list[Table], **_: Any) -> None:
    """Work out in this thread what each viewer here is sent."""
    for hub in hubs():
        rooms = ((table, hub.rooms.get(table.duel.slug)) for table in tables)
        changes = [change_of(table, room.readers()) for table, room in rooms if room]
        if changes:
            hub.call(lambda hub=hub, changes=changes: [hub.deliver(*change) for change in changes])
    news = [(table.duel.slug, table.duel.version, table.news) for table in tables]
    mages = [seat.mage_id for table in tables for seat in table.seats if seat.mage_id is not None]
    bus.give({"about": "changed", "news": news, "mages": mages}, _loop())
    for table in tables:
        if table.duel.result is not None:  # the watchers' talk is open to all now
            _push_lines(table.duel.slug)


@receiver(orders_entered)
def _push_entered(table: Table, wizard: str, origin: object, **_: Any) -> None:
    _push_to_himself(table, wizard, origin, entered_text(table, wizard))
    bus.give({"about": "entered", "slug": table.duel.slug, "wizard": wizard}, _loop())


@receiver(draft_kept)
def _push_draft(table: Table, wizard: str, origin: object, **_: Any) -> None:
    _push_to_himself(table, wizard, origin, draft_text(table, wizard))
    bus.give({"about": "draft", "slug": table.duel.slug, "wizard": wizard}, _loop())


def _push_to_himself(table: Table, wizard: str, origin: object, text: str) -> None:
    for hub in hubs():
        room = hub.rooms.get(table.duel.slug)
        if room and wizard in room.sockets:
            hub.call(lambda hub=hub: hub.tell(table.duel.slug, text, viewers=[wizard], origin=origin))


@receiver(line_said)
def _push_line(line: Any, **_: Any) -> None:
    """Tell the number of the line alone: who hears it, each process finds out for its own viewers."""
    for hub in hubs():
        hub.call(hub.tell_line, line.duel.slug, line.pk)
    bus.give({"about": "talk", "slug": line.duel.slug, "line": line.pk}, _loop())


@receiver(lines_changed)
def _push_lines(slug: str, **_: Any) -> None:
    for hub in hubs():
        hub.call(hub.tell_lines, slug)
    bus.give({"about": "lines", "slug": slug}, _loop())


@receiver(user_logged_out)
@receiver(password_changed)
@receiver(password_reset)
def _push_logged_out(user: Any, **_: Any) -> None:
    if user is not None:
        for hub in hubs():
            hub.call(hub.log_out, user.pk)
        bus.give({"about": "logged_out", "user": user.pk}, _loop())


def _loop() -> asyncio.AbstractEventLoop | None:
    """The loop of the sockets here, which gives hints best."""
    return next((hub.loop for hub in hubs()), None)
