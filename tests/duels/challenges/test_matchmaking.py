"""Quick duels: who is paired with whom, and when; two at once; who has gone."""

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
    """They wait and are heard of every other second, so nobody may be near enough for a duel."""
    for second in range(int(since), int(until) + 1, 2):
        for mage in mages:
            assert seek(mage=mage, now=after(second)) is None


def names(duel: Duel) -> list[str]:
    return [seat.name for seat in duel.seats.all()]


def test_two_who_wait_are_paired_at_once_and_both_find_the_same_duel():
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
def test_the_range_widens_while_one_waits(one, other, waited, near):
    assert is_near(one, other, timedelta(seconds=waited)) is near


def test_who_is_far_above_is_met_later_and_the_nearest_first():
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
def test_two_meet_who_are_of_one_mind_on_the_book(mine, his, book):
    seek(mage=a_mage(), book=mine, now=NOW)
    duel = seek(mage=a_mage(), book=his, now=NOW)
    assert (duel and duel.book) == book


def test_who_is_not_heard_of_any_more_is_met_by_nobody():
    seek(mage=a_mage(), now=NOW)
    assert seek(mage=a_mage(), now=NOW + GONE + timedelta(seconds=1)) is None


def test_who_leaves_is_met_by_nobody_and_may_come_again():
    one, other = a_mage(), a_mage()
    seek(mage=one, now=NOW)
    stop_seeking(user_id=one.owner_id)
    assert seek(mage=other, now=NOW) is None
    assert seek(mage=one, now=NOW)


def test_nobody_meets_himself_or_whom_he_has_blocked():
    one, other = a_mage(), a_mage()
    twin = a_mage(owner=one.owner)
    Block.objects.create(user=other.owner, blocked=one.owner)
    wait(one, other)
    assert seek(mage=twin, now=NOW) is None
    assert Seeker.objects.filter(mage__owner=one.owner).count() == 1  # one mage of a user waits


def test_a_duel_with_a_guest_counts_nothing():
    seek(mage=a_guest(), now=NOW)
    assert seek(mage=a_mage(), now=NOW).counts is False


def test_who_is_in_a_live_duel_or_dead_does_not_seek():
    busy, dead = a_mage(), a_mage("Dead")
    rows_of_a_duel(busy, a_mage(), pace=60)
    with pytest.raises(ValidationError, match="Finish it first"):
        seek(mage=busy, now=NOW)
    Mage.objects.filter(pk=dead.pk).update(ended=NOW, end="died")
    with pytest.raises(ValidationError, match="Dead is no more"):
        seek(mage=dead, now=NOW)
    assert not Seeker.objects.exists()


def test_who_has_begun_another_duel_while_he_waits_is_not_paired():
    busy, other = a_mage(), a_mage()
    wait(busy)
    rows_of_a_duel(busy, a_mage(), pace=60)
    assert seek(mage=other, now=NOW) is None
    assert [seeker.mage for seeker in Seeker.objects.all()] == [other]
    with pytest.raises(ValidationError, match="Finish it first"):
        seek(mage=busy, now=after(1))


def test_when_the_duel_is_over_one_seeks_another():
    one, other = a_mage(), a_mage()
    seek(mage=one, now=NOW)
    first = seek(mage=other, now=NOW)
    Duel.objects.update(ended=NOW)
    assert seek(mage=one, now=after(1)) is None
    assert seek(mage=other, now=after(1)) not in (None, first)


@pytest.mark.django_db(transaction=True)
def test_of_many_who_seek_at_once_nobody_is_paired_twice():
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


def test_who_is_kept_waiting_is_there_and_is_met_when_the_range_is_wide_enough():
    low, high = rated(1500), rated(1900)
    wait(low, high)
    for second in range(2, 6, 2):
        found = keep_seeking(user_ids=users(low, high), now=after(second))
        assert found == dict.fromkeys(users(low, high))
    found = keep_seeking(user_ids=users(low), now=after(6))
    url = f"/duel/{Duel.objects.get().slug}/"
    assert found == {low.owner_id: url}
    assert keep_seeking(user_ids=users(low, high), now=after(8)) == dict.fromkeys(users(low, high), url)


