"""Schemas that many responses share.

Times are in ISO 8601 format with a time zone.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Literal

from ninja import Field, Schema
from pydantic import BeforeValidator

from accounts.friends import shown_activity
from duels.wording.time_controls import CONTROLS_BY_CODE, code_of
from wavinghands.engine import Json

if TYPE_CHECKING:
    from accounts.models import Mage, User
    from duels.models import Duel, Seat

CONTROLS = {
    code: f"{control['pace']} s per round" + f" and {control['reserve']} s in reserve" * bool(control["reserve"])
    for code, control in CONTROLS_BY_CODE.items()
}
"""An explanation of each time control, by code."""
CONTROL = "The time control: " + "; ".join(f"`{code}`: {explained}" for code, explained in CONTROLS.items())
Text = Annotated[str, BeforeValidator(str)]
"""A lazy translation that becomes a string when the response is built."""


class UserOut(Schema):
    """A user's public profile."""

    username: str = Field(examples=["merlin"])
    is_bot: bool = Field(description="Whether a program plays for this account.")
    since: datetime = Field(description="When the account was created.")
    active: datetime = Field(
        description="The time of the user's latest orders, challenge, or response to a challenge. Only the day, at "
        "midnight UTC, if the user does not show everyone when they are online."
    )
    mages: list[str] = Field(description="The names of the user's living mages.", examples=[["Ambrosius"]])


class WizardOut(Schema):
    """A wizard in a duel."""

    name: str = Field(examples=["Ambrosius"])
    gender: Literal["m", "f", "n", "x"] = Field(description="`m`: male, `f`: female, `n`: neuter, `x`: other.")
    team: int | None = Field(description="The number of the wizard's team. Null if the wizard has no team.")
    house: int | None = Field(
        description="The level of a computer player, from 1 to 5. Null if the wizard is not a computer player."
    )


class ResultOut(Schema):
    """The result of a duel, in the format of duel records."""

    outcome: Literal["victory", "draw"]
    winners: list[str]
    killed: list[str]
    surrendered: list[str]


class DuelOut(Schema):
    """A duel in a list."""

    slug: str = Field(examples=["q3Zk1xY_a2M"])
    url: str = Field(description="The path of the duel's page.", examples=["/replay/q3Zk1xY_a2M/"])
    book: str = Field(examples=["classic"])
    options: Json = Field(description="The rule options that differ from those of the spell book.")
    melee: bool
    counts: bool = Field(description="Whether the duel changes the scores of its mages.")
    practice: bool
    public: bool = Field(description="Whether the duel is listed. An unlisted duel can be opened only by its address.")
    control: str | None = Field(description=f"{CONTROL}. Null if the duel has no clock or a custom one.")
    round: int = Field(description="The number of the current round or, in a finished duel, of the last round.")
    started: datetime
    ended: datetime | None
    ending: str = Field(
        description="How the duel ended, in one word. Empty while the duel is running.", examples=["surrender"]
    )
    result: ResultOut | None
    wizards: list[WizardOut]
    links: dict[str, str] = Field(
        description="For a finished duel, a `picture` of the last round and, if the duel is public, a page to `embed`.",
        examples=[{"picture": "/replay/q3Zk1xY_a2M/12.svg", "embed": "/embed/q3Zk1xY_a2M/"}],
    )


def user_out(user: "User", mages: "Iterable[Mage]") -> Json:
    """Return the public profile of a user, with the names of `mages`."""
    return {
        "username": user.username,
        "is_bot": user.is_bot,
        "since": user.date_joined,
        "active": shown_activity(user, user.active),
        "mages": [mage.name for mage in mages],
    }


def duel_out(duel: "Duel") -> Json:
    """Return a duel in the format of `DuelOut`.

    To avoid one query per duel, prefetch the seats before you call this for several duels.
    """
    same = ("slug", "book", "options", "melee", "counts", "practice", "public", "started", "ended")
    return {
        **{field: getattr(duel, field) for field in (*same, "ending")},
        "control": code_of(duel.pace, duel.reserve, duel.mountain),
        "url": f"/{'replay' if duel.is_open else 'duel'}/{duel.slug}/",
        "round": duel.round - 1 if duel.ended else duel.round,
        "result": duel.result,
        "wizards": wizards_out(list(duel.seats.all())),
        "links": _links(duel),
    }


def _links(duel: "Duel") -> dict[str, str]:
    if not duel.is_open:
        return {}
    picture = {"picture": f"/replay/{duel.slug}/{duel.round - 1}.svg"}
    return {**picture, "embed": f"/embed/{duel.slug}/"} if duel.public else picture


def wizards_out(seats: "Sequence[Seat]") -> list[Json]:
    """Return the wizards in these seats, in the format of `WizardOut`."""
    return [{"name": it.name, "gender": it.gender, "team": it.team, "house": it.level} for it in seats]
