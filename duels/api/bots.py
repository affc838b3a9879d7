"""Accounts of bots."""

from ninja import Router, Schema

from duels.api.auth import UserRequest, player
from duels.ladder.bots import become_bot

router = Router(tags=["bots"])


class BotOut(Schema):
    """An account, and whether it is a bot's."""

    username: str
    is_bot: bool


@router.post("/bot", auth=player, response=BotOut)
def become(request: UserRequest) -> dict[str, object]:
    """Make this account a bot's, before it has fought a duel to its end. There is no way back."""
    become_bot(user=request.user)
    return {"username": request.user.username, "is_bot": True}
