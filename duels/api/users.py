"""Operations for your own profile, other users, and mages and their results."""

from datetime import datetime
from typing import Any, Literal

from django.db.models.functions import Lower
from django.http import Http404
from django.templatetags.static import static
from django.utils.translation import gettext as _
from ninja import Field, Query, Router, Schema, Status

from accounts.friends import SHOWN_ACTIVE, shown_activity
from accounts.selectors import lives_named, living_mages, user_named, users_listed
from accounts.services.mages import register_mage
from duels.api.answers import DuelOut, UserOut, duel_out, user_out
from duels.api.auth import ApiRequest, UserRequest, challenger, reader
from duels.api.limits import Limit as PageLimit
from duels.api.paging import Cursor, Limit, Paged, page_of
from duels.api.requests import RequestSchema
from duels.ladder import standings
from duels.wording.duel_lists import duels_of_mage

router = Router(tags=["Users and mages"])

ORDERS = {"name": ("folded", "pk"), "active": ("-shown", "pk")}


class Me(UserOut):
    """Your profile, and the name and scopes of your token."""

    token: str = Field(description="The name of your token.", examples=["my phone"])
    scopes: list[str] = Field(description="The scopes of your token.", examples=[["read", "play"]])


class Users(Paged):
    """A page of users."""

    items: list[UserOut]


class OneUser(UserOut):
    """A user and their profile."""

    about: str = Field(description="The user's description of themselves.")
    author: str = Field(description="The author of a bot. Empty for people, and if the bot does not name its author.")
    avatar: str = Field(
        description="The address of the user's picture. Empty if they have not chosen one.",
        examples=["/static/portraits/nyx.svg"],
    )
    country: str = Field(description="An ISO 3166-1 alpha-2 code. Empty if the user shows no country.", examples=["DE"])


class StandingOut(Schema):
    """A mage's results in duels or in melees."""

    score: int
    rating: int
    deviation: int = Field(description="The current deviation (uncertainty) of the rating.")
    is_provisional: bool = Field(description="Whether the rating is still uncertain.")
    wins: int
    losses: int
    draws: int
    deaths: int


class MageOut(Schema):
    """A mage. If a dead mage's name is registered again, the new life is a separate mage."""

    name: str = Field(examples=["Ambrosius"])
    life: int = Field(description="The number of this life among all lives with this name.")
    gender: Literal["m", "f", "n", "x"]
    about: str
    owner: str | None = Field(description="The username of the owner. Null if the owner is a guest.")
    is_bot: bool
    registered: datetime
    active: datetime
    retired: datetime | None
    ended: datetime | None
    end: Literal["died", "quit", ""] = Field(description="How the life ended. Empty while the mage is alive.")
    duels: StandingOut
    melees: StandingOut


class MageIn(RequestSchema):
    """The name and gender of a new mage."""

    name: str = Field(max_length=24, examples=["Ambrosius"])
    gender: Literal["m", "f", "n", "x"] = Field("x", description="`m`: male, `f`: female, `n`: neuter, `x`: other.")


class DuelsOfMage(Paged):
    """A page of a mage's duels."""

    items: list[DuelOut]


@router.get("/me", response=Me, auth=reader)
def me(request: UserRequest) -> dict[str, Any]:
    """Get your profile

    Includes your mages, and the name and scopes of your token.
    """
    user, token = request.user, request.token
    return {**user_out(user, living_mages(user)), "token": token.name, "scopes": token.scopes}


@router.get("/users", response=Users)
def users(
    request: ApiRequest,
    search: str = Query("", max_length=150, description="A part of the username or of a mage's name."),
    sort: Literal["name", "active"] = "name",
    limit: Limit = 25,
    cursor: Cursor = "",
) -> dict[str, Any]:
    """List all users

    Includes each user's living mages. Guests are not listed.
    """
    found = users_listed(search=search).annotate(folded=Lower("username"), shown=SHOWN_ACTIVE)
    rows, after = page_of(found, ORDERS[sort], limit=limit, cursor=cursor)
    return {"items": [user_out(user, user.living) for user in rows], "next": after}


@router.get("/users/{str:username}", response=OneUser)
def user(request: ApiRequest, username: str) -> dict[str, Any]:
    """Get a user"""
    found = user_named(username)
    if found is None or found.is_guest:
        raise Http404(_("There is no user with this name."))
    picture = static(found.portrait) if found.portrait else ""
    profile = {"about": found.about, "avatar": picture, "country": found.country, "author": found.author}
    return {**user_out(found, living_mages(found)), **profile}


@router.post("/mages", response={201: MageOut}, auth=challenger, throttle=PageLimit("register_mage"))
def register(request: UserRequest, given: MageIn) -> Status:
    """Register a mage

    You need a mage to take part in challenges and duels.
    """
    return Status(201, _mage(register_mage(owner=request.user, name=given.name.strip(), gender=given.gender)))


@router.get("/mages/{str:name}", response=MageOut)
def mage(
    request: ApiRequest,
    name: str,
    life: int | None = Query(
        None, ge=1, le=32767, description="The number of the life. By default, the latest life is used."
    ),
) -> dict[str, Any]:
    """Get a mage

    Includes the mage's owner, and the mage's results in duels and melees.
    """
    return _mage(_mage_or_404(name, life))


def _mage(found: Any) -> dict[str, Any]:
    same = ("name", "life", "gender", "about", "registered", "retired", "ended", "end")
    known = standings.standings_of(found)
    return {
        **{field: getattr(found, field) for field in same},
        "active": shown_activity(found.owner, found.active),
        "owner": None if found.owner.is_guest else found.owner.username,
        "is_bot": found.owner.is_bot,
        "duels": _standing(known[False]),
        "melees": _standing(known[True]),
    }


@router.get("/mages/{str:name}/duels", response=DuelsOfMage)
def duels_of(
    request: ApiRequest,
    name: str,
    life: int | None = Query(
        None, ge=1, le=32767, description="The number of the life. By default, the latest life is used."
    ),
    limit: Limit = 25,
    cursor: Cursor = "",
) -> dict[str, Any]:
    """List the duels of a mage

    Returns public duels and those you play in, newest first, including practice duels.
    """
    found = duels_of_mage(_mage_or_404(name, life), request.user)
    rows, after = page_of(found, ("-started", "-pk"), limit=limit, cursor=cursor)
    return {"items": [duel_out(duel) for duel in rows], "next": after}


def _mage_or_404(name: str, life: int | None) -> Any:
    found = next((mage for mage in lives_named(name) if life in (None, mage.life)), None)
    if found is None:
        raise Http404(_("There is no mage with this name."))
    return found


def _standing(standing: Any) -> dict[str, Any]:
    shown = standings.shown(standing)
    return {field: getattr(shown, field) for field in StandingOut.model_fields}
