"""The WebSocket frames with the lobby's lists.

docs/protocol.md describes them.
"""

from collections import defaultdict
from collections.abc import Collection

import orjson
from django.utils import translation

from duels.challenges.lobby import lists_for, people_for
from duels.challenges.matchmaking import seeking

People = tuple[tuple[int, str], ...]
"""The primary keys and names of all users in the lobby."""
Asked = tuple[int, str, People]
"""The primary key of a user, their language, and the people in the lobby."""


def lobby_frames(asked: Collection[Asked]) -> dict[Asked, str]:
    """Return the lobby's lists for each of these users, as JSON.

    Lists that several users share are encoded only once.
    """
    users = defaultdict[tuple[str, People], set[int]](set)
    for user, language, people in asked:
        users[language, people].add(user)
    texts = {key: _frames_for(who, *key) for key, who in users.items()}
    return {(user, language, people): texts[language, people][user] for user, language, people in asked}


def _frames_for(users: Collection[int], language: str, people: People) -> dict[int, str]:
    with translation.override(language):
        lists, who, waiting = lists_for(users), people_for(users, dict(people)), seeking()
        distinct = {(id(lists[user]), id(who[user])): user for user in users}
        texts = {
            key: orjson.dumps({"type": "lobby", "challenges": lists[user], **who[user], "seeking": waiting}).decode()
            for key, user in distinct.items()
        }
    return {user: texts[id(lists[user]), id(who[user])] for user in users}
