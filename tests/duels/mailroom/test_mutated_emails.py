"""Tests that mutated e-mails are stored and processed without internal errors.

Some fixed mutations are always tested. The thorough test adds hundreds of random mutations, or 5,000 with
`MUTATED_EMAILS=5000 python -m pytest tests/duels/mailroom/test_mutated_emails.py`.
"""

import logging
import os
from collections.abc import Iterator, Sequence
from itertools import cycle

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import Token, User
from accounts.services.tokens import make
from duels.mailroom import processing, sending
from duels.mailroom.addresses import confirm_address, reply_address
from duels.mailroom.intake import Envelope, NotAccepted, store
from duels.mailroom.reading import read
from duels.models import IncomingEmail
from tests.builders import a_user
from tests.duels.mailroom.emails import FROM, an_email
from tests.duels.mailroom.test_reading import HTML, ORDERS, bounce

HOW_MANY = int(os.environ.get("MUTATED_EMAILS", "300"))
Outcome = IncomingEmail.Outcome
ANSWERED = {Outcome.DONE, Outcome.REFUSED, Outcome.STRANGER, Outcome.WRONG_KEY, Outcome.NEWCOMER}
OUTCOMES = {Outcome.DONE, Outcome.REFUSED, Outcome.MACHINE, Outcome.STRANGER}
"""The outcomes that must all occur if there are many e-mails."""
SENDERS = (FROM, FROM, FROM, "", "x@y", "@", "a" * 400)

HEADERS = (
    "Content-Type: text/plain; charset=x-klingon",
    "Content-Type: text/html; charset=utf-7",
    "Content-Type: multipart/mixed",
    'Content-Type: multipart/mixed; boundary=""',
    "Content-Type: message/rfc822",
    "Content-Type: message/delivery-status",
    "Content-Type: text/plain; format=flowed; delsp=yes; charset*=utf-8'en'%ff",
    "Content-Type: ;;;=",
    "Content-Transfer-Encoding: base64",
    "Content-Transfer-Encoding: quoted-printable",
    "Content-Transfer-Encoding: x-uuencode",
    "Content-Disposition: attachment; filename*0*=x'y'%zz",
    "From: =?utf-8?q?=FF?= <a@b>, <",
    "From: @@,<>\x00",
    "Reply-To: =?x-klingon?b?????=",
    "Subject: =?utf-8?b?!!!?= =?us-ascii?q?=80?=",
    "Message-ID: <",
    "References: <<<>>> <a@b",
    "Auto-Submitted: auto-replied",
    "Accept-Language: de-x-\xff, ;;",
)


def _mutations(whole: bytes) -> st.SearchStrategy[bytes]:
    """Return a hypothesis strategy for mutations of an e-mail.

    Parts of the e-mail are removed, duplicated or replaced, and headers are added.
    """
    places = st.tuples(st.integers(0, len(whole)), st.integers(0, len(whole))).map(sorted)
    pieces = st.one_of(st.binary(max_size=40), st.text(max_size=20).map(lambda text: text.encode("utf-8", "replace")))

    def mutated(place: list[int], piece: bytes, doubles: bool, headers: list[str]) -> bytes:
        start, end = place
        middle = whole[start:end] * 2 if doubles else piece
        return _above(headers) + whole[:start] + middle + whole[end:]

    return st.builds(mutated, places, pieces, st.booleans(), st.lists(st.sampled_from(HEADERS), max_size=3))


def _above(headers: Sequence[str]) -> bytes:
    return "".join(f"{header}\n" for header in headers).encode("utf-8", "replace")


def _few_mutations(whole: bytes) -> Iterator[bytes]:
    """Yield the e-mail unchanged, and with each of a few fixed mutations."""
    yield whole
    yield from (_above([header]) + whole for header in HEADERS)
    middle = len(whole) // 2
    yield from (whole[:middle], whole[middle:], whole * 2, whole[:middle] + b"\0\xff\r\r\n.\n" + whole[middle:])


@pytest.fixture
def harry() -> User:
    return a_user("Harry", email=FROM)


@pytest.fixture
def known(harry: User) -> list[bytes]:
    """Return the e-mails from which the mutations are made."""
    key = make(user=harry, name="e-mail", scopes=[Token.Scope.MAIL])[1]
    return [
        an_email(ORDERS.replace("mail_grnf", key)),
        an_email(f"USER Harry {key}\nREGISTER Merlyn\nSCORES\nSTATS\nEND"),
        an_email("NEWUSER Fred Freddy\nEND", Subject="=?utf-8?q?Gr=C3=BC=C3=9Fe?="),
        an_email(f"USER Harry {key}\nMESSAGE Merlyn Froodal\nHallo – ñ\nEND MESSAGE\nEND", Reply_To="tom@example.org"),
        f"From: {FROM}\nContent-Type: text/html\n\n{HTML.replace('mail_grnf', key)}".encode(),
        bounce(),
    ]


@pytest.fixture
def addresses(harry: User) -> list[str]:
    return ["duels@localhost", reply_address(harry, "abc", 3), confirm_address(1), "", "duels+r@localhost"]


@pytest.mark.django_db
def test_cut_doubled_and_odd_e_mails_cause_no_errors(known, addresses, caplog):
    emails = [email for whole in known for email in _few_mutations(whole)]
    addressed = zip(emails, cycle(addresses), cycle(SENDERS))
    assert {_outcome(*given) for given in addressed} >= OUTCOMES
    assert errors_of_ours(caplog) == []
    assert User.objects.count() == 1


@pytest.mark.thorough
@pytest.mark.django_db
def test_randomly_mutated_e_mails_cause_no_errors(known, addresses, caplog):
    emails = st.sampled_from(known).flatmap(_mutations)
    seen: set[str] = set()

    @settings(max_examples=HOW_MANY, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(emails, st.sampled_from(addresses), st.sampled_from(SENDERS))
    def comes(content: bytes, address: str, sender: str) -> None:
        seen.add(_outcome(content, address, sender))

    comes()
    assert seen >= OUTCOMES
    assert errors_of_ours(caplog) == []
    assert User.objects.count() == 1


def errors_of_ours(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    logged = [record for record in caplog.records if record.name.startswith("duels")]
    return [record for record in logged if record.levelno >= logging.ERROR]


def _outcome(content: bytes, address: str, sender: str) -> str:
    """Process an e-mail, roll back its changes to the database, and return its outcome."""
    with transaction.atomic():
        try:
            return _done(content, address, sender)
        finally:
            transaction.set_rollback(True)


def _done(content: bytes, address: str, sender: str) -> str:
    try:
        stored = store(content, Envelope(sender, (address,)))
    except NotAccepted:
        return "not to be read"
    assert processing.process_due() == 1
    stored.refresh_from_db()
    answer = getattr(stored, "answer", None)
    has_address = stored.user is not None or read(content, stored.sender).answerable
    assert (answer is not None) == bool(stored.outcome in ANSWERED and has_address), stored.outcome
    if answer is not None:
        sending.message_of(answer).message().as_bytes()
    return stored.outcome
