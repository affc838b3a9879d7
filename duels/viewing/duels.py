"""The parts of a duel that people may see outside its socket: replays by viewpoint, the record, the transcript.

A viewer is the name of one of the duel's wizards, or `None` for a spectator, who gets the public view. While a duel
goes on, wizards see it through their own eyes (which may be blinded) and everybody else sees the public view. Once it
is over, every viewpoint is open to everybody.

A duel whose rounds cannot be replayed raises `RecordError`.
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
from duels.play.tables import record_of, table
from duels.wording.languages import catalogue
from wavinghands import engine
from wavinghands.engine import Json

PUBLIC = "public"
EVERYTHING = "everything"


class NotOpen(Exception):
    """This viewpoint, or the record, is closed to the user while the duel goes on."""


def duel_named(slug: str) -> Duel | None:
    """Return the duel with this slug."""
    return Duel.objects.filter(slug=slug).first()


def seat_of(duel: Duel, user: Any, name: str = "") -> Seat | None:
    """Return the seat of one of the user's mages: the one called `name`, or else the first."""
    if not user.is_authenticated:
        return None
    own = duel.seats.filter(mage__owner=user.pk)
    return (own.filter(name=name) if name else own).first()


@dataclass(frozen=True, slots=True)
class Admission:
    """The result of asking to watch or play a duel. `viewer`: their wizard, `None` for a spectator; `why_not`: the
    refusal.
    """

    viewer: str | None = None
    why_not: Literal["no_such_duel", "logged_out"] | None = None


Asked = tuple[str, int | None, Login | None]
"""The slug of a duel, and the user who asks to be let in, with the session, or nobody."""


def admissions(asked: Collection[Asked]) -> dict[Asked, Admission]:
    """Return the admission for each request. Imported duels admit nobody, because they exist only as replays."""
    slugs = {slug for slug, _, _ in asked}
    known = set(Duel.objects.filter(slug__in=slugs, imported=False).values_list("slug", flat=True))
    ended = ended_logins({login for _, _, login in asked if login})
    seats = Seat.objects.filter(duel__slug__in=slugs, mage__owner__in={user_id for _, user_id, _ in asked if user_id})
    rows = seats.order_by("-position").values_list("duel__slug", "mage__owner", "name")
    names: dict[tuple[str, int | None], str] = {
        (slug, owner): name for slug, owner, name in rows
    }  # of several, the first
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
    """Return the path of the socket for the page of a duel: it is closed if the browser is no longer this user's."""
    return f"/ws/duel/{duel.slug}/" + (f"?user={user.pk}" if user.is_authenticated else "")


def duel_frame(duel: Duel, user: Any, name: str = "") -> Json:
    """Return the frame that the socket would send this user, with the talk but without presence.

    `name` chooses between several wizards of the user.
    """
    listener = listener_of(duel, user, name)
    draft = frames.drafts_at([duel.slug]).get((duel.slug, listener.wizard))
    whole = frames.whole(table(duel.slug), listener.wizard, draft=draft)
    return {"type": "duel", **msgspec.structs.asdict(whole), "talk": lines_for([listener])[listener]}


def listener_of(duel: Duel, user: Any, name: str = "") -> Listener:
    """Return the user, or one of their wizards, as a reader of the duel's talk."""
    seat = seat_of(duel, user, name)
    return Listener(duel.slug, seat.name if seat else None, user.pk)


def open_eyes(duel: Duel, user: Any) -> list[str]:
    """Return the viewpoints open to this user: names of wizards, `public`, `everything`."""
    if duel.is_open:
        return [*duel.seats.values_list("name", flat=True), PUBLIC, EVERYTHING]
    seat = seat_of(duel, user)
    return [seat.name] if seat else [PUBLIC]


def course(duel: Duel, user: Any, eyes: str | None = None) -> Json:
    """Return the whole duel from this viewpoint (default: the one that sees most), step by step. Raises `NotOpen`.

    `steps`: the views at the start and after each round visible from there, each with only its own round in `rounds`;
    `last`: the number of the latest of them.
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
    """Return the values that all responses about a finished duel depend on; they are the same for everybody."""
    return duel.slug, duel.changes, duel.public


def version_of_analysis(duel: Duel) -> tuple[Any, ...]:
    """Return the values that responses about a duel's analysis depend on, the latest change last; () without one."""
    fields = ("state", "done", "of", "made", "version", "moved")
    return Analysis.objects.filter(duel=duel).values_list(*fields).first() or ()


def record(duel: Duel) -> Json:
    """Return the duel record, which reveals everything; raise `NotOpen` while the duel goes on."""
    if not duel.is_open:
        raise NotOpen(_("The record is available once the duel is over."))
    return engine.dump(state_at(duel))


def record_json(duel: Duel) -> bytes:
    """Return the duel record as formatted JSON; raise `NotOpen` while the duel goes on."""
    return msgspec.json.format(msgspec.json.encode(record(duel)), indent=2)


READINGS: Mapping[str, Callable[[engine.Duel, Any, engine.Catalogue], str]] = {
    "transcript": engine.transcript,
    "show": engine.show,
    "describe": engine.describe,
}
"""The text forms of a duel. Sources: Firetop Mountain, "SHOW" and "DESCRIBE"; spellcast, "transcripts"."""


def reading(duel: Duel, user: Any, form: str, eyes: str | None = None) -> str:
    """Return the duel so far in one of `READINGS`, from this viewpoint (default: the one that sees most). Raises
    `NotOpen`.
    """
    return READINGS[form](state_at(duel), _viewer(_open(duel, user, eyes)), catalogue())


def _open(duel: Duel, user: Any, eyes: str | None) -> str:
    """Return `eyes`, or the viewpoint that sees most; raise `NotOpen` if it is closed to this user."""
    viewpoints = open_eyes(duel, user)
    if eyes and eyes not in viewpoints:
        raise NotOpen(_("You can’t view the duel as %(eyes)s while it is in progress.") % {"eyes": eyes})
    return eyes or viewpoints[-1]


def state_at(duel: Duel) -> engine.Duel:
    """Return the engine's state of a duel after the rounds played so far."""
    return engine.load(record_of(duel, duel.seats.all(), duel.rounds.filter(number__lt=duel.round)))


def roles_at(duel: Duel, user: Any) -> frozenset[Role]:
    """Return the user's roles, in general and at this duel."""
    is_seated = seat_of(duel, user) is not None
    return roles_of(user) | {Role.PARTICIPANT if is_seated else Role.SPECTATOR}
