"""Read access to duels for pages and the API: replays, records, and texts such as transcripts.

A viewpoint (`eyes`) is the name of a wizard in the duel, `public` or `everything`. During a duel, players get the
viewpoint of their wizard, who may be blind, and everyone else gets the public viewpoint. Once the duel is over, all
viewpoints are open to everyone. The functions raise `RecordError` if the duel's rounds cannot be replayed.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from django.utils.translation import gettext as _

from accounts.permissions import Role
from accounts.sanctions import roles_of
from accounts.selectors import Login, ended_logins
from duels.chat.listeners import Listener, lines_for
from duels.models import Analysis, Duel, Seat
from duels.play import frames
from duels.play.loading import record_of, table
from duels.wording.languages import catalogue
from wavinghands import engine
from wavinghands.engine import Json

PUBLIC = "public"
EVERYTHING = "everything"


class NotOpen(Exception):
    """Raised if the user may not use a viewpoint or read a record until the duel is over."""


def duel_named(slug: str) -> Duel | None:
    return Duel.objects.filter(slug=slug).first()


def seat_of(duel: Duel, user: Any, name: str = "") -> Seat | None:
    """Return the seat of the user's mage called `name` in this duel.

    Without a name, return the seat of the user's first mage. Return `None` if there is no such seat.
    """
    if not user.is_authenticated:
        return None
    own = duel.seats.filter(mage__owner=user.pk)
    return (own.filter(name=name) if name else own).first()


def is_first_practice(duel: Duel, user: Any) -> bool:
    """Return whether this is the user's first practice duel."""
    if not duel.practice or not user.is_authenticated:
        return False
    before = Seat.objects.filter(mage__owner=user.pk, duel__practice=True, duel__started__lt=duel.started)
    return not before.exists()


NEW = 3
"""The number of duels during which a player is a newcomer."""


def is_newcomer(user: Any) -> bool:
    """Return whether the user has had at most three duels, including those in progress."""
    return user.is_authenticated and Seat.objects.filter(mage__owner=user.pk)[: NEW + 1].count() <= NEW


@dataclass(frozen=True, slots=True)
class Admission:
    """The answer to a request to watch or play a duel.

    `viewer` is the name of the user's wizard, or `None` for a spectator. `why_not` is the reason for a refusal, or
    `None` if the user is admitted.
    """

    viewer: str | None = None
    why_not: Literal["no_such_duel", "logged_out"] | None = None


Asked = tuple[str, int | None, Login | None]
"""A request to watch or play a duel: the duel's slug, and the user's primary key and session.

The key and the session are `None` for anonymous visitors.
"""


def admissions(asked: Collection[Asked]) -> dict[Asked, Admission]:
    """Return the answer to each of these requests to watch or play a duel.

    Nobody is admitted to imported duels, because they exist only as replays.
    """
    slugs = {slug for slug, _, _ in asked}
    known = set(Duel.objects.filter(slug__in=slugs, imported=False).values_list("slug", flat=True))
    ended = ended_logins({login for _, _, login in asked if login})
    seats = Seat.objects.filter(duel__slug__in=slugs, mage__owner__in={user_id for _, user_id, _ in asked if user_id})
    rows = seats.order_by("-position").values_list("duel__slug", "mage__owner", "name")
    names: dict[tuple[str, int | None], str] = {
        (slug, owner): name for slug, owner, name in rows
    }  # the first one if the user has several
    admitted: dict[Asked, Admission] = {}
    for slug, user_id, login in asked:
        if slug not in known:
            admission = Admission(why_not="no_such_duel")
        elif login in ended:
            admission = Admission(why_not="logged_out")
        else:
            admission = Admission(names.get((slug, user_id)))
        admitted[slug, user_id, login] = admission
    return admitted


def socket_address(duel: Duel, user: Any) -> str:
    """Return the address of the socket for a duel's page.

    It contains the user's primary key, so that the socket can be closed if someone else has logged in with this
    browser.
    """
    return f"/ws/duel/{duel.slug}/" + (f"?user={user.pk}" if user.is_authenticated else "")


def duel_frame(duel: Duel, user: Any, name: str = "") -> Json:
    """Return the frame with the whole duel, as the socket would send it to this user.

    The frame includes the chat, but not the people who are connected. If the user plays several wizards in the duel,
    `name` selects one of them.
    """
    listener = listener_of(duel, user, name)
    whole = frames.whole(table(duel.slug), listener.wizard)
    return {"type": "duel", **msgspec.structs.asdict(whole), "talk": lines_for([listener])[listener]}


