"""Duels for e-mail tests."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.utils import timezone

from duels.mailroom.report_emails import write_reports
from duels.models import Duel
from duels.notifications import duels
from duels.play.transaction import submit_orders
from duels.wording.time_controls import DAY
from tests.accounts.smtp import Postbox, mail_server
from tests.builders import a_mage, a_user
from tests.duels.tables import a_duel
from wavinghands.engine import Json


def slow_duel(*names: str, **options: Any) -> Duel:
    """Start a correspondence duel between mages with these names.

    The owners' usernames are the mages' names in lower case.
    """
    mages = [a_mage(name, owner=a_user(name.lower(), email=f"{name.lower()}@example.org")) for name in names]
    return a_duel(*mages, **({"pace": DAY} | options))


def owner(duel: Duel, name: str) -> Any:
    return duel.seats.get(name=name).mage.owner


def played(duel: Duel, *rounds: Sequence[str | Json]) -> Duel:
    """Play these rounds, and return the duel.

    A round lists each wizard's orders, or gestures such as "WP", in the order of the seats.
    """
    names = list(duel.seats.values_list("name", flat=True))
    for orders in rounds:
        duel.refresh_from_db()
        for name, given in zip(names, orders, strict=True):
            told = {"left": given[0], "right": given[1]} if isinstance(given, str) else given
            submit_orders(duel=duel, wizard=name, round_number=duel.round, orders=told)
    duel.refresh_from_db()
    return duel


def hands(*pairs: str, at_last: Json | None = None) -> list[list[Any]]:
    """Return rounds in which the first wizard makes these pairs of gestures and the second does nothing.

    `at_last` contains the first wizard's additional orders for the last round.
    """
    rounds: list[list[Any]] = [[pair, "--"] for pair in pairs]
    if at_last is not None:
        rounds[-1][0] = {"left": pairs[-1][0], "right": pairs[-1][1], **at_last}
    return rounds


@contextmanager
def mail_goes_to(box: Postbox, settings: Any) -> Iterator[None]:
    """Enable play by e-mail, and send the site's e-mails to a mail server that stores them in `box`."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.SITE_URL = "127.0.0.1", "https://duels.example.org"
    settings.MAILROOM_ADDRESS = "orders@duels.example.org"
    with mail_server(box) as settings.EMAIL_PORT:
        yield


def post(after: timedelta = timedelta(seconds=15)) -> None:
    """Write notifications about duels, and send those that are due, as if the time `after` had passed."""
    now = timezone.now() + after
    duels.write_turns(now)
    write_reports()
    duels.drop_overtaken()
    duels.send_ripe(now)
