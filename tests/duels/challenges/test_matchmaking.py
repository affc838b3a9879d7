from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts.models import Block, Mage, User
from duels.challenges.matchmaking import (
    GONE,
    LONELY,
    duel_meanwhile,
    is_near,
    keep_seeking,
    offered_meanwhile,
    seek,
    stop_seeking,
)
from duels.house.wizards import BY_NAME
from duels.models import Duel, HouseStanding, Seeker, Standing
from tests.builders import a_guest, a_mage, a_user, rows_of_a_duel
from tests.duels.people import as_user, at_once

pytestmark = pytest.mark.django_db

NOW = timezone.now()


def rated(rating: float, name: str | None = None) -> Mage:
    mage = a_mage(name)
    Standing.objects.create(mage=mage, rating=rating)
    return mage


def after(seconds: float):
    return NOW + timedelta(seconds=seconds)


def wait(*mages: Mage, until: float = 0, since: float = 0) -> None:
    """Let these mages look for a duel every two seconds, and assert that none of them finds one.

    The search lasts from `since` to `until`, in seconds.
    """
    for second in range(int(since), int(until) + 1, 2):
        for mage in mages:
            assert seek(mage=mage, now=after(second)) is None


def names(duel: Duel) -> list[str]:
    return [seat.name for seat in duel.seats.all()]


def test_two_waiting_players_are_paired_and_find_the_same_duel():
    one, other = a_mage("One"), a_mage("Other")
    assert seek(mage=one, now=NOW) is None
    duel = seek(mage=other, now=after(1))
    assert names(duel) == ["One", "Other"]
    assert seek(mage=one, now=after(2)) == duel == seek(mage=other, now=after(3))
    assert (duel.counts, duel.pace, duel.reserve, duel.book) == (True, 60, 300, "classic")
    assert Duel.objects.count() == 1


@pytest.mark.parametrize(
    ("one", "other", "waited", "near"),
    [
        (1500, 1600, 0, True),
        (1500, 1601, 0, False),
        (1500, 1700, 2, True),
        (1500, 2100, 8, False),
        (900, 2100, 20, True),
    ],
)
def test_the_rating_range_widens_with_waiting(one, other, waited, near):
    assert is_near(one, other, timedelta(seconds=waited)) is near


def test_the_nearest_rating_is_paired_first_and_a_far_one_later():
    low, high = rated(1500), rated(1900)
    wait(low, high, until=4)
    assert seek(mage=low, now=after(6))
    third, nearer, nearest = rated(1500), rated(1590), rated(1420, "Nearest")
    wait(nearer)
    assert seek(mage=nearest, now=NOW) is None
    assert "Nearest" in names(seek(mage=third, now=NOW))


@pytest.mark.parametrize(
    ("mine", "his", "book"),
    [("", "", "classic"), ("warlocks", "", "warlocks"), ("", "standard", "standard"), ("standard", "warlocks", None)],
)
def test_players_are_paired_only_with_compatible_books(mine, his, book):
    seek(mage=a_mage(), book=mine, now=NOW)
    duel = seek(mage=a_mage(), book=his, now=NOW)
    assert (duel and duel.book) == book


def test_a_silent_player_is_not_paired():
    seek(mage=a_mage(), now=NOW)
    assert seek(mage=a_mage(), now=NOW + GONE + timedelta(seconds=1)) is None


def test_a_player_who_leaves_is_not_paired_and_may_return():
    one, other = a_mage(), a_mage()
    seek(mage=one, now=NOW)
    stop_seeking(user_id=one.owner_id)
    assert seek(mage=other, now=NOW) is None
    assert seek(mage=one, now=NOW)


def test_a_player_is_not_paired_with_themselves_or_across_a_block():
    one, other = a_mage(), a_mage()
    twin = a_mage(owner=one.owner)
    Block.objects.create(user=other.owner, blocked=one.owner)
    wait(one, other)
    assert seek(mage=twin, now=NOW) is None
    assert Seeker.objects.filter(mage__owner=one.owner).count() == 1  # only one waiting mage per user


def test_a_duel_with_a_guest_does_not_count():
    seek(mage=a_guest(), now=NOW)
    assert seek(mage=a_mage(), now=NOW).counts is False


def test_a_duel_is_casual_if_one_of_the_players_wants_it():
    one, other = a_mage(), a_mage()
    seek(mage=one, now=NOW)
    assert seek(mage=one, friendly=True, now=after(1)) is None
    assert seek(mage=other, now=after(1)).counts is False


def test_a_dead_or_busy_mage_cannot_seek():
    busy, dead = a_mage(), a_mage("Dead")
    rows_of_a_duel(busy, a_mage(), pace=60)
    with pytest.raises(ValidationError, match="Finish it first"):
        seek(mage=busy, now=NOW)
    Mage.objects.filter(pk=dead.pk).update(ended=NOW, end="died")
    with pytest.raises(ValidationError, match="Dead no longer exists"):
        seek(mage=dead, now=NOW)
    assert not Seeker.objects.exists()


