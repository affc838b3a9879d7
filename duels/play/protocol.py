"""The frames (JSON messages) that a duel's WebSocket receives and sends.

docs/protocol.md explains them.
"""

from functools import lru_cache
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET, Struct, UnsetType

from duels.wording.refusals import Code, Refused
from wavinghands.engine import Json

LOGGED_OUT, NO_SUCH_DUEL, TOO_MANY, CANNOT_BE_SHOWN, MOVE = 4401, 4404, 4429, 4500, 4503
"""Close codes of the site's WebSockets. Of the codes below 3000, the server can send only 1000."""
COME_BACK = 1000
"""The close code after which pages reconnect by themselves."""
LARGEST_FRAME = 8192
LONGEST_PING = 100

Id = Annotated[str, msgspec.Meta(max_length=40)]
RoundNumber = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]


class ClientFrame(Struct, forbid_unknown_fields=True, frozen=True):
    """A frame from a client.

    The client chooses the `id`, and the reply repeats it.
    """

    id: Id = ""


class _Named(Struct, frozen=True):
    id: Id = ""


class Orders(ClientFrame, tag="orders", frozen=True, kw_only=True):
    round: RoundNumber
    orders: Json


class Answers(ClientFrame, tag="answers", frozen=True, kw_only=True):
    round: RoundNumber
    answers: Json


class Plan(ClientFrame, tag="plan", frozen=True, kw_only=True):
    """Conditional orders for the next rounds.

    `duels.play.plans` describes the format of `plan`.
    """

    round: RoundNumber
    plan: Json


class Forfeit(ClientFrame, tag="forfeit", frozen=True, kw_only=True):
    round: RoundNumber


class Withdraw(ClientFrame, tag="withdraw", frozen=True, kw_only=True):
    round: RoundNumber


class Draft(ClientFrame, tag="draft", frozen=True, kw_only=True):
    """The orders or answers that a player has picked but not sealed.

    The page decides which fields `draft` contains.
    """

    round: RoundNumber
    draft: Json


class Talk(ClientFrame, tag="talk", frozen=True, kw_only=True):
    """A chat message.

    If `announce` is true, the other players are also notified.
    """

    text: str
    announce: bool = False


class Guess(ClientFrame, tag="guess", frozen=True, kw_only=True):
    """A spectator's guess at the next gesture of one hand."""

    round: RoundNumber
    wizard: str
    hand: Literal["left", "right"]
    gesture: str


class Sync(ClientFrame, tag="sync", frozen=True, kw_only=True):
    pass


class Ping(ClientFrame, tag="ping", frozen=True, kw_only=True):
    """A check that the server responds.

    Every socket of the site accepts it.
    """


class DuelFrame(Struct, tag="duel", frozen=True, kw_only=True):
    """A frame with everything that one viewer may see of a duel."""

    version: int
    slug: str
    pace: int | None
    mountain: bool
    practice: bool
    counts: bool
    house: dict[str, int]
    view: Json
    request: Json | None
    ahead: Json | None = None
    entered: Json | None
    draft: Json | None
    plan: Json | None
    acting: list[str]
    waiting: list[str]
    missed: dict[str, int]
    sealed_by_time: int | None
    deadline: int | None
    reserves: dict[str, float]
    vacations: dict[str, dict[str, int]]
    now: int
    connected: list[str]
    watchers: int
    scores: dict[str, int] | None
    points: dict[str, int] | None
    ratings: dict[str, list[int]] | None
    provisional: list[str] | None
    repeated: Json | None


class _Step(Struct, frozen=True, kw_only=True):
    version: int
    view: Json
    request: Json | None
    ahead: Json | None = None
    entered: Json | None
    plan: Json | None
    acting: list[str]
    waiting: list[str]
    missed: dict[str, int]
    sealed_by_time: int | None
    deadline: int | None
    reserves: dict[str, float]
    vacations: dict[str, dict[str, int]]
    now: int


class RoundFrame(_Step, tag="round", frozen=True, kw_only=True):
    """A frame with the result of a resolved round.

    `view` contains only this round.
    """

    scores: dict[str, int] | None
    points: dict[str, int] | None
    ratings: dict[str, list[int]] | None
    provisional: list[str] | None
    repeated: Json | None


class RevealFrame(_Step, tag="reveal", frozen=True, kw_only=True):
    """A frame with the revealed gestures of a round with questions.

    Wizards must answer the questions before the round can be resolved.
    """


