"""Users and mages: the token's user, all users, and the results of mages."""

from datetime import datetime
from typing import Any, Literal

from django.db.models.functions import Lower
from django.http import Http404
from django.utils.translation import gettext as _
from ninja import Field, Query, Router, Schema, Status

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

ORDERS = {"name": ("folded", "pk"), "active": ("-active", "pk")}


class Me(UserOut):
    """Whose token it is, and what it opens."""

    token: str = Field(description="What the token is called.", examples=["my phone"])
    scopes: list[str] = Field(description="What it opens.", examples=[["read", "play"]])


class Users(Paged):
    """A page of users."""

    items: list[UserOut]


class OneUser(UserOut):
    """A user, and what he tells of himself."""

    about: str


class StandingOut(Schema):
    """What a mage's duels, or its melees, have come to."""

    score: int
    rating: int
    deviation: int = Field(description="How uncertain the rating is, today.")
    is_provisional: bool = Field(description="Too uncertain to be relied on.")
    wins: int
    losses: int
    draws: int
    deaths: int


class MageOut(Schema):
    """One life of a mage."""

    name: str = Field(examples=["Ambrosius"])
    life: int = Field(description="How many mages of this name there have been.")
    gender: Literal["m", "f", "n", "x"]
    about: str
    owner: str | None = Field(description="The user's name; null: a guest's.")
    is_bot: bool
    registered: datetime
    active: datetime
    retired: datetime | None
    ended: datetime | None
    end: Literal["died", "quit", ""] = Field(description="How it ended; empty: it lives.")
    duels: StandingOut
    melees: StandingOut


class MageIn(RequestSchema):
    """A new mage."""

    name: str = Field(max_length=24, examples=["Ambrosius"])
    gender: Literal["m", "f", "n", "x"] = Field("x", description="he, she, it, they")


class DuelsOfMage(Paged):
    """A page of a mage's duels."""

    items: list[DuelOut]


@router.get("/me", response=Me, auth=reader)
def me(request: UserRequest) -> dict[str, Any]:
    """Whose token this is

    The user, his mages, and what the token opens.
    """
    user, token = request.user, request.token
    return {**user_out(user, living_mages(user)), "token": token.name, "scopes": token.scopes}


@router.get("/users", response=Users)
def users(
    request: ApiRequest,
    search: str = Query("", max_length=150, description="Part of the name, or of the name of a mage."),
    sort: Literal["name", "active"] = "name",
    limit: Limit = 25,
    cursor: Cursor = "",
) -> dict[str, Any]:
    """All users

    With their living mages; guests are not listed.
    """
    found = users_listed(search=search).annotate(folded=Lower("username"))
    rows, after = page_of(found, ORDERS[sort], limit=limit, cursor=cursor)
    return {"items": [user_out(user, user.living) for user in rows], "next": after}


@router.get("/users/{str:username}", response=OneUser)
def user(request: ApiRequest, username: str) -> dict[str, Any]:
    """One user"""
    found = user_named(username)
    if found is None or found.is_guest:
        raise Http404(_("There is no user with this name."))
    return {**user_out(found, living_mages(found)), "about": found.about}


@router.post("/mages", response={201: MageOut}, auth=challenger, throttle=PageLimit("register_mage"))
def register(request: UserRequest, given: MageIn) -> Status:
    """Register a mage

    Every challenge and duel is fought by one of your mages.
    """
    return Status(201, _mage(register_mage(owner=request.user, name=given.name.strip(), gender=given.gender)))


@router.get("/mages/{str:name}", response=MageOut)
def mage(
    request: ApiRequest,
    name: str,
    life: int | None = Query(None, ge=1, le=32767, description="Which life; none: the latest."),
) -> dict[str, Any]:
    """One mage

    Its owner, and how it has fared in duels and in melees.
    """
    return _mage(_mage_or_404(name, life))


def _mage(found: Any) -> dict[str, Any]:
    same = ("name", "life", "gender", "about", "registered", "active", "retired", "ended", "end")
    known = standings.standings_of(found)
    return {
        **{field: getattr(found, field) for field in same},
        "owner": None if found.owner.is_guest else found.owner.username,
        "is_bot": found.owner.is_bot,
        "duels": _standing(known[False]),
        "melees": _standing(known[True]),
    }


@router.get("/mages/{str:name}/duels", response=DuelsOfMage)
def duels_of(
    request: ApiRequest,
    name: str,
    life: int | None = Query(None, ge=1, le=32767, description="Which life; none: the latest."),
    limit: Limit = 25,
    cursor: Cursor = "",
) -> dict[str, Any]:
    """The duels of a mage

    Those that this token's user may find, practice included, the newest first.
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
