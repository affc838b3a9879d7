from datetime import UTC, datetime

import pytest

from accounts.models import Mage, User
from accounts.services import blocking
from accounts.services.friends import follow
from accounts.services.preferences import change_username
from duels.ladder.retirement import quit_account
from duels.notifications.presence import note_here
from tests.builders import a_guest, a_mage, a_user
from tests.duels.api.programs import Program, a_program
from tests.duels.tables import a_duel

pytestmark = pytest.mark.django_db


@pytest.fixture
def zoe():
    return a_mage("Zoe", owner=a_user("zoe"))


def listed(program, **given):
    return program.get("/friends", given).json()["items"]


def names(program, **given):
    return [friend["username"] for friend in listed(program, **given)]


def test_a_player_is_followed_and_unfollowed(zoe):
    program = a_program()
    assert program.get("/friends/ZOE").json() == {"username": "zoe", "follows": False, "followers": 0}
    for _ in range(2):
        assert program.put("/friends/zoe").json() == {"username": "zoe", "follows": True, "followers": 1}
    assert program.get("/friends/zoe").json()["follows"]
    for _ in range(2):
        assert program.delete("/friends/zoe").json() == {"username": "zoe", "follows": False, "followers": 0}


def test_refusals_change_nothing(zoe):
    program = a_program(username="merlin")
    for name in ("nobody", a_guest().owner.username):
        assert program.put(f"/friends/{name}").status_code == 404
    assert program.put("/friends/merlin").status_code == 422
    assert Program(program.user, "read").put("/friends/zoe").json()["code"] == "scope"
    assert Program().get("/friends").status_code == 401
    blocking.block(user=zoe.owner, other=program.user)
    assert program.put("/friends/zoe").status_code == 403
    assert listed(program) == []


def test_friends_are_listed_with_presence_and_duel(zoe):
    program = a_program()
    for mage in (zoe, a_mage("Anna", owner=a_user("anna"))):
        follow(user=program.user, other=mage.owner)
    note_here("a process", [zoe.owner_id])
    duel = a_duel(zoe, a_mage("Yvain"))
    anna, shown = listed(program)
    assert (anna["username"], anna["is_here"], anna["duel"]) == ("anna", False, None)
    assert (shown["mages"], shown["is_here"], shown["duel"]["slug"]) == (["Zoe"], True, duel.slug)
    assert names(program, here=True) == ["zoe"]
    first = program.get("/friends", {"limit": 1}).json()
    assert [it["username"] for it in program.get("/friends", {"cursor": first["next"]}).json()["items"]] == ["zoe"]


def test_a_hidden_friend_seems_to_be_away(zoe):
    program = a_program()
    follow(user=program.user, other=zoe.owner)
    note_here("a process", [zoe.owner_id])
    a_duel(zoe, a_mage("Yvain"))
    User.objects.filter(pk=zoe.owner_id).update(seen_by="followed")
    [friend] = listed(program)
    assert (friend["is_here"], friend["duel"]) == (False, None)
    assert listed(program, here=True) == []
    follow(user=zoe.owner, other=program.user)
    assert listed(program)[0]["is_here"]


def test_the_time_of_a_hidden_users_activity_is_only_the_day(zoe):
    moments = [datetime(2026, 11, 27, hour, 5, tzinfo=UTC) for hour in (1, 12, 23)]
    for moment, owner in zip(moments, (a_user("early"), zoe.owner, a_user("late")), strict=True):
        User.objects.filter(pk=owner.pk).update(active=moment)
    Mage.objects.filter(pk=zoe.pk).update(active=moments[1])
    User.objects.filter(pk=zoe.owner_id).update(seen_by="nobody")
    program = Program()
    for path in ("/users/zoe", "/mages/Zoe"):
        assert program.get(path).json()["active"] == "2026-11-27T00:00:00Z"
    assert program.get("/users/late").json()["active"] == "2026-11-27T23:05:00Z"
    seen, cursor = [], ""
    while cursor is not None:
        page = program.get("/users", {"sort": "active", "limit": 1, "cursor": cursor}).json()
        seen += [user["username"] for user in page["items"]]
        cursor = page["next"]
    assert seen == ["late", "early", "zoe"]


def test_new_names_and_closed_accounts_are_followed_up(zoe):
    program = a_program()
    follow(user=program.user, other=zoe.owner)
    change_username(user=zoe.owner, username="zora")
    assert names(program) == ["zora"]
    assert program.get("/friends/zoe").status_code == 404
    quit_account(user=zoe.owner)
    assert listed(program) == []
    for call in (program.get, program.put, program.delete):
        assert call("/friends/zora").status_code == 404