class WaitingFrame(Struct, tag="waiting", frozen=True, kw_only=True):
    """A frame with the wizards the duel is waiting for.

    It is sent after a wizard has submitted or taken back orders or answers.
    """

    version: int
    waiting: list[str]
    reserves: dict[str, float]


class Accepted(Struct, tag="accepted", frozen=True, kw_only=True, omit_defaults=True):
    """A frame that confirms that a client's action has been committed.

    `id` is the `id` of the client's frame. If `orders` or `answers` is null, the wizard has taken them back.
    """

    id: str
    round: int | None = None
    orders: Json | UnsetType | None = UNSET
    answers: Json | UnsetType | None = UNSET
    plan: Json | UnsetType | None = UNSET
    tally: Json | UnsetType = UNSET


class Entered(Struct, tag="entered", frozen=True, kw_only=True, omit_defaults=True):
    """A frame with orders or answers that a player has submitted through another socket.

    If `orders` or `answers` is null, the player has taken them back.
    """

    round: int
    orders: Json | UnsetType | None = UNSET
    answers: Json | UnsetType | None = UNSET
    plan: Json | UnsetType | None = UNSET


class DraftFrame(Struct, tag="draft", frozen=True, kw_only=True):
    """A frame with a draft that a player has saved through another socket.

    A draft contains picked but unsealed orders or answers.
    """

    round: int
    draft: Json | None


class RefusedFrame(Struct, tag="refused", frozen=True, kw_only=True):
    """The reply to a client's frame if the server refuses it.

    The refused frame has no effect. `id` is the `id` of that frame.
    """

    id: str
    code: Code
    why: str


class Pong(Struct, tag="pong", frozen=True, kw_only=True):
    """The reply to the ping with the same `id`."""

    id: str


class Outdated(Struct, tag="outdated", frozen=True):
    """The first frame to a page whose scripts are older or newer than the server.

    Every socket of the site may send it.
    """


class Presence(Struct, tag="presence", frozen=True, kw_only=True):
    """A frame with the people connected to the duel.

    It is sent when someone connects or disconnects.
    """

    connected: list[str]
    watchers: int


class TalkFrame(Struct, tag="talk", frozen=True, kw_only=True):
    line: Json


class LinesFrame(Struct, tag="lines", frozen=True, kw_only=True):
    """A frame with all chat messages that the viewer may see.

    They replace all messages that were sent earlier.
    """

    lines: list[Json]


class Here(NamedTuple):
    """The people connected to a duel: the wizards' names and the number of spectators."""

    wizards: tuple[str, ...] = ()
    watchers: int = 0


NOBODY = Here()

ToServer = Orders | Answers | Withdraw | Draft | Plan | Forfeit | Talk | Guess | Sync | Ping
"""Any frame from a client."""

_decoder = msgspec.json.Decoder(ToServer, strict=True)
_pings = msgspec.json.Decoder(Ping, strict=True)
_names = msgspec.json.Decoder(_Named)
_encoder = msgspec.json.Encoder()


def decode(text: str | None) -> ToServer:
    """Parse a frame from a client.

    Raise `Refused` if the frame is binary, too long or invalid.
    """
    if text is None:
        raise Refused("malformed", _("Frames must be text, not binary."))
    if len(text) > LARGEST_FRAME:
        raise Refused("oversized", _("A frame can have at most %(most)s characters."), most=LARGEST_FRAME)
    if "\\u0000" in text:
        raise Refused("malformed", _("A frame must not contain null characters."))  # PostgreSQL cannot store them
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise Refused("malformed", _("This isn’t a valid frame: %(error)s."), error=error) from error


def ping_in(text: str | None) -> Ping | None:
    """Return the ping in a client's frame, or `None` if the frame is not a ping."""
    if text is None or len(text) > LONGEST_PING or '"ping"' not in text:
        return None
    try:
        return _pings.decode(text)
    except msgspec.DecodeError:
        return None


def id_of(text: str | None) -> str:
    """Return the `id` of a refused frame, or an empty string if it cannot be read."""
    if text is None or len(text) > LARGEST_FRAME:
        return ""
    try:
        return _names.decode(text or "").id
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return ""


def encode(frame: Struct) -> str:
    return _encoder.encode(frame).decode()


def encoded(part: Any) -> msgspec.Raw:
    """Encode a part of a frame as JSON that several frames can share."""
    return msgspec.Raw(_encoder.encode(part))


encoded_once = lru_cache(maxsize=4096)(encoded)
"""Encode a part of a frame as raw JSON, and cache the result, because many frames share it.

The part must be hashable, such as the engine's `Shared`.
"""