def test_a_player_in_a_new_duel_is_not_paired():
    busy, other = a_mage(), a_mage()
    wait(busy)
    rows_of_a_duel(busy, a_mage(), pace=60)
    assert seek(mage=other, now=NOW) is None
    assert [seeker.mage for seeker in Seeker.objects.all()] == [other]
    with pytest.raises(ValidationError, match="Finish it first"):
        seek(mage=busy, now=after(1))


def test_after_the_duel_a_player_can_seek_another():
    one, other = a_mage(), a_mage()
    seek(mage=one, now=NOW)
    first = seek(mage=other, now=NOW)
    Duel.objects.update(ended=NOW)
    assert seek(mage=one, now=after(1)) is None
    assert seek(mage=other, now=after(1)) not in (None, first)


@pytest.mark.django_db(transaction=True)
def test_concurrent_seeking_pairs_nobody_twice():
    mages = [a_mage() for _ in range(6)]
    at_once([lambda mage=mage: seek(mage=mage) for mage in mages])
    for mage in mages:
        seek(mage=mage)
    assert Duel.objects.count() == 3
    assert {duel.seats.count() for duel in Duel.objects.all()} == {2}
    assert Seeker.objects.filter(duel=None).count() == 0


# With an open socket


def users(*mages: Mage) -> list[int]:
    return [mage.owner_id for mage in mages]


def test_a_waiting_player_is_refreshed_until_the_range_is_wide_enough():
    low, high = rated(1500), rated(1900)
    wait(low, high)
    for second in range(2, 6, 2):
        found = keep_seeking(user_ids=users(low, high), now=after(second))
        assert found == dict.fromkeys(users(low, high))
    found = keep_seeking(user_ids=users(low), now=after(6))
    url = f"/duel/{Duel.objects.get().slug}/"
    assert found == {low.owner_id: url}
    assert keep_seeking(user_ids=users(low, high), now=after(8)) == dict.fromkeys(users(low, high), url)


def test_one_call_makes_all_possible_pairs_and_the_rest_waits():
    mages = [rated(rating) for rating in (1000, 1400, 1800, 1850, 1450, 1050, 3000)]
    for mage in mages:  # all of them wait before the first pairing
        Seeker.objects.create(mage=mage, rating=Standing.objects.get(mage=mage).rating, since=NOW, heard=NOW)
    found = keep_seeking(user_ids=users(*mages), now=NOW)
    assert found.pop(mages[-1].owner_id) is None
    assert len(set(found.values())) == Duel.objects.count() == 3


def test_dead_and_busy_mages_stop_waiting():
    dead, busy, other = a_mage("Dead"), a_mage(), a_mage()
    far = rated(3000)
    wait(dead)
    Mage.objects.filter(pk=dead.pk).update(ended=NOW, end="died")
    wait(far, busy)
    rows_of_a_duel(busy, a_mage(), pace=60)
    Seeker.objects.create(mage=other, rating=1500, since=NOW, heard=NOW)
    assert keep_seeking(user_ids=users(dead, busy, other, far), now=NOW) == dict.fromkeys(users(other, far))


def test_only_seekers_wait_and_one_open_page_keeps_them_waiting():
    one, other = a_mage(), a_mage()
    assert keep_seeking(user_ids=users(one), now=NOW) == {}
    wait(one)
    stop_seeking(user_id=one.owner_id)
    keep_seeking(user_ids=users(one), now=after(1))
    assert seek(mage=other, now=after(2))


@pytest.mark.django_db(transaction=True)
def test_concurrent_refreshes_pair_nobody_twice():
    mages = [a_mage() for _ in range(6)]
    for mage in mages:
        Seeker.objects.create(mage=mage, rating=1500)
    at_once([lambda mine=mages[i::3]: keep_seeking(user_ids=users(*mine)) for i in range(3)])
    assert Duel.objects.count() == 3
    assert {duel.seats.count() for duel in Duel.objects.all()} == {2}
    assert set(Seeker.objects.values_list("duel", flat=True)) == set(Duel.objects.values_list("pk", flat=True))


# The page


def test_a_visitor_waits_as_a_guest_after_one_click():
    client = as_user(a_user())
    client.logout()
    assert client.get("/quick/").url == "/lobby/"
    page = client.post("/quick/", follow=True).content.decode()
    assert "Looking for an opponent" in page
    assert 'action="/practice/"' in page  # in the meantime, offers a duel against the apprentice
    assert User.objects.filter(is_guest=True).count() == 1
    assert client.get("/quick/").status_code == 200


def test_the_page_polls_finds_the_duel_and_leaves():
    one, other = a_mage(), a_mage()
    mine, his = as_user(one.owner), as_user(other.owner)
    assert mine.post("/quick/beat/", {"mage": one.pk, "book": ""}).json() == {"duel": None, "house": None}
    mine.post("/quick/leave/")
    assert his.post("/quick/beat/", {"mage": other.pk}).json() == {"duel": None, "house": None}
    url = mine.post("/quick/beat/", {"mage": one.pk}).json()["duel"]
    assert url == f"/duel/{Duel.objects.get().slug}/"
    assert his.post("/quick/beat/", {"mage": other.pk}).json() == {"duel": url, "house": None}


