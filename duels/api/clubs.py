"""Operations for clubs."""

from datetime import date, datetime
from typing import Any, Literal

from django.http import Http404
from django.utils.translation import gettext as _
from ninja import Field, Query, Router, Schema, Status

from accounts.permissions import Forbidden
from accounts.selectors import user_named
from duels.api.auth import ApiRequest, UserRequest, reader, talker
from duels.api.limits import Limit as PageLimit
from duels.api.paging import Cursor, Limit, Paged, page_of
from duels.api.requests import RequestSchema
from duels.clubs import running
from duels.clubs.finding import club_or_404
from duels.clubs.joining import join, leave
from duels.clubs.listing import clubs_found, clubs_with_size, member_rows, requests, rows
from duels.clubs.membership import membership_of, memberships
from duels.notifications.presence import seen_here
from wavinghands.engine import Json

router = Router(tags=["Clubs"])
CHANGES = PageLimit("club")


class ClubOut(Schema):
    """A club."""

    slug: str
    url: str
    name: str
    about: str
    is_open: bool = Field(description="Whether anyone may join. Otherwise, an officer decides on each request.")
    founded: datetime
    members: int
    active: date | None = Field(description="The day on which a member last played.")


class ClubWithMine(ClubOut):
    """A club, and your role in it."""

    mine: Literal["leader", "officer", "member", "requested", "removed"] | None = Field(
        description="`requested`: you have asked to join. `removed`: you were removed, or your request was declined. "
        "It is also `removed` after you have withdrawn a request. Null if you have no place in the club."
    )


class Clubs(Paged):
    """A page of clubs."""

    items: list[ClubOut]


class ClubMemberOut(Schema):
    """A member of a club."""

    username: str
    is_bot: bool
    role: Literal["leader", "officer", "member"]
    is_here: bool = Field(
        description="Whether the member is online. False if you are not a member, or if the member hides this from you."
    )


class ClubMembers(Paged):
    """A page of the members of a club."""

    items: list[ClubMemberOut]


class ClubIn(RequestSchema):
    """The name, description and admission policy of a new club."""

    name: str = Field(min_length=1, max_length=running.LONGEST_NAME)
    about: str = Field("", max_length=running.LONGEST_ABOUT)
    is_open: bool = Field(True, description="Whether anyone may join.")


class ClubChangeIn(RequestSchema):
    """The new name, description and admission policy of a club. All three are required."""

    name: str = Field(min_length=1, max_length=running.LONGEST_NAME)
    about: str = Field(max_length=running.LONGEST_ABOUT)
    is_open: bool = Field(description="Whether anyone may join.")


class ClubRequestOut(Schema):
    """A user who has asked to join a club."""

    username: str
    is_bot: bool
    since: datetime


class ClubMemberIn(RequestSchema):
    """An action on a member, or on a user who has asked to join."""

    do: Literal["accept", "decline", "remove", "appoint", "dismiss", "hand_over"] = Field(
        description="`appoint` and `dismiss` make a member an officer and back. `hand_over` makes them the leader."
    )


class ClubMessageIn(RequestSchema):
    """A message to all members."""

    text: str = Field(min_length=1, max_length=running.LONGEST_MESSAGE)


@router.get("/clubs", response=Clubs)
def clubs(
    request: ApiRequest,
    q: str = Query("", max_length=40, description="A part of the name."),
    limit: Limit = 25,
    cursor: Cursor = "",
) -> Json:
    """List clubs by name"""
    found, after = page_of(clubs_found(q), ("folded", "pk"), limit=limit, cursor=cursor)
    return {"items": [_out(it) for it in found], "next": after}


@router.post("/clubs", auth=talker, response={201: ClubWithMine}, throttle=CHANGES)
def found(request: UserRequest, given: ClubIn) -> Status[Json]:
    """Found a club

    You become its leader.
    """
    made = running.found_club(founder=request.user, **given.model_dump())
    return Status(201, _whole(request, made.slug))


@router.get("/clubs/{slug:slug}", response=ClubWithMine)
def club(request: ApiRequest, slug: str) -> Json:
    """Get a club

    With a token, includes your role in the club.
    """
    return _whole(request, slug)


