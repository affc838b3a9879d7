"""Tests for founding and running clubs, and for sending messages to their members."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import EmailNotification
from accounts.permissions import Forbidden
from accounts.services import blocking
from accounts.services.preferences import choose
from duels.clubs import running
from duels.clubs.joining import join
from duels.clubs.running import (
    accept,
    appoint,
    close_club,
    dismiss,
    edit_club,
    found_club,
    hand_over,
    hide_club,
    remove,
    write_to_members,
)
from duels.models import Challenge, Club, ClubMessage
from tests.builders import a_challenge, a_mage, a_user
from tests.duels.clubs.clubs import a_club, members, roles, states

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    """Return a club with a leader, an officer and the member Ann."""
    club = a_club("Newts", a_user("leader"), a_user("ann"))
    members(club, a_user("officer"), role="officer")
    return club


def user(club, name):
    return club.memberships.get(user__username=name).user


def readers():
    return set(EmailNotification.objects.filter(about="club").values_list("user__username", flat=True))


# The club -------------------------------------------------------------------------------------------------------------


def test_the_founder_leads_the_club():
    club = found_club(founder=a_user("ann"), name="  Newts &  Nightshade ", about=" Hello. ", is_open=False)
    assert (club.name, club.slug, club.about, club.is_open) == (
        "Newts & Nightshade",
        "newts-nightshade",
        "Hello.",
        False,
    )
    assert roles(club) == {"ann": "leader"}


@pytest.mark.parametrize("name", ["NEWTS", "  Newts ", "Newt\u0455"])
def test_a_name_that_looks_like_another_is_refused(name):
    a_club("Newts")
    with pytest.raises(ValidationError, match=r"Another club has this name|only one alphabet"):
        found_club(founder=a_user(), name=name)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("…", "letter or digit"),
        ("Ne\u200bwts", "invisible characters"),
        ("Admin", "reserved"),
        ("n" * 41, "at most 40"),
    ],
)
def test_impossible_names_are_refused(name, why):
    with pytest.raises(ValidationError, match=why):
        found_club(founder=a_user(), name=name)


def test_forbidden_words_are_refused_in_both_texts(settings, tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("toadface\n")
    settings.FORBIDDEN_WORDS = str(words)
    for texts in ({"name": "Toadface"}, {"name": "Newts", "about": "You toadface"}):
        with pytest.raises(ValidationError, match="isn’t allowed here"):
            found_club(founder=a_user(), **texts)


def test_clubs_with_unusual_names_have_addresses_too():
    slugs = [a_club(name).slug for name in ("New", "Newts", "Newts!", "Лягушки")]
    assert slugs[1] == "newts"
    assert len(set(slugs)) == 4
    assert "new" not in slugs


def test_a_club_whose_address_is_taken_meanwhile_gets_another_one(monkeypatch):
    a_club("Newts")
    monkeypatch.setattr(running, "_slug_for", lambda name: "newts")
    assert a_club("Toads").slug != "newts"


def test_a_user_leads_at_most_three_clubs_when_founding():
    ann = a_user()
    for name in ("One", "Two", "Three"):
        a_club(name, ann)
    with pytest.raises(ValidationError, match="already lead 3 clubs"):
        found_club(founder=ann, name="Four")


def test_officers_edit_the_club_and_its_address_stays(club):
    officer = user(club, "officer")
    edit_club(slug="newts", officer=officer, name="Toads", about="New.", is_open=False)
    club.refresh_from_db()
    assert (club.slug, club.name, club.about, club.is_open, club.author) == ("newts", "Toads", "New.", False, officer)
    edit_club(slug="newts", officer=user(club, "leader"), name="Toads", about="New.", is_open=True)
    club.refresh_from_db()
    assert (club.author, club.is_open) == (officer, True)
    with pytest.raises(Forbidden, match="Only officers"):
        edit_club(slug="newts", officer=user(club, "ann"), name="Mine", about="", is_open=True)


def test_notifications_follow_a_clubs_address_and_link_to_no_closed_club(club):
    def paths():
        return set(EmailNotification.objects.values_list("path", flat=True))

    write_to_members(slug="newts", author=user(club, "leader"), text="Hello")
    assert paths() == {"/clubs/newts/"}
    slug = hide_club(pk=club.pk, hidden=True)
    assert "newts" not in slug
    assert paths() == {f"/clubs/{slug}/"}
    hide_club(pk=club.pk, hidden=False)
    assert paths() == {"/clubs/newts/"}
    close_club(slug="newts")
    assert paths() == {""}


def test_a_closed_club_leaves_no_challenge_to_everybody(club):
    posted = a_challenge(a_mage(owner=user(club, "ann")), club=club)
    close_club(slug="newts")
    assert not Club.objects.exists()
    assert Challenge.objects.get(pk=posted.pk).state == "withdrawn"


def test_challenges_are_locked_before_the_club_that_is_closed(club):
    a_challenge(a_mage(owner=user(club, "ann")), club=club)
    with CaptureQueriesContext(connection) as queries:
        close_club(slug="newts")
    tables = [it["sql"].split('FROM "')[1].split('"')[0] for it in queries if 'FROM "' in it["sql"]]
    assert tables.index("duels_challenge") < tables.index("duels_club")


# Members --------------------------------------------------------------------------------------------------------------


def test_an_officer_accepts_a_request(club):
    Club.objects.update(is_open=False)
    bob, officer = a_user("bob"), user(club, "officer")
    with pytest.raises(ValidationError, match="has not asked"):
        accept(slug="newts", officer=officer, user=bob)
    join(slug="newts", user=bob)
    with pytest.raises(Forbidden):
        accept(slug="newts", officer=user(club, "ann"), user=bob)
    accept(slug="newts", officer=officer, user=bob)
    assert states(club)["bob"] == "member"
    assert "bob" in readers()


def test_a_request_of_a_user_with_a_block_is_refused_without_naming_the_block(club):
    Club.objects.update(is_open=False)
    bob, officer = a_user("bob"), user(club, "officer")
    join(slug="newts", user=bob)
    blocking.block(user=bob, other=officer)
    with pytest.raises(Forbidden, match=r"^\[.This request can’t be accepted"):
        accept(slug="newts", officer=user(club, "leader"), user=bob)


def test_officers_remove_members_and_the_leader_removes_officers(club):
    leader, officer, ann = (user(club, name) for name in ("leader", "officer", "ann"))
    for who, whom in ((ann, officer), (officer, leader), (officer, officer), (leader, leader)):
        with pytest.raises(Forbidden):
            remove(slug="newts", officer=who, user=whom)
    remove(slug="newts", officer=officer, user=ann)
    remove(slug="newts", officer=leader, user=officer)
    assert states(club) == {"leader": "member", "ann": "removed", "officer": "removed"}
    with pytest.raises(Forbidden):
        remove(slug="newts", officer=officer, user=ann)


def test_only_the_leader_changes_roles(club):
    leader, officer, ann = (user(club, name) for name in ("leader", "officer", "ann"))
    for action in (appoint, dismiss, hand_over):
        with pytest.raises(Forbidden, match="Only the leader"):
            action(slug="newts", officer=officer, user=ann)
        with pytest.raises(Forbidden):
            action(slug="newts", officer=leader, user=leader)
        with pytest.raises(ValidationError, match="not a member"):
            action(slug="newts", officer=leader, user=a_user())
    appoint(slug="newts", officer=leader, user=ann)
    dismiss(slug="newts", officer=leader, user=officer)
    assert roles(club) == {"leader": "leader", "ann": "officer", "officer": "member"}
    hand_over(slug="newts", officer=leader, user=officer)
    assert roles(club) == {"leader": "officer", "ann": "officer", "officer": "leader"}


# Messages -------------------------------------------------------------------------------------------------------------


def test_a_message_reaches_members_who_want_it_if_no_block_prevents_it(club):
    names = ("deaf", "foe", "blocked", "asked")
    deaf, foe, blocked, asked = (a_user(name) for name in names)
    members(club, deaf, foe, blocked)
    members(club, asked, state="requested")
    officer = user(club, "officer")
    choose(user=deaf, hears_clubs=False)
    blocking.block(user=foe, other=officer)
    blocking.block(user=officer, other=blocked)
    write_to_members(slug="newts", author=officer, text=" Melee tonight! ")
    assert readers() == {"leader", "ann"}
    told = EmailNotification.objects.first()
    assert (told.subject, told.text, told.path) == ("Newts: message from officer", "Melee tonight!", "/clubs/newts/")
    assert told.dropped is None  # it is sent by e-mail


def test_a_club_sends_one_message_per_day(club):
    write_to_members(slug="newts", author=user(club, "officer"), text="One")
    with pytest.raises(ValidationError, match="one message per day"):
        write_to_members(slug="newts", author=user(club, "leader"), text="Two")
    ClubMessage.objects.update(sent=timezone.now() - timedelta(days=1, seconds=1))
    write_to_members(slug="newts", author=user(club, "leader"), text="Two")
    assert ClubMessage.objects.count() == 2


@pytest.mark.parametrize(("text", "why"), [(" ", "Write a message"), ("x" * 1001, "at most 1000")])
def test_empty_and_long_messages_are_refused(club, text, why):
    with pytest.raises(ValidationError, match=why):
        write_to_members(slug="newts", author=user(club, "leader"), text=text)


def test_members_who_are_no_officers_cannot_write_to_all(club):
    with pytest.raises(Forbidden, match="Only officers"):
        write_to_members(slug="newts", author=user(club, "ann"), text="Hello")
