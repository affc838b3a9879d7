"""What people may see of a duel besides its socket: replays by eyes, the record, the transcript.

A viewer is the name of a wizard of the duel, or `None`: a watcher, with the public view. While a duel goes on, a wizard
sees by his own eyes, which may be blind, and everybody else by the public's; once it is over, all eyes are open to all.

A duel whose rounds cannot be played again is a `RecordError`.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from django.utils.translation import gettext as _

from accounts.permissions import Role
from accounts.sanctions import roles_of
from accounts.selectors import ended_sessions
from duels.chat.listeners import Listener, lines_for
from duels.models import Analysis, Duel, Seat
from duels.play import frames
from duels.play.tables import record_of, table
from duels.wording.languages import catalogue
from wavinghands import engine

PUBLIC = "public"
EVERYTHING = "everything"

Json = dict[str, Any]


class NotOpen(Exception):
    """These eyes, or this record, are not open to him while the duel goes on."""


def duel_named(slug: str) -> Duel | None:
    """The duel at this address."""
    return Duel.objects.filter(slug=slug).first()


def seat_of(duel: Duel, user: Any, name: str = "") -> Seat | None:
    """The seat of this user's mage at the duel; of several the first, or that of the one of this name."""
    if not user.is_authenticated:
        return None
    own = duel.seats.filter(mage__owner=user.pk)
    return (own.filter(name=name) if name else own).first()


@dataclass(frozen=True, slots=True)
class Admission:
    """Whether somebody is let in at a duel. `viewer`: the wizard that he is, none: a watcher; `why_not`: he is not."""

    viewer: str | None = None
    why_not: Literal["no_such_duel", "logged_out"] | None = None


Asked = tuple[str, int | None, str | None]
"""Who asks to be let in: the duel's slug, the user if he is logged in, and the session by which he is."""


def admissions(asked: Collection[Asked]) -> dict[Asked, Admission]:
    """As whom these are let in at duels; at imported ones, which are replays alone, nobody."""
    slugs = {slug for slug, _, _ in asked}
    known = set(Duel.objects.filter(slug__in=slugs, imported=False).values_list("slug", flat=True))
    ended = ended_sessions({session for _, _, session in asked if session})
    seats = Seat.objects.filter(duel__slug__in=slugs, mage__owner__in={user_id for _, user_id, _ in asked if user_id})
    rows = seats.order_by("-position").values_list("duel__slug", "mage__owner", "name")
    names: dict[tuple[str, int | None], str] = {
        (slug, owner): name for slug, owner, name in rows
    }  # the first of several
    admitted: dict[Asked, Admission] = {}
    for slug, user_id, session in asked:
        if slug not in known:
            admission = Admission(why_not="no_such_duel")
        elif session in ended:
            admission = Admission(why_not="logged_out")
        else:
            admission = Admission(names.get((slug, user_id)))
        admitted[slug, user_id, session] = admission
    return admitted


def duel_frame(duel: Duel, user: Any, name: str = "") -> Json:
    """The whole duel for this user, as the socket sends it, and the talk; who is connected is not known here.

    `name`: by the eyes of which of his wizards, if he has several.
    """
    listener = listener_of(duel, user, name)
    draft = frames.drafts_at([duel.slug]).get((duel.slug, listener.wizard))
    whole = frames.whole(table(duel.slug), listener.wizard, draft=draft)
    return {"type": "duel", **msgspec.structs.asdict(whole), "talk": lines_for([listener])[listener]}


def listener_of(duel: Duel, user: Any, name: str = "") -> Listener:
    """How this user, or one of his wizards, hears the talk at a duel."""
    seat = seat_of(duel, user, name)
    return Listener(duel.slug, seat.name if seat else None, user.pk)


def open_eyes(duel: Duel, user: Any) -> list[str]:
    """By whose eyes this user may see: names of wizards, `public`, `everything`."""
    if duel.is_open:
        return [*duel.seats.values_list("name", flat=True), PUBLIC, EVERYTHING]
    seat = seat_of(duel, user)
    return [seat.name] if seat else [PUBLIC]


def course(duel: Duel, user: Any, eyes: str | None = None) -> Json:
    """The whole duel by these eyes (none: those that see most), step by step. Raises `NotOpen`.

    `steps`: the views at the start and after each round that these eyes have seen, each with its own round alone in
    `rounds`; `last`: the number of the latest of them.
    """
    eyes_open, eyes = open_eyes(duel, user), _open(duel, user, eyes)
    record = record_of(duel, duel.seats.all(), duel.rounds.all())
    start = engine.view(engine.load(record | {"rounds": [], "result": None}), _viewer(eyes), catalogue=catalogue())
    played = engine.replay(record)
    views = (engine.view(state, _viewer(eyes), since=state.number - 1, catalogue=catalogue()) for state in played)
    steps = [start, *(view for view in views if view["rounds"])]
    return {
        "eyes": eyes,
        "open_eyes": eyes_open,
        "last": steps[-1]["number"],
        "steps": steps,
        "over": duel.is_open,
    }


def _viewer(eyes: str) -> Any:
    return {PUBLIC: None, EVERYTHING: engine.EVERYTHING}.get(eyes, eyes)


def version_of(duel: Duel) -> tuple[str, int, bool]:
    """Return what all responses about a finished duel depend on; they are the same for everybody."""
    return duel.slug, duel.changes, duel.public


def version_of_analysis(duel: Duel) -> tuple[Any, ...]:
    """Return what responses about a duel's analysis depend on, last the time of its latest change; () without one."""
    told = ("state", "done", "of", "made", "version", "moved")
    return Analysis.objects.filter(duel=duel).values_list(*told).first() or ()


def record(duel: Duel) -> Json:
    """The duel record, from which everything can be seen; raises `NotOpen` while the duel goes on."""
    if not duel.is_open:
        raise NotOpen(_("The record of a duel is open when it is over."))
    return engine.dump(state_at(duel))


def record_json(duel: Duel) -> bytes:
    """The duel record as a file; raises `NotOpen` while the duel goes on."""
    return msgspec.json.format(msgspec.json.encode(record(duel)), indent=2)


READINGS: Mapping[str, Callable[[engine.Duel, Any, engine.Catalogue], str]] = {
    "transcript": engine.transcript,
    "show": engine.show,
    "describe": engine.describe,
}
"""The ways in which a duel can be read. Source: Firetop Mountain, "SHOW" and "DESCRIBE"; spellcast, "transcripts"."""


def reading(duel: Duel, user: Any, form: str, eyes: str | None = None) -> str:
    """The duel to read in one of `READINGS`, so far, by these eyes (none: those that see most). Raises `NotOpen`."""
    return READINGS[form](state_at(duel), _viewer(_open(duel, user, eyes)), catalogue())


def _open(duel: Duel, user: Any, eyes: str | None) -> str:
    """These eyes, or those that see most, if they are open to this user."""
    eyes_open = open_eyes(duel, user)
    if eyes and eyes not in eyes_open:
        raise NotOpen(_("%(eyes)s: these eyes are not open to you while the duel goes on.") % {"eyes": eyes})
    return eyes or eyes_open[-1]


def state_at(duel: Duel) -> engine.Duel:
    """The engine's state of a duel, after the rounds that have been played."""
    return engine.load(record_of(duel, duel.seats.all(), duel.rounds.filter(number__lt=duel.round)))


def roles_at(duel: Duel, user: Any) -> frozenset[Role]:
    """What this user is, in general and at this duel."""
    is_seated = seat_of(duel, user) is not None
    return roles_of(user) | {Role.PARTICIPANT if is_seated else Role.SPECTATOR}