def listener_of(duel: Duel, user: Any, name: str = "") -> Listener:
    """Return the user, or one of the user's wizards, as a reader of the duel's chat."""
    seat = seat_of(duel, user, name)
    return Listener(duel.slug, seat.name if seat else None, user.pk)


def open_eyes(duel: Duel, user: Any) -> list[str]:
    """Return the viewpoints open to this user, ending with the one that sees the most."""
    if duel.is_open:
        return [*duel.seats.values_list("name", flat=True), PUBLIC, EVERYTHING]
    seat = seat_of(duel, user)
    return [seat.name] if seat else [PUBLIC]


def course(duel: Duel, user: Any, eyes: str | None = None) -> Json:
    """Return the whole duel, step by step, from the viewpoint `eyes`.

    The default is the viewpoint that sees the most. In the result, `steps` contains the engine's views at the start and
    after each round that is visible from this viewpoint. In each view, `rounds` contains only that round. `last` is the
    number of the latest visible round. Raise `NotOpen` if this user may not use the viewpoint.
    """
    viewpoints, eyes = open_eyes(duel, user), _open(duel, user, eyes)
    record = record_of(duel, duel.seats.all(), duel.rounds.all())
    start = engine.view(engine.load(record | {"rounds": [], "result": None}), _viewer(eyes), catalogue=catalogue())
    played = engine.replay(record)
    views = (engine.view(state, _viewer(eyes), since=state.number - 1, catalogue=catalogue()) for state in played)
    steps = [start, *(view for view in views if view["rounds"])]
    return {
        "eyes": eyes,
        "open_eyes": viewpoints,
        "last": steps[-1]["number"],
        "steps": steps,
        "over": duel.is_open,
    }


def _viewer(eyes: str) -> Any:
    return {PUBLIC: None, EVERYTHING: engine.EVERYTHING}.get(eyes, eyes)


def version_of(duel: Duel) -> tuple[str, int, bool]:
    """Return the values for the ETag of a response about this finished duel.

    They change whenever the response changes.
    """
    return duel.slug, duel.changes, duel.public


def version_of_analysis(duel: Duel) -> tuple[Any, ...]:
    """Return the values for the ETag of a response about the duel's analysis.

    They change whenever the response changes. The last value is the time of the latest change. The tuple is empty if
    there is no analysis.
    """
    fields = ("state", "done", "of", "made", "version", "moved")
    return Analysis.objects.filter(duel=duel).values_list(*fields).first() or ()


def record(duel: Duel) -> Json:
    """Return the duel's record, which reveals everything.

    Raise `NotOpen` if the duel is not over.
    """
    if not duel.is_open:
        raise NotOpen(_("The record is available once the duel is over."))
    return engine.dump(state_at(duel))


def record_json(duel: Duel) -> bytes:
    """Return the duel's record as formatted JSON.

    Raise `NotOpen` if the duel is not over.
    """
    return msgspec.json.format(msgspec.json.encode(record(duel)), indent=2)


READINGS: Mapping[str, Callable[[engine.Duel, Any, engine.Catalogue], str]] = {
    "transcript": engine.transcript,
    "show": engine.show,
    "describe": engine.describe,
}
"""The functions that convert a duel to text, by the kind of text.

Sources: Firetop Mountain, "SHOW" and "DESCRIBE"; spellcast, "transcripts".
"""


def reading(duel: Duel, user: Any, form: str, eyes: str | None = None) -> str:
    """Return the duel so far as text.

    `form` is a key of `READINGS`. `eyes` is the viewpoint, by default the one that sees the most. Raise `NotOpen` if
    this user may not use the viewpoint.
    """
    return READINGS[form](state_at(duel), _viewer(_open(duel, user, eyes)), catalogue())


def _open(duel: Duel, user: Any, eyes: str | None) -> str:
    """Return the viewpoint `eyes` or, by default, the one that sees the most.

    Raise `NotOpen` if this user may not use the viewpoint.
    """
    viewpoints = open_eyes(duel, user)
    if eyes and eyes not in viewpoints:
        raise NotOpen(_("You can’t view the duel as %(eyes)s while it is in progress.") % {"eyes": eyes})
    return eyes or viewpoints[-1]


def state_at(duel: Duel) -> engine.Duel:
    """Return the engine's state of a duel after the rounds played so far."""
    return engine.load(record_of(duel, duel.seats.all(), duel.rounds.filter(number__lt=duel.round)))


def roles_at(duel: Duel, user: Any) -> frozenset[Role]:
    """Return the user's roles for permissions, including `PARTICIPANT` or `SPECTATOR` in this duel."""
    is_seated = seat_of(duel, user) is not None
    return roles_of(user) | {Role.PARTICIPANT if is_seated else Role.SPECTATOR}
