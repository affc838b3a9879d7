"""What duelists say to each other beside the duel; watchers read it."""

from datetime import timedelta
from functools import partial

from django.db import transaction
from django.utils import timezone

from duels.models import Line, Seat
from duels.refusals import Refused
from duels.signals import line_said

LONGEST = 300
MOST_LINES, IN_SECONDS = 8, 20


def say(*, slug: str, wizard: str, text: str) -> Line:
    """A line of talk by a wizard of the duel; raises `Refused`."""
    text = " ".join(text.split())
    if not text:
        raise Refused("illegal", "There is nothing to say.")
    if len(text) > LONGEST:
        raise Refused("illegal", f"A line has at most {LONGEST} characters.")
    with transaction.atomic():
        seat = Seat.objects.select_for_update(of=["self"]).select_related("duel").get(duel__slug=slug, name=wizard)
        since = timezone.now() - timedelta(seconds=IN_SECONDS)
        if Line.objects.filter(seat=seat, said__gt=since).count() >= MOST_LINES:
            raise Refused("rate", "You talk faster than anybody reads: wait a little.")
        line = Line.objects.create(duel=seat.duel, seat=seat, text=text)
        transaction.on_commit(partial(line_said.send_robust, None, line=line))
    return line
