import pytest
from django.test import Client

from accounts.models import EmailNotification, Report, User
from accounts.services import blocking, moderation
from duels.clubs import views
from duels.clubs.joining import join
from duels.models import Club, ClubMessage, Standing
from duels.notifications.presence import note_here
from tests.builders import a_challenge, a_guest, a_mage, a_user
from tests.duels.clubs.clubs import a_club, members, roles, states
from tests.duels.people import as_user
from tests.duels.tournaments.arenas import an_arena

pytestmark = pytest.mark.django_db


@pytest.fixture
def merlin():
    return a_user("merlin")


def text(client, address="/clubs/newts/", **given):
    return client.get(address, given).content.decode()


def names(answer):
    return [row.club.name for row in answer.context["clubs"]]


# The list -------------------------------------------------------------------------------------------------------------


def test_clubs_are_searched_and_sorted(merlin, monkeypatch):
    a_club("Ants")
    a_club("Newts", merlin, a_user())
    Club.objects.filter(pk=a_club("Hidden").pk).update(hidden=True)
    client = as_user(merlin)
    assert names(client.get("/clubs/")) == ["Newts", "Ants"]
    assert names(client.get("/clubs/?sort=name")) == ["Ants", "Newts"]
    assert names(client.get("/clubs/?q=NEW")) == ["Newts"]
    assert [club.name for club in client.get("/clubs/").context["own"]] == ["Newts"]
    User.objects.exclude(username="merlin").filter(memberships__club__name="Ants").update(active="2030-01-01T00:00Z")
    assert names(client.get("/clubs/?sort=active")) == ["Ants", "Newts"]
    monkeypatch.setattr(views, "CLUBS_A_PAGE", 1)
    assert names(client.get("/clubs/?page=2")) == ["Ants"]
    assert "No club matches “x”" in text(client, "/clubs/?q=x")


def test_an_empty_list_offers_to_found_the_first_club(client):
    assert "Clubs will appear here" in text(client, "/clubs/")


# Founding and editing -------------------------------------------------------------------------------------------------


def test_a_user_founds_and_edits_a_club(merlin):
    client = as_user(merlin)
    given = {"name": "Newts", "about": "We like newts.", "is_open": "False"}
    assert client.post("/clubs/new/", given).url == "/clubs/newts/"
    assert "We like newts." in text(Client())
    assert 'value="Newts"' in text(client, "/clubs/newts/edit/")
    assert client.post("/clubs/newts/edit/", given | {"name": "Toads", "is_open": "True"}).url == "/clubs/newts/"
    club = Club.objects.get()
    assert (club.name, club.is_open) == ("Toads", True)
    assert "Another club has this name" in client.post("/clubs/new/", given | {"name": "toads"}).content.decode()


def test_visitors_guests_and_members_cannot_found_or_edit(merlin):
    a_club("Newts", None, merlin)
    assert Client().get("/clubs/new/").url.startswith("/accounts/login/")
    assert as_user(a_guest().owner).get("/clubs/new/").url == "/keep/"
    assert as_user(merlin).get("/clubs/newts/edit/").status_code == 404


# The page -------------------------------------------------------------------------------------------------------------


def test_only_members_see_the_lobby_messages_and_leaderboard(merlin):
    leader = a_mage("Nimue", owner=a_user("nimue"))
    Standing.objects.create(mage=leader, melee=False, wins=3, rating=1600)
    Standing.objects.create(mage=a_mage(owner=leader.owner), melee=False, wins=3, rating=1400, score=9)
    Standing.objects.create(mage=a_mage("Stranger"), melee=False, wins=3, rating=1700)
    club = a_club("Newts", leader.owner, about="About us.")
    a_challenge(leader, club=club, comment="Come!")
    ClubMessage.objects.create(club=club, author=leader.owner, text="Melee tonight!")
    an_arena(name="Newts only", club=club)
    secrets = ("Come!", "Melee tonight!", "1600")
    for client in (Client(), as_user(merlin)):
        shown = text(client)
        assert not [secret for secret in secrets if secret in shown]
        assert "About us." in shown
        assert "Newts only" in shown
        assert ">nimue</a>" in shown
    members(club, merlin)
    shown = text(as_user(merlin))
    assert [secret for secret in secrets if secret in shown] == list(secrets)
    assert "1700" not in shown
    assert shown.index("1600") < shown.index("1400")
    assert "Write to all members" not in shown
    assert "Write to all members" in text(as_user(leader.owner))


def test_members_see_who_is_online_as_far_as_their_settings_allow(merlin):
    anna, shy, foe = a_user("anna"), a_user("shy", seen_by="nobody"), a_user("foe")
    club = a_club("Newts", merlin, anna, shy, foe)
    blocking.block(user=foe, other=merlin)
    note_here("process", [anna.pk, shy.pk, foe.pk])
    shown = text(as_user(merlin))
    assert shown.count(">Online<") == 1
    assert "1 other member online" in shown
    assert ">Online<" not in text(as_user(a_user()))
    names = [row.username for row in as_user(merlin).get("/clubs/newts/").context["members"]]
    assert names == ["merlin", "anna", "foe", "shy"]
    assert club.memberships.count() == 4