@router.put("/clubs/{slug:slug}", auth=talker, response=ClubWithMine, throttle=CHANGES)
def edit(request: UserRequest, slug: str, given: ClubChangeIn) -> Json:
    """Change the name, description and admission policy of a club

    You must be an officer of the club.
    """
    running.edit_club(slug=club_or_404(slug).slug, officer=request.user, **given.model_dump())
    return _whole(request, slug)


@router.get("/clubs/{slug:slug}/requests", auth=reader, response=list[ClubRequestOut])
def waiting(request: UserRequest, slug: str) -> list[Json]:
    """List the requests to join a club, oldest first

    You must be an officer of the club.
    """
    found = club_or_404(slug)
    own = membership_of(found, request.user.pk)
    if own is None or not own.is_officer:
        raise Forbidden(_("Only officers of the club can do that."), code="forbidden")
    asked = requests(found, request.user.pk)
    return [{"username": it.user.username, "is_bot": it.user.is_bot, "since": it.since} for it in asked]


@router.post("/clubs/{slug:slug}/members/{str:username}", auth=talker, response={204: None}, throttle=CHANGES)
def change_member(request: UserRequest, slug: str, username: str, given: ClubMemberIn) -> Status[None]:
    """Accept or decline a request to join, or change or end a membership

    Officers may accept and decline requests, and remove members. All other actions, including the removal of officers,
    are reserved for the leader.
    """
    club_or_404(slug)
    user = user_named(username)
    if user is None:
        raise Http404(_("There is no user with this name."))
    running.ACTIONS[given.do](slug=slug, officer=request.user, user=user)
    return Status(204, None)


@router.post("/clubs/{slug:slug}/messages", auth=talker, response={204: None}, throttle=CHANGES)
def write(request: UserRequest, slug: str, given: ClubMessageIn) -> Status[None]:
    """Write to all members of a club

    You must be an officer of the club. A club can send one message per day.
    """
    running.write_to_members(slug=club_or_404(slug).slug, author=request.user, text=given.text)
    return Status(204, None)


@router.get("/clubs/{slug:slug}/members", response=ClubMembers)
def members(request: ApiRequest, slug: str, limit: Limit = 25, cursor: Cursor = "") -> Json:
    """List the members of a club

    Members are listed in the order in which they joined.
    """
    found = club_or_404(slug)
    own = membership_of(found, request.user.pk)
    here = seen_here(request.user.pk) if own and own.is_member else set()
    listed, after = page_of(memberships(found).select_related("user"), ("since", "pk"), limit=limit, cursor=cursor)
    same = ("username", "is_bot", "role", "is_here")
    items = [{field: getattr(it, field) for field in same} for it in member_rows(listed, here, None)]
    return {"items": items, "next": after}


@router.post("/clubs/{slug:slug}/join", auth=talker, response=ClubWithMine, throttle=CHANGES)
def enter(request: UserRequest, slug: str) -> Json:
    """Join a club, or ask to join it

    If `mine` in the response is `requested`, an officer decides. Joining again has no effect.
    """
    join(slug=club_or_404(slug).slug, user=request.user)
    return _whole(request, slug)


@router.post("/clubs/{slug:slug}/leave", auth=talker, response={204: None}, throttle=CHANGES)
def withdraw(request: UserRequest, slug: str) -> Status[None]:
    """Leave a club, or withdraw your request to join it

    If you were the leader of the club, another member takes over. A club without members is closed.
    """
    leave(slug=club_or_404(slug).slug, user_id=request.user.pk)
    return Status(204, None)


def _whole(request: ApiRequest, slug: str) -> Json:
    found = clubs_with_size().filter(slug=slug).first()
    if found is None:
        raise Http404(_("There is no such club."))
    own = membership_of(found, request.user.pk)
    return {**_out(found), "mine": own and (own.role if own.is_member else own.state)}


def _out(found: Any) -> Json:
    (row,) = rows([found])
    same = ("slug", "is_open", "founded")
    return {
        **{field: getattr(found, field) for field in same},
        "url": f"/clubs/{found.slug}/",
        "name": found.shown_name,
        "about": "" if found.hidden else found.about,
        "members": row.size,
        "active": row.active and row.active.iso,
    }
