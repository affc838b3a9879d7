"""SMTP and LMTP servers that accept e-mails to the mailroom's addresses.

An e-mail is stored before it is acknowledged. While the database is unavailable, the sending mail server is asked to
try again later. Sources: RFC 5321, RFC 2033.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Final

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import DatabaseError, InterfaceError, close_old_connections

from accounts.signed_addresses import is_of_the_mailroom
from duels.mailroom import intake

logger = logging.getLogger(__name__)

SILENCE: Final = 60.0
"""Seconds after which an idle mail server is disconnected."""
LONGEST_LINE: Final = 64 * 1024
"""The maximum length of a line in bytes. It is higher than the limit in RFC 5321, which some mail programs exceed."""
ACCEPTED: Final = "250 2.0.0 Taken"
LATER: Final = "451 4.3.0 The e-mail cannot be stored now, try again later"


class MailHandler:
    """The handler with which aiosmtpd answers the commands of other mail servers."""

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if not is_of_the_mailroom(address):
            return "550 5.1.1 No such mailbox here"
        if envelope.rcpt_tos:  # each recipient is acknowledged separately, as LMTP requires
            return "452 4.5.3 One recipient at a time"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 Ok"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        given = intake.Envelope(envelope.mail_from or "", tuple(envelope.rcpt_tos), _peer(session))
        try:
            await sync_to_async(_store, thread_sensitive=False)(bytes(envelope.original_content or b""), given)
        except intake.NotAccepted as why:
            return f"554 5.6.0 {why}"
        except (DatabaseError, InterfaceError) as error:
            logger.warning("An e-mail could not be stored: %s", error)
            return LATER
        return ACCEPTED

    async def handle_exception(self, error: Exception) -> str:
        logger.error("A mail server could not be served", exc_info=error)
        return LATER


def _store(content: bytes, envelope: intake.Envelope) -> None:
    close_old_connections()
    try:
        intake.store(content, envelope)
    finally:
        close_old_connections()


def _peer(session: Session) -> str:
    """Return the client's IP address, or "" for a mail server on the same machine."""
    host = session.peer[0] if isinstance(session.peer, tuple) else ""
    return "" if host.startswith("127.") or host in ("::1", "") else str(host)


class _Smtp(SMTP):
    line_length_limit = LONGEST_LINE


class _Lmtp(LMTP):
    line_length_limit = LONGEST_LINE


def _maker(kind: type[SMTP]) -> Callable[[], SMTP]:
    options: dict[str, Any] = {"data_size_limit": settings.LONGEST_EMAIL, "ident": "Waving Hands", "timeout": SILENCE}
    return lambda: kind(MailHandler(), hostname=settings.MAILROOM_ADDRESS.rpartition("@")[2], **options)


async def serve(host: str, *, smtp: int | None, lmtp: int | None, ready: Callable[[], object]) -> None:
    """Accept e-mails on these ports of `host` until cancelled.

    Call `ready` as soon as the ports are open.
    """
    loop = asyncio.get_running_loop()
    doors = [(port, kind) for port, kind in ((smtp, _Smtp), (lmtp, _Lmtp)) if port]
    servers = [await loop.create_server(_maker(kind), host, port) for port, kind in doors]
    ready()
    try:
        await asyncio.gather(*(server.serve_forever() for server in servers))
    finally:
        for server in servers:
            server.close()
