"""The operation that turns an account into a bot account."""

from ninja import Router, Schema

from duels.api.auth import UserRequest, player
from duels.ladder.bots import become_bot

router = Router(tags=["Bots"])


class BotOut(Schema):
    """An account, and whether it is a bot account."""

    username: str
    is_bot: bool


@router.post("/bot", auth=player, response=BotOut)
def become(request: UserRequest) -> dict[str, object]:
    """Turn this account into a bot account

    This is possible only before the account's first finished duel, and cannot be undone.
    """
    become_bot(user=request.user)
    return {"username": request.user.username, "is_bot": True}