def test_messages_are_hidden_from_members_with_a_block(merlin):
    leader = a_user()
    club = a_club("Newts", leader, merlin)
    ClubMessage.objects.create(club=club, author=leader, text="Melee tonight!")
    blocking.block(user=merlin, other=leader)
    assert "Melee tonight!" not in text(as_user(merlin))


def test_a_user_joins_asks_and_leaves(merlin):
    club, client = a_club(), as_user(merlin)
    assert "Join club" in text(client)
    assert client.post("/clubs/newts/join/").url == "/clubs/newts/"
    assert "Leave club" in text(client)
    client.post("/clubs/newts/leave/")
    Club.objects.update(is_open=False)
    assert "Ask to join" in text(client)
    client.post("/clubs/newts/join/")
    assert "You have asked to join" in text(client)
    assert states(club)["merlin"] == "requested"
    client.post("/clubs/newts/leave/")
    assert states(club)["merlin"] == "removed"
    assert "Sign up to join" in text(Client())
    assert as_user(a_guest().owner).post("/clubs/newts/join/").url == "/keep/"


@pytest.mark.parametrize(
    ("is_open", "what"), [(True, "You can join again at any time."), (False, "To come back, you have to ask again.")]
)
def test_a_member_is_asked_before_they_leave(merlin, is_open, what):
    a_club("Newts", None, merlin, is_open=is_open)
    page = text(as_user(merlin))
    assert what in page
    assert "Leave anyway" in page


def test_the_last_member_who_leaves_is_sent_to_the_list(merlin):
    a_club("Newts", merlin)
    assert as_user(merlin).post("/clubs/newts/leave/").url == "/clubs/"
    assert as_user(merlin).get("/clubs/newts/").status_code == 404
    assert as_user(merlin).post("/clubs/newts/join/").status_code == 404


def test_officers_see_requests_and_manage_members(merlin):
    club, client = a_club("Newts", merlin, a_user("ann"), is_open=False), as_user(merlin)
    members(club, a_user("bob"), state="requested")
    assert 'aria-label="Accept bob"' in text(client)
    assert "Accept bob" not in text(as_user(User.objects.get(username="ann")))
    client.post("/clubs/newts/members/bob/", {"do": "accept"})
    client.post("/clubs/newts/members/ann/", {"do": "appoint"})
    assert roles(club) == {"merlin": "leader", "ann": "officer", "bob": "member"}
    assert "Dismiss as officer" in text(client)
    shown = text(as_user(User.objects.get(username="ann")))
    assert 'aria-label="Manage bob"' in shown
    assert 'aria-label="Manage merlin"' not in shown
    assert client.post("/clubs/newts/members/bob/", {"do": "promote"}).status_code == 400
    assert client.post("/clubs/newts/members/nobody/", {"do": "remove"}).status_code == 404
    refused = as_user(User.objects.get(username="bob")).post("/clubs/newts/members/ann/", {"do": "remove"}, follow=True)
    assert "Only officers of the club can do that." in refused.content.decode()


def test_the_leader_is_asked_before_they_hand_over_the_club_and_told_afterwards(merlin):
    club, client = a_club("Newts", merlin, a_user("ann")), as_user(merlin)
    page = text(client)
    assert "ann will lead the club, and you become an officer." in page
    first, second = (page.index(f'value="{way}"') for way in ("remove", "hand_over"))
    assert "</form>" in page[first:second]
    answer = client.post("/clubs/newts/members/ann/", {"do": "hand_over"}, follow=True).content.decode()
    assert "ann leads the club now." in answer
    assert "Hand over anyway" not in answer
    assert roles(club) == {"ann": "leader", "merlin": "officer"}
    refused = client.post("/clubs/newts/members/ann/", {"do": "hand_over"}, follow=True).content.decode()
    assert "leads the club now" not in refused


def test_an_officer_writes_to_all_members(merlin):
    a_club("Newts", merlin)
    client = as_user(merlin)
    assert client.post("/clubs/newts/message/", {"text": "Melee tonight!"}).url == "/clubs/newts/"
    assert "Melee tonight!" in text(client)
    refused = client.post("/clubs/newts/message/", {"text": "Again!"}).content.decode()
    assert "one message per day" in refused
    assert "Again!" in refused


# Moderation -----------------------------------------------------------------------------------------------------------


