"""What people may see of a duel besides its socket: replays by eyes, the record, the transcript.

A viewer is the name of a wizard of the duel, or `None`: a watcher, with the public view. While a duel goes on, a wizard
sees by his own eyes, which may be blind, and everybody else by the public's; once it is over, all eyes are open to all.
"""

from typing import Any

import msgspec

from duels.models import Duel, Seat
from duels.selectors import frames
from duels.selectors.sessions import ended_sessions
from duels.selectors.tables import record_of, table
from duels.sockets import LOGGED_OUT, NO_SUCH_DUEL
from wavinghands import engine

PUBLIC = "public"
EVERYTHING = "everything"

Json = dict[str, Any]


class NotOpen(Exception):
    """These eyes, or this record, are not open to him while the duel goes on."""


def duel_named(slug: str) -> Duel | None:
    """The duel at this address."""
    return Duel.objects.filter(slug=slug).first()


def seat_of(duel: Duel, user: Any) -> Seat | None:
    """The seat of this user's mage at the duel."""
    if not user.is_authenticated:
        return None
    return duel.seats.filter(mage__owner=user.pk).first()


def viewer_at(slug: str, user_id: int | None, session: str | None) -> str | int | None:
    """Who this user is at a duel: a wizard's name, none for a watcher; or the code with which his socket is closed."""
    if not Duel.objects.filter(slug=slug).exists():
        return NO_SUCH_DUEL
    if user_id is None:
        return None
    if session and ended_sessions({session}):
        return LOGGED_OUT
    return Seat.objects.filter(duel__slug=slug, mage__owner=user_id).values_list("name", flat=True).first()


def duel_frame(duel: Duel, user: Any) -> Json:
    """The whole duel for this user, as the socket sends it; who is connected is not known here."""
    seat = seat_of(duel, user)
    whole = frames.whole(table(duel.slug), seat.name if seat else None)
    return {"type": "duel", **msgspec.structs.asdict(whole)}


def open_eyes(duel: Duel, user: Any) -> list[str]:
    """By whose eyes this user may see: names of wizards, `public`, `everything`."""
    if duel.result is not None:
        return [*duel.seats.values_list("name", flat=True), PUBLIC, EVERYTHING]
    seat = seat_of(duel, user)
    return [seat.name] if seat else [PUBLIC]


def course(duel: Duel, user: Any, eyes: str | None = None) -> Json:
    """The whole duel by these eyes (none: those that see most), step by step. Raises `NotOpen`.

    `steps`: the views at the start and after each round that these eyes have seen, each with its own round alone in
    `rounds`; `last`: the number of the latest of them.
    """
    eyes_open = open_eyes(duel, user)
    eyes = eyes or eyes_open[-1]
    if eyes not in eyes_open:
        raise NotOpen(f"{eyes}: these eyes are not open to you while the duel goes on.")
    record = record_of(duel, duel.seats.all(), duel.rounds.all())
    start = engine.view(engine.load(record | {"rounds": [], "result": None}), _viewer(eyes))
    views = (engine.view(state, _viewer(eyes), since=state.number - 1) for state in engine.replay(record))
    steps = [start, *(view for view in views if view["rounds"])]
    return {
        "eyes": eyes,
        "open_eyes": eyes_open,
        "last": steps[-1]["number"],
        "steps": steps,
        "over": duel.result is not None,
    }


def _viewer(eyes: str) -> Any:
    return {PUBLIC: None, EVERYTHING: engine.EVERYTHING}.get(eyes, eyes)


def record(duel: Duel) -> Json:
    """The duel record, from which everything can be seen; raises `NotOpen` while the duel goes on."""
    if duel.result is None:
        raise NotOpen("The record of a duel is open when it is over.")
    return engine.dump(_state(duel))


def record_json(duel: Duel) -> bytes:
    """The duel record as a file; raises `NotOpen` while the duel goes on."""
    return msgspec.json.format(msgspec.json.encode(record(duel)), indent=2)


def transcript(duel: Duel) -> str:
    """The duel to read; raises `NotOpen` while it goes on."""
    if duel.result is None:
        raise NotOpen("The record of a duel is open when it is over.")
    return engine.transcript(_state(duel))


def _state(duel: Duel) -> engine.Duel:
    return engine.load(record_of(duel, duel.seats.all(), duel.rounds.all()))