def test_whoever_can_be_paired_is_paired_at_one_look_and_the_rest_wait():
    mages = [rated(rating) for rating in (1000, 1400, 1800, 1850, 1450, 1050, 3000)]
    for mage in mages:  # all have come in before anybody looks
        Seeker.objects.create(mage=mage, rating=Standing.objects.get(mage=mage).rating, since=NOW, heard=NOW)
    found = keep_seeking(user_ids=users(*mages), now=NOW)
    assert found.pop(mages[-1].owner_id) is None
    assert len(set(found.values())) == Duel.objects.count() == 3


def test_who_is_dead_or_has_begun_another_duel_is_kept_waiting_no_more():
    dead, busy, other = a_mage("Dead"), a_mage(), a_mage()
    far = rated(3000)
    wait(dead)
    Mage.objects.filter(pk=dead.pk).update(ended=NOW, end="died")
    wait(far, busy)
    rows_of_a_duel(busy, a_mage(), pace=60)
    Seeker.objects.create(mage=other, rating=1500, since=NOW, heard=NOW)
    assert keep_seeking(user_ids=users(dead, busy, other, far), now=NOW) == dict.fromkeys(users(other, far))


def test_nobody_is_kept_waiting_who_has_not_asked_to_and_a_page_that_stays_is_enough():
    one, other = a_mage(), a_mage()
    assert keep_seeking(user_ids=users(one), now=NOW) == {}
    wait(one)
    stop_seeking(user_id=one.owner_id)
    keep_seeking(user_ids=users(one), now=after(1))
    assert seek(mage=other, now=after(2))


@pytest.mark.django_db(transaction=True)
def test_of_many_who_are_looked_after_at_once_nobody_is_paired_twice():
    mages = [a_mage() for _ in range(6)]
    for mage in mages:
        Seeker.objects.create(mage=mage, rating=1500)
    at_once([lambda mine=mages[i::3]: keep_seeking(user_ids=users(*mine)) for i in range(3)])
    assert Duel.objects.count() == 3
    assert {duel.seats.count() for duel in Duel.objects.all()} == {2}
    assert set(Seeker.objects.values_list("duel", flat=True)) == set(Duel.objects.values_list("pk", flat=True))


# The page


def test_a_stranger_waits_by_one_click_as_a_guest():
    client = as_user(a_user())
    client.logout()
    assert client.get("/quick/").url == "/lobby/"
    page = client.post("/quick/", follow=True).content.decode()
    assert "Looking for an opponent" in page
    assert 'action="/practice/"' in page  # the apprentice meanwhile
    assert User.objects.filter(is_guest=True).count() == 1
    assert client.get("/quick/").status_code == 200


def test_the_page_beats_is_told_of_the_duel_and_leaves():
    one, other = a_mage(), a_mage()
    mine, his = as_user(one.owner), as_user(other.owner)
    assert mine.post("/quick/beat/", {"mage": one.pk, "book": ""}).json() == {"duel": None, "house": None}
    mine.post("/quick/leave/")
    assert his.post("/quick/beat/", {"mage": other.pk}).json() == {"duel": None, "house": None}
    url = mine.post("/quick/beat/", {"mage": one.pk}).json()["duel"]
    assert url == f"/duel/{Duel.objects.get().slug}/"
    assert his.post("/quick/beat/", {"mage": other.pk}).json() == {"duel": url, "house": None}


