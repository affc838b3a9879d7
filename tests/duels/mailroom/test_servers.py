"""Tests for accepting e-mails over SMTP, over LMTP and from a pipe."""

import asyncio
import smtplib
import sqlite3
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError

from duels.mailroom import servers
from duels.mailroom.intake import store
from duels.models import IncomingEmail
from tests.duels.mailroom.emails import FROM, an_email
from tests.servers import ROOT, clean_environment, free_port, is_listening, running
from tests.sites import DATABASE, copy_of_sqlite

OURS = "duels@localhost"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the environment of a site with its own database."""
    folder = tmp_path_factory.mktemp("mailroom")
    environment = {"VAR_DIR": str(folder), "MAILROOM_ADDRESS": OURS}
    copy_of_sqlite(folder / DATABASE)
    return environment


@pytest.fixture(scope="module")
def doors(site: dict[str, str]):
    """Run the mailroom, and return the ports on which it accepts SMTP and LMTP."""
    smtp, lmtp = free_port(), free_port()
    command = [sys.executable, "manage.py", "mailroom", "--smtp", str(smtp), "--lmtp", str(lmtp)]
    log = Path(site["VAR_DIR"], "mailroom.log")
    ready = lambda: is_listening(smtp) and is_listening(lmtp)  # noqa: E731
    with running(command, ready, log, cwd=ROOT, env=clean_environment(site)):
        yield smtp, lmtp


def kept(site: dict[str, str]) -> list[tuple[str, str, bytes]]:
    """Return the sender, recipient and content of each e-mail stored on this site."""
    with sqlite3.connect(Path(site["VAR_DIR"], DATABASE)) as database:
        rows = database.execute("SELECT sender, recipient, content FROM duels_incomingletter ORDER BY id")
        return [(sender, recipient, bytes(content)) for sender, recipient, content in rows]


def test_an_e_mail_by_smtp_is_stored_before_it_is_acknowledged(site, doors):
    content = an_email("SCORES ; Grüße\n.\n..two dots\nEND", Message_ID="<smtp@x>").replace(b"\n", b"\r\n")
    with smtplib.SMTP("127.0.0.1", doors[0]) as server:
        assert server.sendmail(FROM, [OURS], content) == {}
        assert kept(site)[-1] == (FROM, OURS, content)


def test_by_lmtp_each_recipient_is_acknowledged_and_bounces_have_no_sender(site, doors):
    with smtplib.LMTP("127.0.0.1", doors[1]) as server:
        server.sendmail("", ["duels+b1.abc@LOCALHOST"], an_email(Message_ID="<lmtp@x>"))
        assert kept(site)[-1][:2] == ("", "duels+b1.abc@localhost")
        assert server.docmd("EHLO", "x")[0] == 500
    with smtplib.LMTP("127.0.0.1", doors[1]) as server:
        server.ehlo_or_helo_if_needed()
        server.mail(FROM)
        assert server.rcpt(OURS)[0] == 250
        assert server.rcpt("duels+x@localhost")[0] == 452


def test_e_mails_to_other_addresses_are_rejected(site, doors):
    before = kept(site)
    for door, kind in zip(doors, (smtplib.SMTP, smtplib.LMTP), strict=True):
        with kind("127.0.0.1", door) as server, pytest.raises(smtplib.SMTPRecipientsRefused) as refusal:
            server.sendmail(FROM, ["somebody@example.org"], an_email())
        assert refusal.value.recipients["somebody@example.org"][0] == 550
    assert kept(site) == before


def test_an_oversized_e_mail_is_rejected_by_its_size_or_its_data(site, doors):
    long = an_email(Message_ID="<long@x>") + b"a" * 60 + b"\r\n" * (256 * 1024)
    with smtplib.SMTP("127.0.0.1", doors[0]) as server:
        server.ehlo()
        assert server.mail(FROM, [f"size={len(long)}"])[0] == 552
        server.rset()
        server.mail(FROM)
        server.rcpt(OURS)
        assert server.data(long)[0] == 552
        assert server.sendmail(FROM, [OURS], an_email(Message_ID="<after@x>")) == {}
    assert b"<after@x>" in kept(site)[-1][2]


def test_lines_longer_than_the_standard_allows_are_accepted(site, doors):
    with smtplib.SMTP("127.0.0.1", doors[0]) as server:
        server.sendmail(FROM, [OURS], an_email(Message_ID="<line@x>") + b"a" * 20_000 + b"\r\n")
    assert b"a" * 20_000 in kept(site)[-1][2]


def receive(content: bytes, *options: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "manage.py", "receive_mail", *options]
    theirs = clean_environment(environment)
    return subprocess.run(command, input=content, cwd=ROOT, env=theirs, capture_output=True, check=False)


def test_an_e_mail_can_be_piped_to_receive_mail(site):
    done = receive(an_email(Message_ID="<pipe@x>"), "--sender", FROM, "--recipient", "duels+r@localhost", **site)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert kept(site)[-1][:2] == (FROM, "duels+r@localhost")


def test_receive_mail_with_now_processes_and_replies_at_once(site, tmp_path):
    environment = {**site, "EMAIL_URL": f"filemail:///{tmp_path}", "DEFAULT_FROM_EMAIL": OURS}
    done = receive(
        an_email("HELP", Message_ID="<now@x>"), "--sender", FROM, "--recipient", OURS, "--now", **environment
    )
    assert (done.returncode, done.stderr) == (0, b"")
    (reply,) = tmp_path.iterdir()
    assert f"To: {FROM}" in reply.read_text()
    assert "NEWUSER" in reply.read_text()


@pytest.mark.parametrize(("content", "why"), [(b"a" * 300_000, "256 kB"), (b"", "")], ids=["too long", "nothing"])
def test_receive_mail_refuses_an_oversized_or_empty_e_mail(content, why, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(content)))
    with pytest.raises(SystemExit) as end:
        call_command("receive_mail")
    assert end.value.code == 65
    assert why in capsys.readouterr().err


def test_receive_mail_asks_for_a_retry_without_a_database(site):
    away = receive(an_email(), **site | {"DATABASE_URL": f"postgres://x:x@127.0.0.1:{free_port()}/x"})
    assert away.returncode == 75
    assert b"Traceback" not in away.stderr


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "error", [OperationalError("server closed the connection unexpectedly"), ValueError("a fault")]
)
async def test_after_an_error_mail_servers_are_asked_to_retry(monkeypatch, error):
    def away(*given: object) -> None:
        raise error

    monkeypatch.setattr(servers.intake, "store", away)
    port, ready = free_port(), asyncio.Event()
    serving = asyncio.create_task(servers.serve("127.0.0.1", smtp=port, lmtp=None, ready=ready.set))
    await asyncio.wait({serving, told := asyncio.create_task(ready.wait())}, return_when=asyncio.FIRST_COMPLETED)
    try:
        assert told.done(), serving.exception()
        reply = await asyncio.to_thread(_send, port)
        assert reply[0] == 451
        monkeypatch.setattr(servers.intake, "store", store)
        assert (await asyncio.to_thread(_send, port))[0] == 250
    finally:
        serving.cancel()
    assert await IncomingEmail.objects.acount() == 1


def _send(port: int) -> tuple[int, bytes]:
    with smtplib.SMTP("127.0.0.1", port) as server:
        server.ehlo()
        server.mail(FROM)
        server.rcpt(OURS)
        return server.data(an_email())


def test_without_an_address_the_mailroom_does_not_start(settings):
    settings.MAILROOM_ADDRESS = ""
    with pytest.raises(CommandError, match="MAILROOM_ADDRESS is not set"):
        call_command("mailroom")
