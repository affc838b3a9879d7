"""Schemas for the lines of streams.

A line is an event for a user, a frame from a duel's WebSocket, or a duel record.
"""

from typing import Literal

import msgspec
from ninja import Field, Schema
from pydantic.json_schema import models_json_schema

from duels.api.answers import ResultOut
from duels.play import protocol
from wavinghands.engine import Json

MEDIA_TYPE = "application/x-ndjson"
TEMPLATE = "#/components/schemas/"


class EventOut(Schema):
    """The base class of events. To continue a stream after an event, send its `id` as Last-Event-ID."""

    id: str = Field(examples=["1790000120000"])


class ChallengeEvent(EventOut):
    """Sent when one of your mages has been challenged by name."""

    type: Literal["challenge"]
    token: str
    challenger: str
    book: str
    control: str | None
    friendly: bool
    named: list[str] = Field(description="The names of mages that have been challenged and have not responded yet.")
    url: str


class ChallengeGone(EventOut):
    """Sent when a challenge from an earlier event is no longer open to you."""

    type: Literal["challenge_gone"]
    token: str
    state: str = Field(description="The new status of the challenge.", examples=["accepted"])


class DuelBegins(EventOut):
    """Sent when one of your duels has begun."""

    type: Literal["duel_begins"]
    slug: str
    wizard: str
    url: str
    book: str
    control: str | None
    practice: bool


class DuelWaits(EventOut):
    """Sent when a duel is waiting for your orders or answers."""

    type: Literal["duel_waits"]
    slug: str
    wizard: str
    round: int
    asking: bool = Field(description="Whether the duel is waiting for your answers instead of your orders.")


class DuelEnds(EventOut):
    """Sent when one of your duels is over."""

    type: Literal["duel_ends"]
    slug: str
    wizard: str
    url: str
    result: ResultOut


EVENTS = (ChallengeEvent, ChallengeGone, DuelBegins, DuelWaits, DuelEnds)
FRAMES = (
    protocol.DuelFrame,
    protocol.RoundFrame,
    protocol.RevealFrame,
    protocol.WaitingFrame,
    protocol.Entered,
    protocol.DraftFrame,
    protocol.Presence,
    protocol.TalkFrame,
    protocol.LinesFrame,
)
"""The frames that a stream can send. Replies to frames are left out, because clients cannot send frames to a stream."""


RECORD: Json = {
    "type": "object",
    "description": "A duel record (docs/protocol.md), with the duel's slug as `duel`, and `ended`.",
    "required": ["duel", "ended"],
    "properties": {"duel": {"type": "string"}, "ended": {"type": "string", "format": "date-time"}},
}


def lines_of(shape: str) -> Json:
    """Return the OpenAPI description of a response that streams lines.

    Each line has the schema named `shape`.
    """
    content = {MEDIA_TYPE: {"schema": {"$ref": f"{TEMPLATE}{shape}"}}}
    return {
        "responses": {
            200: {"description": "Each line is empty or contains an object of this type.", "content": content}
        }
    }


def shapes() -> Json:
    """Return the schemas for the lines of streams, by name."""
    _, models = models_json_schema([(event, "serialization") for event in EVENTS], ref_template=TEMPLATE + "{model}")
    _types, frames = msgspec.json.schema_components(FRAMES, ref_template=TEMPLATE + "{name}")
    events = {name: it for name, it in models["$defs"].items() if name != ResultOut.__name__}
    return {
        **events,
        **frames,
        "EventLine": _any_of("An event.", [it.__name__ for it in EVENTS]),
        "RecordLine": RECORD,
        "DuelLine": _any_of("A frame of a duel’s socket (docs/protocol.md).", [it.__name__ for it in FRAMES]),
    }


def _any_of(about: str, names: list[str]) -> Json:
    return {"description": about, "anyOf": [{"$ref": TEMPLATE + name} for name in names]}
