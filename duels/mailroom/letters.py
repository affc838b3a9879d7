"""Letters of duels for those who play by letter: the news that wait to be sent become reports that can be answered.

Rooms below write news of a beginning, a turn, a reminder, an end, to everybody alike, and drop what is overtaken; to
who follows a duel, of each round. A job goes over what waits for those who play by letter, so that no order waits for
it; where a report cannot be made the news stay as they are, and go when they are ripe.
"""

import logging
import re
from collections.abc import Iterable, Iterator
from datetime import datetime

from django.utils import timezone

from accounts.languages import in_language_of
from accounts.models import Letter, User
from accounts.services.notifications import on_their_way
from duels.mailroom.addresses import reply_address
from duels.mailroom.reports import status, thread_of
from duels.models import Duel, Seat
from duels.wording.time_controls import is_live

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 100
NO_ROUND = 0
"""In the address for answers of who only watches: while time is stopped he may not know how many have been played."""
ABOUT = (Letter.About.TURN, Letter.About.DUEL, Letter.About.REMINDER, Letter.About.ROUND)
OF_DUELS, OF_SEATS = re.compile(r"(?:begun|ended):(\d+)"), re.compile(r"(?:turn|late):(\d+):.*")
OF_FOLLOWED = re.compile(r"round:([\w-]+):.*")
"""The keys of news that become reports, with the number of the duel or of the seat, or the address of the duel."""


def write_reports(now: datetime | None = None) -> int:
    """Make reports of the news of slow duels for those who play by letter, to be sent at once; how many were made."""
    waiting = on_their_way().filter(asked=None, tries=0, thread="", about__in=ABOUT, user__mail=User.Mail.LETTER)
    letters = waiting.select_related("user").order_by("pk")[:MOST_AT_ONCE]
    return sum(_write(letter, *about, now or timezone.now()) for letter, about in _with_duels(letters))


def _with_duels(letters: Iterable[Letter]) -> Iterator[tuple[Letter, tuple[Duel, str]]]:
    """Those letters of which a report can be made, each with what it is about; in live duels people sit at the page."""
    for letter in letters:
        duel, name = _about(letter.key)
        if duel is not None and not is_live(duel.pace, mountain=duel.mountain):
            yield letter, (duel, name)


def _about(key: str) -> tuple[Duel | None, str]:
    """The duel of which news tell, and the wizard, if they are about one."""
    if found := OF_DUELS.fullmatch(key):
        return Duel.objects.filter(pk=found[1]).first(), ""
    if found := OF_FOLLOWED.fullmatch(key):
        return Duel.objects.filter(slug=found[1]).first(), ""
    found = OF_SEATS.fullmatch(key)
    seat = Seat.objects.select_related("duel").filter(pk=found[1]).first() if found else None
    return (seat.duel, seat.name) if seat else (None, "")


def _write(letter: Letter, duel: Duel, name: str, now: datetime) -> bool:
    """Whether this letter is a report now."""
    is_followed = letter.about == Letter.About.ROUND
    reply_to = reply_address(letter.user, duel.slug, NO_ROUND if is_followed else duel.round)
    if not reply_to:
        return False
    lead = _earlier(letter.text) if is_followed else letter.text
    try:
        with in_language_of(letter.user):
            text = status(duel, letter.user, lead, name)
    except Exception:  # must not hold up the others
        logger.exception("The duel %s cannot be told, and the news of it stay short", duel.slug)
        return False
    unsent = on_their_way().filter(pk=letter.pk, tries=0, thread="")
    return bool(unsent.update(text=text, thread=thread_of(duel), reply_to=reply_to, ripe=now))


def _earlier(news: str) -> str:
    """Of the rounds that a follower is told of, those before the last, of which his report tells."""
    return "\n\n".join(news.split("\n\n")[:-1])
