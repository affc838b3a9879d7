"""A mailroom whose processes are killed, between taking a letter and having answered it, at every place.

``python -m tests.duels.mailroom.killing 50``, in the environment of a site of its own (`VAR_DIR`), kills fifty of them,
and has all that waits done in the end. Each is a process of its own, forked from this one, which has no connections.
"""

import os
import random
import signal
import sys
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import django

PLACES = ("taken", "claimed", "done", "answered", "committed", "sending", "sent")
"""Where one dies: a letter is written down; claimed; done; its answer written; safe; the answer claimed; given away."""


def main(times: int) -> None:
    django.setup()
    key = _in_a_process(_prepare)
    places = [PLACES[number % len(PLACES)] for number in range(times)]
    random.Random(times).shuffle(places)
    for number, place in enumerate(places):
        _in_a_process(lambda number=number: _take(number, key))
        _in_a_process(lambda number=number: _take(number, key))  # a mail server that heard nothing brings it again
        _in_a_process(lambda number=number, place=place: _work(place, 24 * number), dies=True)
        if (
            number % 10 == 9 or number == times - 1
        ):  # else the first answer would be given up, as nobody lived to send it
            _in_a_process(lambda number=number: _work("", 24 * number + 12))


def _in_a_process(do: Callable[[], str | None], *, dies: bool = False) -> str:
    """Run `do` in a child process, and return what it reports. `dies`: the process is expected to be killed."""
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
    """Create a user, and return their mail key."""
    from django.core.management import call_command

    from accounts.models import User
    from accounts.services.tokens import make

    call_command("migrate", verbosity=0)
    return make(user=User.objects.create_user("Harry", email="harry@example.net"), name="letters", scopes=["mail"])[1]


def _take(number: int, key: str) -> None:
    """A letter: every fifth has no sense, the others register a mage, which nobody can do twice."""
    from duels.mailroom.taking import Envelope, take
    from tests.duels.mailroom.letters import FROM, letter

    orders = (
        "NONSENSE" if number % 5 == 4 else "CHANGEUSER Harry" if number % 5 else f"REGISTER M{chr(97 + number // 5)}"
    )
    content = letter(f"USER Harry {key}\n{orders}\nEND", sender=f"{number}{FROM}", Message_ID=f"<{number}@example.net>")
    take(content, Envelope(FROM))


def _work(place: str, hours: int) -> None:
    """Do what waits, so many hours from now, and die when the place is reached; or at the end, if it is not."""
    from django.core.mail import get_connection
    from django.utils import timezone

    from accounts.services import mail
    from duels.mailroom import sending, working

    if place == "taken":
        _die()
    for where, module, name in (
        ("done", working, "_reply"),
        ("answered", working, "_answer"),
        ("committed", working, "_do"),
        ("sending", sending, "_claimed"),
    ):
        if place == where:
            setattr(module, name, _and_die(getattr(module, name)))
    if place == "claimed":
        working.read = _die
    if place == "sent":
        mail.get_connection = lambda: _Postman(get_connection())
    now = timezone.now() + timedelta(hours=hours)
    working.do_what_waits(now)
    sending.send_answers(now)
    if place:
        _die()


class _Postman:
    """A mail server that takes a message in the moment in which who gave it dies."""

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
