"""E-mails as people and programs send them, for tests."""

from email import message_from_bytes, policy
from email.message import EmailMessage

FROM = "harry@example.net"


def an_email(text: str = "SCORES\nEND\n", *, to: str = "duels@localhost", sender: str = FROM, **headers: str) -> bytes:
    """Return a plain-text e-mail as bytes.

    `headers` adds or replaces headers, with `_` instead of `-` in their names. Empty headers are left out.
    """
    message = EmailMessage()
    given = {"From": f"Harry <{sender}>", "To": to, "Subject": "FM Orders", "Message_ID": "<one@example.net>"}
    for name, value in (given | headers).items():
        if value:
            message[name.replace("_", "-")] = value
    message.set_content(text)
    return message.as_bytes()


def parsed(content: bytes) -> EmailMessage:
    return message_from_bytes(content, policy=policy.default)
