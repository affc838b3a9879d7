"""From the commit to the sockets: hears what services announce, and has hubs, here and elsewhere, send it on."""

import logging
from collections.abc import Collection, Sequence
from typing import Any

from allauth.account.signals import password_changed, password_reset
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver

from accounts.models import Letter
from accounts.signals import letters_written, token_revoked, unread_changed
from duels.play.drafts import KeepDraft
from duels.play.frames import Change, change_of, entered_text, waiting_text
from duels.play.protocol import DraftFrame, encode
from duels.play.tables import Table
from duels.realtime import bus
from duels.realtime.audience import audience, publish, publish_elsewhere, publish_here
from duels.signals import (
    challenge_changed,
    draft_kept,
    duel_started,
    duels_changed,
    line_said,
    lines_changed,
    orders_entered,
)

logger = logging.getLogger(__name__)


@receiver(duels_changed)
def _changes(tables: list[Table], **_: Any) -> None:
    """Work out in this thread what each viewer here is sent."""
    if changes := [change for table in tables if (change := _change(table))]:
        publish_here("done", changes=changes)
    mages = [seat.mage_id for table in tables for seat in table.seats if seat.mage_id is not None]
    unseen = [table for table in tables if audience().readers(table.duel.slug) is None]
    publish_here("changed", news=[_news(table) for table in unseen], mages=mages)
    if bus.reaches_others():
        publish_elsewhere("changed", news=[_news(table) for table in tables], mages=mages)
    for table in tables:
        if table.duel.result is not None:  # the watchers' talk is open to all now
            publish("lines", slug=table.duel.slug)


def _news(table: Table) -> tuple[str, int, str, str]:
    """What other processes hear; with it what all viewers are sent alike, if that is all: nobody need look it up."""
    text = waiting_text(table) if table.news == "waiting" else ""
    return table.duel.slug, table.duel.version, table.news, text


def _change(table: Table) -> Change | None:
    """What its readers here are sent; none without readers, or if it cannot be shown, which hinders no other."""
    slug = table.duel.slug
    try:
        return change_of(table, readers) if (readers := audience().readers(slug)) else None
    except Exception:
        logger.exception("What has changed in duel %s cannot be shown", slug)
        publish_here("cannot_be_shown", slug=slug)
        return None


@receiver(orders_entered)
def _orders(table: Table, wizard: str, origin: object, **_: Any) -> None:
    _tell_himself(table.duel.slug, wizard, origin, entered_text(table, wizard))
    publish_elsewhere("entered", slug=table.duel.slug, wizard=wizard)


@receiver(draft_kept)
def _draft(kept: KeepDraft, **_: Any) -> None:
    text = encode(DraftFrame(round=kept.round_number, draft=kept.draft or None))
    _tell_himself(kept.slug, kept.wizard, kept.origin, text)
    publish_elsewhere("draft", slug=kept.slug, wizard=kept.wizard)


def _tell_himself(slug: str, wizard: str, origin: object, text: str) -> None:
    """Tell him at all other sockets that he has here."""
    publish_here("his", slug=slug, wizard=wizard, text=text, origin=origin)


@receiver(line_said)
def _line(line: Any, **_: Any) -> None:
    """Tell the number of the line alone: who hears it, each process finds out for its own viewers."""
    publish("talk", slug=line.duel.slug, line=line.pk)


@receiver(lines_changed)
def _lines(slug: str, **_: Any) -> None:
    publish("lines", slug=slug)


@receiver(challenge_changed)
def _challenge(token: str, **_: Any) -> None:
    publish("challenge", token=token)


@receiver(duel_started)
def _start(users: list[int], url: str, **_: Any) -> None:
    publish("started", users=users, url=url)


@receiver(letters_written)
def _letters(letters: Sequence[Letter], **_: Any) -> None:
    publish("letters", letters=[letter.pk for letter in letters], users=[letter.user_id for letter in letters])


@receiver(unread_changed)
def _unread(user_ids: Collection[int], **_: Any) -> None:
    publish("unread", users=list(user_ids))


@receiver(user_logged_out)
@receiver(password_changed)
@receiver(password_reset)
def _logged_out(user: Any, **_: Any) -> None:
    """Close all sockets of a user, of whatever kind; a browser of his that is still logged in comes back."""
    if user is not None:
        publish("logged_out", user=user.pk)


@receiver(token_revoked)
def _revoked(tokens: Collection[int], **_: Any) -> None:
    """End the streams of the programs that are known by these."""
    publish("revoked", tokens=list(tokens))
