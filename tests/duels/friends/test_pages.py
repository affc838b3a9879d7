import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Follow, User
from accounts.services import blocking
from accounts.services.friends import follow
from duels.friends import views
from duels.notifications.presence import note_here
from duels.play.transaction import give_up
from duels.viewing.now_playing import duels_played_by
from tests.builders import a_guest, a_mage, a_user
from tests.duels.people import as_user
from tests.duels.tables import a_duel

pytestmark = pytest.mark.django_db

JSON = "application/json"


@pytest.fixture
def merlin():
    return a_user("merlin")


def a_friend(merlin, name, *, here=False, **fields):
    """Return the mage of a user whom Merlin follows. If `here` is true, the user is online."""
    mage = a_mage(name, owner=a_user(name.lower(), **fields))
    follow(user=merlin, other=mage.owner)
    if here:
        are_here(mage)
    return mage


def are_here(*mages):
    note_here(f"process of {mages[0]}", [mage.owner_id for mage in mages])


def friends_of(user, query=""):
    return as_user(user).get(f"/friends/{query}")


def names(answer):
    return [friend.user.username for friend in answer.context["friends"]]


# Following ------------------------------------------------------------------------------------------------------------


def test_the_button_on_a_user_page_follows_and_unfollows(merlin):
    client, morgana = as_user(merlin), a_user("morgana")
    a_mage("Morgana", owner=morgana)
    for page in ("/user/morgana/", "/mage/Morgana/"):
        assert 'aria-label="Follow morgana"' in client.get(page).content.decode()
        assert client.post("/friends/morgana/", {"do": "follow", "next": page}).url == page
        shown = client.get(page).content.decode()
        assert 'aria-label="Unfollow morgana"' in shown
        assert 'aria-label="Follow morgana"' not in shown
        client.post("/friends/MORGANA/", {"do": "unfollow"})
    assert not Follow.objects.exists()


def test_a_script_gets_the_new_state_or_a_reason(merlin):
    client, morgana = as_user(merlin), a_user("morgana")
    assert client.post("/friends/morgana/", {"do": "follow"}, content_type=JSON).json() == {"follows": True}
    assert client.post("/friends/morgana/", {"do": "unfollow"}, content_type=JSON).json() == {"follows": False}
    for wrong in ({}, {"do": "like"}, {"do": "follow", "by": "x"}):
        assert client.post("/friends/morgana/", wrong, content_type=JSON).status_code == 400
    blocking.block(user=morgana, other=merlin)
    refused = client.post("/friends/morgana/", {"do": "follow"}, content_type=JSON)
    assert (refused.status_code, refused.json()) == (409, {"why": "One of you has blocked the other."})
    assert client.post("/friends/nobody/", {"do": "follow"}).status_code == 404


def test_there_is_no_button_where_following_is_refused(merlin):
    a_mage("Morgana", owner=a_user("morgana"))
    visitor, guest = Client(), as_user(a_guest("Visitor").owner)
    for client in (visitor, guest, as_user(User.objects.get(username="morgana"))):
        assert "data-follow" not in client.get("/user/morgana/").content.decode()
    client = as_user(merlin)
    assert "data-follow" not in client.get("/mage/Visitor/").content.decode()
    blocking.block(user=User.objects.get(username="morgana"), other=merlin)
    assert "data-follow" not in client.get("/mage/Morgana/").content.decode()
    assert visitor.post("/friends/morgana/").url.startswith("/accounts/login/")
    assert guest.post("/friends/morgana/").url == guest.get("/friends/").url == "/keep/"


# The page of friends --------------------------------------------------------------------------------------------------


def test_friends_who_are_online_come_first(merlin):
    a_friend(merlin, "Anna")
    a_friend(merlin, "Zoe", here=True)
    a_mage("Stranger")
    answer = friends_of(merlin)
    assert names(answer) == ["zoe", "anna"]
    page = answer.content.decode()
    assert page.count(">Online<") == 1
    assert "/challenges/new/?opponent=Zoe" in page
    assert 'aria-label="Unfollow zoe"' in page


def test_a_friend_without_a_mage_that_can_be_challenged_has_no_such_button(merlin):
    follow(user=merlin, other=a_user("anna"))
    page = friends_of(merlin).content.decode()
    assert "anna" in page
    assert "opponent=" not in page


def test_an_empty_page_says_where_to_find_players(merlin):
    page = friends_of(merlin).content.decode()
    assert "Players you follow will appear here" in page
    assert 'href="/users/"' in page


def test_long_lists_have_several_pages(merlin, monkeypatch):
    monkeypatch.setattr(views, "FRIENDS_A_PAGE", 2)
    for name in ("Anna", "Bert", "Carl"):
        a_friend(merlin, name)
    assert names(friends_of(merlin)) == ["anna", "bert"]
    assert names(friends_of(merlin, "?page=2")) == ["carl"]


