"""A script that kills mailroom processes, each at one of the steps from storing an e-mail to sending the reply.

`python -m tests.duels.mailroom.killing 50` kills fifty processes and finally processes all e-mails. It must run in
the environment of a separate site (`VAR_DIR`). Each process is forked from this one, which has no open
connections.
"""

import os
import random
import signal
import sys
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import django

PLACES = ("stored", "claimed", "done", "answered", "committed", "sending", "sent")
"""The steps after which a process dies, in order."""


def main(times: int) -> None:
    django.setup()
    key = _in_a_process(_prepare)
    places = [PLACES[number % len(PLACES)] for number in range(times)]
    random.Random(times).shuffle(places)
    for number, place in enumerate(places):
        _in_a_process(lambda number=number: _store(number, key))
        _in_a_process(lambda number=number: _store(number, key))  # a mail server without an acknowledgement tries again
        _in_a_process(lambda number=number, place=place: _work(place, 24 * number), dies=True)
        if number % 10 == 9 or number == times - 1:  # before a reply has used up its attempts
            _in_a_process(lambda number=number: _work("", 24 * number + 12))


def _in_a_process(do: Callable[[], str | None], *, dies: bool = False) -> str:
    """Run `do` in a child process, and return the string that it returns.

    If `dies` is true, assert that the process is killed.
    """
    reads, writes = os.pipe()
    child = os.fork()
    if not child:
        os.write(writes, (do() or "").encode())
        os._exit(0)
    _child, status = os.waitpid(child, 0)
    os.close(writes)
    was_killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
    assert was_killed if dies else status == 0, (do, status)
    with os.fdopen(reads, "rb") as told:
        return told.read().decode()


def _prepare() -> str:
    """Create the database tables and a user, and return the user's mail key."""
    from django.core.management import call_command

    from accounts.models import User
    from accounts.services.tokens import make

    call_command("migrate", verbosity=0)
    return make(user=User.objects.create_user("Harry", email="harry@example.net"), name="e-mail", scopes=["mail"])[1]


def _store(number: int, key: str) -> None:
    """Store e-mail `number`.

    One in five e-mails is invalid. Another one in five registers a mage, which would fail if it were repeated.
    """
    from duels.mailroom.intake import Envelope, store
    from tests.duels.mailroom.emails import FROM, an_email

    orders = (
        "NONSENSE" if number % 5 == 4 else "CHANGEUSER Harry" if number % 5 else f"REGISTER M{chr(97 + number // 5)}"
    )
    content = an_email(
        f"USER Harry {key}\n{orders}\nEND", sender=f"{number}{FROM}", Message_ID=f"<{number}@example.net>"
    )
    store(content, Envelope(FROM))


def _work(place: str, hours: int) -> None:
    """Process e-mails as if `hours` hours had passed, and kill this process at the step `place`.

    If the process never reaches this step, it is killed at the end. If `place` is empty, it is not killed.
    """
    from django.core.mail import get_connection
    from django.utils import timezone

    from accounts.services import mail
    from duels.mailroom import processing, sending

    if place == "stored":
        _die()
    for where, module, name in (
        ("done", processing, "_reply"),
        ("answered", processing, "_answer"),
        ("committed", processing, "_claim_and_process"),
        ("sending", sending, "_claimed"),
    ):
        if place == where:
            setattr(module, name, _and_die(getattr(module, name)))
    if place == "claimed":
        processing.read = _die
    if place == "sent":
        mail.get_connection = lambda: _Postman(get_connection())
    now = timezone.now() + timedelta(hours=hours)
    processing.process_due(now)
    sending.send_answers(now)
    if place:
        _die()


class _Postman:
    """A mail connection that sends messages and then kills the process before it records them as sent."""

    def __init__(self, server: Any) -> None:
        self.send_messages = _and_die(server.send_messages)

    def __enter__(self) -> "_Postman":
        return self

    def __exit__(self, *given: object) -> None:
        pass


def _and_die(function: Callable[..., Any]) -> Callable[..., Any]:
    def dying(*given: Any, **more: Any) -> None:
        function(*given, **more)
        _die()

    return dying


def _die(*_given: Any) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main(int(sys.argv[1]))
