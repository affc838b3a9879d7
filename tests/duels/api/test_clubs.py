import pytest

from duels.models import Club, ClubMessage
from duels.notifications.presence import note_here
from tests.builders import a_mage, a_user
from tests.duels.api.programs import Program, a_program
from tests.duels.clubs.clubs import a_club, members

pytestmark = pytest.mark.django_db


def test_clubs_are_listed_and_found_by_name():
    for name in ("Toads", "Newts", "Ants"):
        a_club(name)
    Club.objects.filter(name="Toads").update(hidden=True)
    program = Program()
    page = program.get("/clubs", {"limit": 1}).json()
    assert [it["name"] for it in page["items"]] == ["Ants"]
    (newts,) = program.get("/clubs", {"cursor": page["next"]}).json()["items"]
    assert (newts["slug"], newts["url"], newts["members"]) == ("newts", "/clubs/newts/", 1)
    assert [it["name"] for it in program.get("/clubs", {"q": "EWT"}).json()["items"]] == ["Newts"]


def test_a_program_joins_asks_and_leaves():
    club, program = a_club("Newts", is_open=False), a_program(username="ann")
    assert program.get("/clubs/newts").json()["mine"] is None
    assert program.post("/clubs/newts/join").json()["mine"] == "requested"
    club.memberships.filter(user=program.user).update(state="member")
    assert program.get("/clubs/newts").json()["mine"] == "member"
    assert program.post("/clubs/newts/leave").status_code == 204
    assert program.get("/clubs/newts").json()["mine"] is None
    assert Program().post("/clubs/newts/join").status_code == 401
    assert Program(program.user, "read").post("/clubs/newts/join").json()["code"] == "scope"
    assert program.post("/clubs/toads/join").status_code == 404


def test_members_are_listed_with_their_presence_for_members_only():
    program = a_program(username="ann")
    club = a_club("Newts", a_user("leader"))
    note_here("process", [club.author_id])
    (leader,) = program.get("/clubs/newts/members").json()["items"]
    assert leader == {"username": "leader", "is_bot": False, "role": "leader", "is_here": False}
    members(club, program.user)
    listed = program.get("/clubs/newts/members").json()["items"]
    assert [(it["username"], it["role"], it["is_here"]) for it in listed] == [
        ("leader", "leader", True),
        ("ann", "member", False),
    ]


def test_the_texts_of_a_hidden_club_are_left_out():
    a_club("Newts", about="Rude words.")
    Club.objects.update(hidden=True)
    shown = Program().get("/clubs/newts").json()
    assert (shown["name"], shown["about"]) == ("Hidden club", "")


def test_a_challenge_to_a_club_is_posted_and_seen_by_members():
    leader, member, stranger = a_program(), a_program(), a_program()
    for program in (leader, member, stranger):
        a_mage(owner=program.user)
    a_club("Newts", leader.user, member.user)
    terms = {"audience": "club", "club": "newts", "control": "1d", "friendly": True}
    posted = leader.post("/challenges", terms).json()
    assert (posted["club"], posted["terms"]["audience"]) == ("Newts", "club")
    assert [it["may_accept"] for it in member.get("/challenges").json()] == [True]
    assert stranger.get("/challenges").json() == []
    assert not stranger.get(f"/challenges/{posted['token']}").json()["may_accept"]
    assert "Only members" in stranger.post(f"/challenges/{posted['token']}/accept", {}).json()["detail"]
    assert stranger.post("/challenges", terms).status_code == 422


def test_a_program_founds_a_club_and_runs_it():
    leader, asking = a_program(username="ann"), a_program(username="bob")
    made = leader.post("/clubs", {"name": "Newts", "about": "We like newts.", "is_open": False})
    assert (made.status_code, made.json()["slug"], made.json()["mine"]) == (201, "newts", "leader")
    assert leader.post("/clubs", {"name": "newts"}).status_code == 422
    asking.post("/clubs/newts/join")
    assert asking.get("/clubs/newts/requests").status_code == 403
    assert [it["username"] for it in leader.get("/clubs/newts/requests").json()] == ["bob"]
    assert asking.post("/clubs/newts/members/bob", {"do": "accept"}).status_code == 403
    for action, mine in (("accept", "member"), ("appoint", "officer"), ("hand_over", "leader")):
        assert leader.post("/clubs/newts/members/bob", {"do": action}).status_code == 204
        assert asking.get("/clubs/newts").json()["mine"] == mine
    assert asking.post("/clubs/newts/members/nobody", {"do": "remove"}).status_code == 404
    assert leader.put("/clubs/newts", {"name": "Newts United"}).status_code == 422  # nothing is cleared by omission
    changed = leader.put("/clubs/newts", {"name": "Newts United", "about": "", "is_open": True}).json()
    assert (changed["name"], changed["about"], changed["is_open"]) == ("Newts United", "", True)
    assert asking.post("/clubs/newts/messages", {"text": "Welcome!"}).status_code == 204
    assert asking.post("/clubs/newts/messages", {"text": "Again!"}).status_code == 422  # one message per day
    assert ClubMessage.objects.get().text == "Welcome!"


def test_founding_and_running_need_a_token_that_may_send_messages():
    user = a_user()
    a_club("Newts", user)
    reader = Program(user, "read")
    for call in (
        reader.post("/clubs", {"name": "Toads"}),
        reader.put("/clubs/newts", {"name": "Toads"}),
        reader.post("/clubs/newts/members/ann", {"do": "remove"}),
        reader.post("/clubs/newts/messages", {"text": "Hello!"}),
    ):
        assert call.json()["code"] == "scope"
