"""Schemas that many responses share. Times are ISO 8601 with their zone."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal

from ninja import Field, Schema
from pydantic import BeforeValidator

from duels.wording.time_controls import CONTROLS_BY_CODE, code_of

if TYPE_CHECKING:
    from accounts.models import Mage, User
    from duels.models import Duel, Seat

Json = dict[str, Any]

CONTROLS = {
    code: f"{control['pace']} s per round" + f" and {control['reserve']} s in reserve" * bool(control["reserve"])
    for code, control in CONTROLS_BY_CODE.items()
}
"""The codes of time controls, explained."""
CONTROL = "The time control: " + "; ".join(f"`{code}`: {explained}" for code, explained in CONTROLS.items())
Text = Annotated[str, BeforeValidator(str)]
"""A lazy text, translated when the response is made."""


class UserOut(Schema):
    """A user, as all may see him."""

    username: str = Field(examples=["merlin"])
    is_bot: bool = Field(description="A program plays for this account.")
    since: datetime = Field(description="When the account was made.")
    active: datetime = Field(description="The last order, challenge or answer to one.")
    mages: list[str] = Field(description="The names of the mages that live.", examples=[["Ambrosius"]])


class WizardOut(Schema):
    """A wizard of a duel."""

    name: str = Field(examples=["Ambrosius"])
    gender: Literal["m", "f", "n", "x"] = Field(description="he, she, it, they")
    team: int | None = Field(description="null: he stands alone.")
    house: int | None = Field(description="How strong the house plays here, 1 to 5; null: it does not.")


class ResultOut(Schema):
    """What a duel came to, as records have it."""

    outcome: Literal["victory", "draw"]
    winners: list[str]
    killed: list[str]
    surrendered: list[str]


class DuelOut(Schema):
    """A duel as lists show it."""

    slug: str = Field(examples=["q3Zk1xY_a2M"])
    url: str = Field(description="Its page.", examples=["/replay/q3Zk1xY_a2M/"])
    book: str = Field(examples=["classic"])
    options: Json = Field(description="Rule options in which it differs from the book.")
    melee: bool
    counts: bool = Field(description="Changes the scores of its mages.")
    practice: bool
    public: bool = Field(description="Listed and found; else for who has the address.")
    control: str | None = Field(description=f"{CONTROL}; null: none, or another.")
    round: int = Field(description="The round for which orders are taken; of a duel that is over, its last.")
    started: datetime
    ended: datetime | None
    ending: str = Field(description="How it ended, in a word; empty while it goes on.", examples=["surrender"])
    result: ResultOut | None
    wizards: list[WizardOut]
    links: dict[str, str] = Field(
        description="Of a duel that is over: its last round as a `picture`, and, if it is public, what others `embed`.",
        examples=[{"picture": "/replay/q3Zk1xY_a2M/12.svg", "embed": "/embed/q3Zk1xY_a2M/"}],
    )


def user_out(user: "User", mages: "Iterable[Mage]") -> Json:
    """A user, with these mages of his."""
    return {
        "username": user.username,
        "is_bot": user.is_bot,
        "since": user.date_joined,
        "active": user.active,
        "mages": [mage.name for mage in mages],
    }


def duel_out(duel: "Duel") -> Json:
    """A duel whose seats were fetched with it."""
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
    """The wizards of a duel."""
    return [{"name": it.name, "gender": it.gender, "team": it.team, "house": it.level} for it in seats]