def test_the_texts_of_a_reported_club_are_hidden_until_the_measure_is_lifted(merlin):
    author, moderator = a_user("author"), a_user(is_staff=True)
    a_club("Newts", author, about="Rude words.")
    client = as_user(merlin)
    assert "/report/?club=newts" in text(client)
    assert client.post("/report/?club=newts", {"why": "Rude"}).url == "/clubs/newts/"
    report = Report.objects.get()
    assert (report.accused, report.quote) == (author, "Newts\n\nRude words.")
    measure = moderation.take_measure(kind="hidden", why="Rude", moderator=moderator, report=report)
    assert client.get("/clubs/newts/").status_code == 404  # the address contained the name
    address = Report.objects.get().path
    shown = text(client, address)
    assert "Rude words." not in shown
    assert "newts" not in shown.lower()
    assert "<h1>Hidden club</h1>" in shown
    assert "A moderator has hidden" in shown
    assert names(client.get("/clubs/")) == []
    assert "Newts" not in text(as_user(author), "/clubs/")  # it is one of the user's own clubs
    moderation.lift(measure=measure, moderator=moderator)
    assert "Rude words." in text(client)


def test_requests_of_users_with_a_block_are_not_listed_for_this_officer(merlin):
    club, other, ann = a_club("Newts", merlin), a_user(), a_user("ann")
    members(club, other, role="officer")
    members(club, ann, state="requested")
    blocking.block(user=ann, other=merlin)
    assert "Accept ann" not in text(as_user(merlin))
    assert "Accept ann" in text(as_user(other))


def test_a_member_who_is_no_officer_is_told_why_a_message_is_refused(merlin):
    a_club("Newts", a_user(), merlin)
    answer = as_user(merlin).post("/clubs/newts/message/", {"text": "Hello"}, follow=True)
    assert answer.redirect_chain == [("/clubs/newts/", 302)]
    assert "Only officers of the club can do that." in answer.content.decode()


def test_a_hidden_club_can_be_reported_again_without_showing_its_texts(merlin):
    a_club("Newts", a_user("author"), about="Rude words.")
    Club.objects.update(hidden=True)
    client = as_user(merlin)
    assert "/report/?club=newts" in text(client)
    page = text(client, "/report/", club="newts")
    assert "Hidden club" in page
    assert "Newts" not in page
    assert "Rude" not in page
    client.post("/report/?club=newts", {"why": "Rude"})
    assert Report.objects.get().quote == "Newts\n\nRude words."


def test_challenges_tournaments_and_notifications_do_not_name_a_hidden_club(merlin):
    club, member = a_club("Newts", merlin, is_open=False), a_mage()
    members(club, member.owner)
    challenge = a_challenge(a_mage(owner=merlin), club=club)
    arena = an_arena(club=club)
    Club.objects.update(hidden=True)
    join(slug=club.slug, user=a_user())
    assert EmailNotification.objects.get(user=merlin).subject.endswith("wants to join Hidden club")
    for client in (as_user(member.owner), Client()):
        for address in (f"/challenge/{challenge.token}/", f"/tournaments/{arena.slug}/"):
            shown = text(client, address)
            assert "Hidden club" in shown
            assert "Newts" not in shown
    assert "Newts" not in text(as_user(member.owner), "/lobby/")
    assert "Newts" not in text(as_user(member.owner), "/challenges/new/")


def test_members_report_messages_which_moderators_hide(merlin):
    leader, moderator = a_user("leader"), a_user(is_staff=True)
    club = a_club("Newts", leader, merlin)
    message = ClubMessage.objects.create(club=club, author=leader, text="Rude words.")
    address = f"/report/?club_message={message.pk}"
    assert as_user(a_user()).get(address).status_code == 404
    client = as_user(merlin)
    assert address in text(client)
    assert client.post(address, {"why": "Rude"}).url == "/clubs/newts/#messages"
    report = Report.objects.get()
    assert (report.accused, report.quote, report.about) == (leader, "Rude words.", f"club_message:{message.pk}")
    moderation.take_measure(kind="hidden", why="Rude", moderator=moderator, report=report)
    assert "Rude words." not in text(client)


@pytest.mark.parametrize("together", [False, True])
def test_the_admin_deletes_clubs_by_closing_them(together):
    club = a_club()
    posted = a_challenge(a_mage(owner=club.author), club=club)
    client = as_user(a_user(is_staff=True, is_superuser=True))
    assert client.get(f"/admin/duels/club/{club.pk}/change/").status_code == 200
    if together:
        chosen = {"action": "delete_selected", "_selected_action": club.pk}
        client.post("/admin/duels/club/", chosen | {"post": "yes"})
    else:
        client.post(f"/admin/duels/club/{club.pk}/delete/", {"post": "yes"})
    posted.refresh_from_db()
    assert (Club.objects.count(), posted.state) == (0, "withdrawn")


def test_staff_cannot_change_or_delete_members_in_the_admin():
    club = a_club("Newts", a_user("leader"))
    admin = a_user(is_staff=True, is_superuser=True)
    shown = text(as_user(admin), f"/admin/duels/club/{club.pk}/change/")
    assert "leader" in shown
    assert "memberships-0-DELETE" not in shown
    assert "memberships-0-role" not in shown
