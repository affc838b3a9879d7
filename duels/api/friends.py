"""Operations for players you follow."""

from datetime import datetime
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from ninja import Field, Query, Router, Schema

from accounts.friends import count_followers, followed_among, follows_of
from accounts.selectors import user_named
from accounts.services.friends import follow, unfollow
from duels.api.answers import DuelOut, UserOut, duel_out, user_out
from duels.api.auth import UserRequest, reader, talker
from duels.api.limits import Limit as PageLimit
from duels.api.paging import Cursor, Limit, Paged, page_of
from duels.friends.listing import friends, with_mages
from duels.notifications.presence import seen_here
from wavinghands.engine import Json

router = Router(tags=["Friends"])
CHANGES = PageLimit("friends")


class FriendOut(UserOut):
    """A player you follow."""

    followed: datetime = Field(description="When you started to follow the player.")
    is_here: bool = Field(description="Whether the player is online. False if the player hides this from you.")
    duel: DuelOut | None = Field(
        description="The public duel that the player is playing now. Null if you may not know of it."
    )


class Friends(Paged):
    """A page of the players you follow."""

    items: list[FriendOut]


class FollowOut(Schema):
    """A player, and whether you follow them."""

    username: str
    follows: bool
    followers: int = Field(description="The number of users who follow this player.")


@router.get("/friends", response=Friends, auth=reader)
def following(
    request: UserRequest,
    here: bool = Query(False, description="Whether to list only players who are online."),
    limit: Limit = 25,
    cursor: Cursor = "",
) -> Json:
    """List the players whom you follow

    Starts with the player you followed most recently. Includes whether each player is online, and what they are
    playing.
    """
    present = seen_here(request.user.pk)
    found = with_mages(follows_of(request.user))
    rows, after = page_of(
        found.filter(followed__in=present) if here else found, ("-since", "-pk"), limit=limit, cursor=cursor
    )
    items = [
        {
            **user_out(friend.user, friend.mages),
            "followed": friend.since,
            "is_here": friend.is_here,
            "duel": friend.duel and duel_out(friend.duel),
        }
        for friend in friends(rows, present)
    ]
    return {"items": items, "next": after}


@router.get("/friends/{str:username}", response=FollowOut, auth=reader)
def followed(request: UserRequest, username: str) -> Json:
    """Check whether you follow a player"""
    return _state(request, _player_or_404(username))


@router.put("/friends/{str:username}", response=FollowOut, auth=talker, throttle=CHANGES)
def start(request: UserRequest, username: str) -> Json:
    """Follow a player

    Following a player again has no effect.
    """
    player = _player_or_404(username)
    follow(user=request.user, other=player)
    return _state(request, player)


@router.delete("/friends/{str:username}", response=FollowOut, auth=talker, throttle=CHANGES)
def stop(request: UserRequest, username: str) -> Json:
    """Stop following a player

    This has no effect if you do not follow the player.
    """
    player = _player_or_404(username)
    unfollow(user=request.user, other=player)
    return _state(request, player)


def _player_or_404(username: str) -> Any:
    found = user_named(username)
    if found is None or found.is_guest or found.ended:
        raise Http404(_("There is no user with this name."))
    return found


def _state(request: UserRequest, player: Any) -> Json:
    follows = player.pk in followed_among(request.user.pk, [player.pk])
    return {"username": player.username, "follows": follows, "followers": count_followers(player.pk)}