def test_a_public_duel_of_a_friend_can_be_watched(merlin):
    zoe = a_friend(merlin, "Zoe", here=True)
    duel = a_duel(zoe, a_mage("Yvain"))
    page = friends_of(merlin).content.decode()
    assert "Playing now: Zoe against Yvain" in page
    assert f'href="/duel/{duel.slug}/"' in page
    assert "Playing now" in Client().get("/user/zoe/").content.decode()


def test_duels_that_the_viewer_may_not_see_are_not_shown(merlin):
    own = a_mage("Merlin", owner=merlin)
    zoe, foe, shy = a_friend(merlin, "Zoe", here=True), a_mage("Foe"), a_mage("Shy", owner=a_user(seen_by="nobody"))
    blocking.block(user=foe.owner, other=merlin)
    a_duel(zoe, a_mage("Yvain"), public=False)
    a_duel(zoe, None, practice=True)
    a_duel(zoe, own)
    a_duel(zoe, foe)
    a_duel(zoe, shy)
    over = a_duel(zoe, a_mage("Ysolde"))
    give_up(duel=over, wizard="Zoe")
    assert duels_played_by([zoe.owner_id], merlin.pk) == {}
    assert "Playing now" not in friends_of(merlin).content.decode()


def test_the_duel_with_the_latest_round_is_shown():
    zoe = a_mage("Zoe")
    a_duel(zoe, a_mage())
    latest = a_duel(zoe, a_mage())
    assert duels_played_by([zoe.owner_id], None) == {zoe.owner_id: latest}


def test_the_page_takes_the_same_number_of_queries_for_many_friends(merlin):
    counts = []
    for number in range(2):
        for name in "abcde"[: 4 * number + 1]:
            friend = a_friend(merlin, f"{name} {number}", here=True)
            a_duel(friend, a_mage(f"Foe of {name} {number}"))
        client = as_user(merlin)
        with CaptureQueriesContext(connection) as queries:
            client.get("/friends/")
        counts.append(len(queries))
    assert counts[0] == counts[1]


# Presence -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seen_by", "seen"), [("everybody", "ab-"), ("followed", "a"), ("nobody", "")])
def test_every_page_shows_presence_only_to_the_chosen_viewers(merlin, seen_by, seen):
    """Zoe follows the viewer `a` but not `b`. The viewer `-` is logged out."""
    zoe = a_friend(merlin, "Zoe", here=True, seen_by=seen_by)
    a_duel(zoe, a_mage("Yvain"))
    follow(user=zoe.owner, other=merlin)
    other = a_user("other")
    follow(user=other, other=zoe.owner)
    for who, client in {"a": as_user(merlin), "b": as_user(other), "-": Client()}.items():
        page = client.get("/user/zoe/").content.decode()
        assert (">Online<" in page) == ("Playing now" in page) == ("last online" not in page) == (who in seen), who
        page = client.get("/search/?q=Zoe").content.decode()
        assert ("last online" not in page) == (who in seen), who
        home, lobby = (client.get(path).content.decode() for path in ("/", "/lobby/"))
        assert ("1 other player online" in home) == (who in seen), who
        if who != "-":
            assert ('href="/mage/Zoe/"' in lobby) == (who in seen), who
            page = client.get("/friends/").content.decode()
            assert ">zoe<" in page
            assert (">Online<" in page) == ("Playing now" in page) == (who in seen), who


def test_the_user_page_counts_followers_and_does_not_name_them(merlin):
    zoe = a_friend(merlin, "Zoe")
    page = Client().get("/user/zoe/").content.decode()
    assert "1 follower." in page
    assert "merlin" not in page
    assert 'href="/friends/"' in as_user(zoe.owner).get("/user/zoe/").content.decode()
    assert "1 player follows you." in friends_of(zoe.owner).content.decode()


# Settings -------------------------------------------------------------------------------------------------------------


def test_notifications_and_visibility_are_settings(merlin):
    client = as_user(merlin)
    page = client.get("/settings/").content.decode()
    assert "When they come online" in page
    client.post("/settings/", {"mail": "soon", "seen_by": "followed", "hears_friends_come": "on"})
    merlin.refresh_from_db()
    assert (merlin.seen_by, merlin.hears_friends_come, merlin.hears_friends_challenges) == ("followed", True, False)
    client.post("/settings/", {"mail": "soon", "hears_friends_duels": "on"})
    merlin.refresh_from_db()
    assert (merlin.seen_by, merlin.hears_friends_duels) == ("followed", True)


def test_a_guest_can_be_visible_to_everybody_or_nobody():
    guest = a_guest("Visitor").owner
    client = as_user(guest)
    page = client.get("/settings/").content.decode()
    assert "Visible to nobody" in page
    assert "players I follow" not in page
    for chosen, kept in (("nobody", "nobody"), ("followed", "nobody")):
        client.post("/settings/", {"hears_talk": "on", "seen_by": chosen})
        guest.refresh_from_db()
        assert guest.seen_by == kept