def test_seeking_needs_an_own_mage_and_a_post_request():
    one, other = a_mage(), a_mage()
    client = as_user(one.owner)
    assert client.post("/quick/beat/", {"mage": other.pk}).status_code == 400
    assert client.post("/quick/beat/", {"mage": one.pk, "book": "cookery"}).status_code == 400
    assert client.get("/quick/beat/").url == client.get("/quick/leave/").url == "/quick/"
    rows_of_a_duel(one, other, pace=60)
    assert "Finish it first" in client.post("/quick/beat/", {"mage": one.pk}).json()["why"]
    assert not Seeker.objects.exists()


# Computer players as substitutes


def test_a_long_wait_offers_a_house_wizard_of_similar_strength():
    stranger, strong, busy = rated(1500), rated(2500), rated(9000)
    HouseStanding.objects.create(user=strong.owner, rating=2100)
    for mage in (stranger, strong, busy):
        seek(mage=mage, now=NOW)
    Seeker.objects.filter(mage=busy).update(duel=rows_of_a_duel(busy, a_mage()))
    users = [mage.owner_id for mage in (stranger, strong, busy)]
    assert offered_meanwhile(user_ids=users, now=NOW + LONELY - timedelta(seconds=1)) == {}
    offered = offered_meanwhile(user_ids=users, now=NOW + LONELY)
    assert {user: wizard.level for user, wizard in offered.items()} == {stranger.owner_id: 2, strong.owner_id: 5}
    assert offered_meanwhile(user_ids=users, now=NOW + 2 * LONELY) == offered


def test_taking_the_offer_begins_a_duel_and_ends_the_wait():
    mage, other = a_mage("Black"), a_mage()
    assert seek(mage=mage, book="warlocks", now=NOW) is None
    duel = duel_meanwhile(user_id=mage.owner_id, wizard=BY_NAME["Corvin"])
    assert names(duel) == ["Black", "Corvin"]
    assert (duel.book, duel.pace, duel.reserve, duel.counts, duel.practice) == ("warlocks", 60, 300, False, False)
    assert seek(mage=other, now=after(1)) is None
    assert seek(mage=mage, now=after(1)) == duel  # as other pages of the user show it
    assert duel_meanwhile(user_id=mage.owner_id, wizard=BY_NAME["Nyx"]) == duel


def test_taking_the_offer_after_being_paired_returns_that_duel():
    mage, other = a_mage(), a_mage()
    seek(mage=mage, now=NOW)
    duel = seek(mage=other, now=NOW)
    assert duel_meanwhile(user_id=mage.owner_id, wizard=BY_NAME["Corvin"]) == duel
    assert Duel.objects.count() == 1


def test_the_offer_is_refused_to_busy_and_not_waiting_users():
    mage = a_mage()
    with pytest.raises(ValidationError, match="left the queue"):
        duel_meanwhile(user_id=mage.owner_id, wizard=BY_NAME["Corvin"])
    seek(mage=mage, now=NOW)
    rows_of_a_duel(mage, a_mage())
    with pytest.raises(ValidationError, match="in a live duel"):
        duel_meanwhile(user_id=mage.owner_id, wizard=BY_NAME["Corvin"])


@pytest.mark.django_db(transaction=True)
def test_taking_the_offer_while_being_paired_gives_one_duel():
    one, other = a_mage(), a_mage()
    seek(mage=one)
    at_once([lambda: duel_meanwhile(user_id=one.owner_id, wizard=BY_NAME["Corvin"]), lambda: seek(mage=other)])
    assert one.seats.count() == 1
    assert Seeker.objects.get(mage=one).duel == one.seats.get().duel


def test_a_page_without_a_socket_gets_the_offer_and_takes_it():
    mage = a_mage()
    page, asks = as_user(mage.owner), {"mage": mage.pk, "book": ""}
    assert page.post("/quick/beat/", asks).json() == {"duel": None, "house": None}
    Seeker.objects.update(since=timezone.now() - LONELY)
    house = page.post("/quick/beat/", asks).json()["house"]
    assert BY_NAME[house["name"]].level == 2
    assert house["strength"] == "Apprentice"
    answer = page.post("/quick/meanwhile/", {"wizard": house["slug"]})
    assert answer.url == f"/duel/{Duel.objects.get().slug}/"
    assert page.post("/quick/beat/", asks).json()["duel"] == answer.url


@pytest.mark.parametrize("slug", ["", "merlin"])
def test_an_unknown_house_wizard_is_refused(slug):
    mage = a_mage()
    seek(mage=mage)
    page = as_user(mage.owner)
    assert page.post("/quick/meanwhile/", {"wizard": slug}).url == "/quick/"
    assert "There is no such computer player." in page.get("/quick/").content.decode()
    assert not Duel.objects.exists()
