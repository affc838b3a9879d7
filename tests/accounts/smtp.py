"""An SMTP server that stores the messages it receives, for tests."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller

from tests.servers import free_port


class Postbox:
    """An SMTP handler that stores messages.

    It rejects the recipients in `refuses`.
    """

    def __init__(self) -> None:
        self.messages: list[EmailMessage] = []
        self.refuses: set[str] = set()
        self.came = threading.Event()

    async def handle_RCPT(  # noqa: N802 - aiosmtpd calls it by this name
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        if address in self.refuses:
            return "550 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self.messages.append(message_from_bytes(envelope.content, policy=policy.default))
        self.came.set()
        return "250 OK"

    def to(self, address: str) -> list[EmailMessage]:
        return [message for message in self.messages if message["To"] == address]


@contextmanager
def mail_server(box: Postbox, port: int | None = None) -> Iterator[int]:
    """Run an SMTP server that stores messages in `box`, and yield its port."""
    controller = Controller(box, hostname="127.0.0.1", port=port or free_port())
    controller.start()
    try:
        yield controller.port
    finally:
        controller.stop()