def test_nobody_seeks_with_the_mage_of_another_or_by_looking():
    one, other = a_mage(), a_mage()
    client = as_user(one.owner)
    assert client.post("/quick/beat/", {"mage": other.pk}).status_code == 400
    assert client.post("/quick/beat/", {"mage": one.pk, "book": "cookery"}).status_code == 400
    assert client.get("/quick/beat/").status_code == client.get("/quick/leave/").status_code == 405
    rows_of_a_duel(one, other, pace=60)
    assert "Finish it first" in client.post("/quick/beat/", {"mage": one.pk}).json()["why"]
    assert not Seeker.objects.exists()


# The house meanwhile


def test_who_has_waited_for_long_is_offered_a_wizard_of_the_house_of_like_strength():
    stranger, strong, busy = rated(1500), rated(2500), rated(9000)
    HouseStanding.objects.create(user=strong.owner, rating=2000)
    for mage in (stranger, strong, busy):
        seek(mage=mage, now=NOW)
    Seeker.objects.filter(mage=busy).update(duel=rows_of_a_duel(busy, a_mage()))
    users = [mage.owner_id for mage in (stranger, strong, busy)]
    assert offered_meanwhile(user_ids=users, now=NOW + LONELY - timedelta(seconds=1)) == {}
    offered = offered_meanwhile(user_ids=users, now=NOW + LONELY)
    assert {user: wizard.level for user, wizard in offered.items()} == {stranger.owner_id: 2, strong.owner_id: 5}
    assert offered_meanwhile(user_ids=users, now=NOW + 2 * LONELY) == offered


def test_who_takes_the_offer_duels_at_once_and_waits_no_more():
    mage, other = a_mage("Black"), a_mage()
    assert seek(mage=mage, book="warlocks", now=NOW) is None
    duel = duel_meanwhile(user_id=mage.owner_id, wizard=BY_NAME["Corvin"])
    assert names(duel) == ["Black", "Corvin"]
    assert (duel.book, duel.pace, duel.reserve, duel.counts, duel.practice) == ("warlocks", 60, 300, False, False)
    assert seek(mage=other, now=after(1)) is None
    assert seek(mage=mage, now=after(1)) == duel  # as his other pages hear
    assert duel_meanwhile(user_id=mage.owner_id, wizard=BY_NAME["Nyx"]) == duel


def test_who_has_been_met_before_he_takes_the_offer_is_in_that_duel():
    mage, other = a_mage(), a_mage()
    seek(mage=mage, now=NOW)
    duel = seek(mage=other, now=NOW)
    assert duel_meanwhile(user_id=mage.owner_id, wizard=BY_NAME["Corvin"]) == duel
    assert Duel.objects.count() == 1


def test_who_does_not_wait_or_duels_already_is_refused():
    mage = a_mage()
    with pytest.raises(ValidationError, match="do not wait"):
        duel_meanwhile(user_id=mage.owner_id, wizard=BY_NAME["Corvin"])
    seek(mage=mage, now=NOW)
    rows_of_a_duel(mage, a_mage())
    with pytest.raises(ValidationError, match="in a live duel"):
        duel_meanwhile(user_id=mage.owner_id, wizard=BY_NAME["Corvin"])


@pytest.mark.django_db(transaction=True)
def test_nobody_is_in_two_duels_who_is_met_while_he_takes_the_offer():
    one, other = a_mage(), a_mage()
    seek(mage=one)
    at_once([lambda: duel_meanwhile(user_id=one.owner_id, wizard=BY_NAME["Corvin"]), lambda: seek(mage=other)])
    assert one.seats.count() == 1
    assert Seeker.objects.get(mage=one).duel == one.seats.get().duel


def test_a_page_without_a_socket_is_told_of_the_offer_and_takes_it():
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
def test_a_wizard_whom_the_house_does_not_have_is_refused(slug):
    mage = a_mage()
    seek(mage=mage)
    page = as_user(mage.owner)
    assert page.post("/quick/meanwhile/", {"wizard": slug}).url == "/quick/"
    assert "There is no such wizard in the house." in page.get("/quick/").content.decode()
    assert not Duel.objects.exists()
