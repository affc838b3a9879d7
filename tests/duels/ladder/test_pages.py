import re
from datetime import timedelta
from itertools import count

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Block, Mage, Vacation
from accounts.services.friends import follow
from duels.ladder import settlement, standings
from duels.models import Outcome, Standing
from duels.wording.duel_lists import duels_of_mage
from tests.builders import PASSWORD, a_guest, a_mage, a_result, a_user, rows_of_a_duel

pytestmark = pytest.mark.django_db

NOW = timezone.now()
_numbers = count(1)


def a_standing(name=None, *, score=0, melee=False, rating=1500, deviation=50, wins=3, **mage_fields):
    mage = a_mage(name or f"Ranked {next(_numbers)}")
    Mage.objects.filter(pk=mage.pk).update(**mage_fields)
    figures = {"score": score, "rating": rating, "deviation": deviation, "wins": wins}
    Standing.objects.create(mage=mage, melee=melee, rated=NOW, **figures)
    return mage


def a_grave(name=None, *, end="died", days=1, **fields):
    mage = a_mage(name)
    Mage.objects.filter(pk=mage.pk).update(ended=NOW - timedelta(days=days), end=end, **fields)
    mage.refresh_from_db()
    return mage


def body(address, client=None, **query):
    answer = (client or Client()).get(address, query)
    assert answer.status_code == 200
    return answer.content.decode()


def logged_in(user):
    client = Client()
    client.force_login(user)
    return client


def ranks(address="/ladder/", **query):
    """Return the place and name in each row of the ladder, or of the list at `address`."""
    answer = Client().get(address, query)
    return [(rank.place, rank.name) for rank in answer.context["ranks"]]


def settled(black, white, *, public=True, **result):
    told = a_result(**result)
    duel = rows_of_a_duel(black, white, result=told, ended=timezone.now(), round=10, public=public)
    settlement.settle(duel, duel.seats.all(), dict.fromkeys((*told["killed"], *told["surrendered"]), 9))
    return duel


# The ladder


def test_ties_share_a_place():
    for name, score in (("A", 5), ("B", 3), ("C", 3), ("D", 1)):
        a_standing(name, score=score)
    assert ranks() == [(1, "A"), (2, "B"), (2, "C"), (4, "D")]


def test_the_ladder_can_be_ranked_by_rating():
    for name, score, rating in (("A", 5, 1400), ("B", 3, 1800.4), ("C", 3, 1800.2)):
        a_standing(name, score=score, rating=rating)
    assert ranks(by="rating") == [(1, "B"), (1, "C"), (3, "A")]


def test_a_rating_of_exactly_a_half_has_a_place():
    a_standing("Even", rating=1500.5)
    a_standing("Odd", rating=1501.5)
    a_standing("Low", rating=1499.5)
    assert [name for _, name in ranks(by="rating")] == ["Odd", "Even", "Low"]
    assert [place for place, _ in ranks(by="rating")] == sorted(place for place, _ in ranks(by="rating"))


def test_duels_and_melees_have_separate_ladders():
    a_standing("Duellist", score=1)
    a_standing("Brawler", score=4, melee=True)
    assert ranks() == [(1, "Duellist")]
    assert ranks(kind="melee") == [(1, "Brawler")]


def test_the_retired_and_the_dead_are_not_on_the_ladder():
    a_standing("Alive", score=1)
    a_standing("Retired", score=9, retired=NOW)
    a_standing("Dead", ended=NOW, end="died")
    assert ranks() == [(1, "Alive")]


def test_a_negative_score_has_a_minus_sign():
    mage = a_standing("Merlin", score=-1)
    assert '<td class="number" data-label="Score">−1</td>' in body("/ladder/")
    assert '<td class="number">−1</td>' in body(f"/mage/{mage.name}/")
    assert "even below zero" in body("/ladder/")


def test_a_search_does_not_change_places():
    for name, score in (("Merlin", 5), ("Morgana", 3), ("Mordred Ørsted", 1)):
        a_standing(name, score=score)
    assert ranks(q="MOR") == [(2, "Morgana"), (3, "Mordred Ørsted")]
    assert ranks(q="ørst") == [(3, "Mordred Ørsted")]
    assert "No name matches “100%”" in body("/ladder/", q="100%")


@pytest.mark.parametrize(
    ("sort", "names"),
    [("name", ["Ann", "bob", "Cid"]), ("wins", ["Cid", "Ann", "bob"]), ("losses", ["bob", "Ann", "Cid"])],
)
def test_the_ladder_is_sorted_by_a_column(sort, names):
    for name, wins, losses in (("Cid", 3, 0), ("Ann", 2, 1), ("bob", 1, 2)):
        Standing.objects.filter(mage=a_standing(name)).update(wins=wins, losses=losses)
    assert [name for _, name in ranks(sort=sort)] == names
    direction = "ascending" if sort == "name" else "descending"
    assert f'aria-sort="{direction}"' in body("/ladder/", sort=sort)


@pytest.mark.parametrize(
    "odd", [{"sort": "owner__email"}, {"by": "x"}, {"kind": "x"}, {"rows": "-1"}, {"page": "x"}, {"q": "\0'\"%_<b>"}]
)
@pytest.mark.parametrize("address", ["/ladder/", "/honours/", "/graveyard/"])
def test_invalid_query_parameters_are_ignored(address, odd):
    a_standing("Merlin", score=1)
    assert "<b>" not in body(address, **odd)


def test_pagination_keeps_the_query():
    for _ in range(60):
        a_standing(score=1, melee=True)
    page = body("/ladder/", kind="melee", q="Ranked", sort="name")
    assert 'href="?kind=melee&amp;q=Ranked&amp;sort=name&amp;page=2"' in page


def test_a_provisional_rating_is_marked():
    a_standing("Known", deviation=60)
    assert "(provisional)" not in body("/ladder/")
    a_standing("Unknown", deviation=300)
    assert body("/ladder/").count("(provisional)") == 1


def test_a_rating_just_above_the_limit_of_deviations_is_provisional_everywhere():
    mage = a_standing("Nearly", rating=1612, deviation=110.4)
    now = Standing.objects.get(mage=mage).rated
    (rank,) = standings.lines(standings.ranked(melee=False), {}, "rating")
    assert standings.shown(mage.standings.get(), now).rating_text == rank.rating_text == "1612?"


def test_a_rating_appears_after_three_duels():
    a_standing("Novice", rating=1662, wins=2)
    a_standing("Veteran", rating=1555, wins=3)
    page = body("/ladder/")
    assert "1662" not in page
    assert "1555" in page
    assert "after three duels" in page
    assert "after three duels" in body("/mage/Novice/")
    assert "1662" not in body("/mage/Novice/")
    assert ranks(by="rating") == ranks(sort="rating") == [(1, "Veteran")]


@pytest.mark.parametrize("address", ["/ladder/", "/graveyard/"])
def test_a_list_without_rows_has_no_controls(address):
    assert "Search mages" not in Client().get(address).content.decode()
    assert "Search mages" in Client().get(f"{address}?q=Merlin").content.decode()


def test_the_table_comes_before_the_explanation():
    a_standing("Merlin")
    page = body("/ladder/")
    assert page.index("<table") < page.index("even below zero")


def test_a_rating_becomes_provisional_again_after_inactivity():
    mage = a_standing(deviation=100)
    assert not standings.shown(mage.standings.get(), NOW).is_provisional
    assert standings.shown(mage.standings.get(), NOW + timedelta(days=365)).is_provisional


# The honour roll and the graveyard


def test_the_honour_roll_lists_retired_mages_with_points():
    a_standing("Honoured", score=2, retired=NOW)
    a_standing("Poor", score=0, retired=NOW)
    a_standing("Owing", score=-2, retired=NOW)
    a_standing("Active", score=5)
    a_standing("Dead", score=5, retired=NOW, ended=NOW, end="quit")
    assert ranks("/honours/") == [(1, "Honoured")]
    assert ranks("/honours/", kind="melee") == []


def test_the_graveyard_lists_the_dead_latest_first():
    a_grave("Old", days=9)
    a_grave("New", days=1, end="quit")
    a_mage("Alive")
    page = body("/graveyard/")
    assert page.index("New") < page.index("Old")
    assert "Alive" not in page
    by_age = body("/graveyard/", sort="registered")
    assert by_age.index("Old") < by_age.index("New")
    assert "Old" not in body("/graveyard/", q="new")


def test_a_grave_shows_the_lost_score_and_the_last_duel():
    black, white = a_mage("Black"), a_mage("White")
    Standing.objects.create(mage=black, score=7, wins=7)
    duel = settled(black, white, won=["White"], killed=["Black"])
    (grave,) = Client().get("/graveyard/").context["graves"]
    assert (grave.name, grave.lost, grave.wins, grave.losses) == ("Black", "7", 7, 1)
    assert f'href="/replay/{duel.slug}/">died</a>' in body("/graveyard/")


def test_a_page_of_a_list_is_short_unless_more_rows_are_asked_for():
    for number in range(26):
        a_mage(f"Old {number}", ended=timezone.now(), end="died")
    assert len(Client().get("/graveyard/").context["graves"]) == 25
    assert len(Client().get("/graveyard/", {"rows": "50"}).context["graves"]) == 26


def test_graveyard_and_rating_table_link_to_no_private_duel():
    black, white = a_mage("Black"), a_mage("White")
    public = settled(black, white, won=["Black"], surrendered=["White"])
    private = settled(black, white, won=["White"], killed=["Black"], public=False)
    assert private.slug not in body("/graveyard/")
    page = body("/mage/Black/1/")
    assert public.slug in page
    assert private.slug not in page


# Mages


def test_each_life_has_a_page_and_the_name_shows_the_latest():
    first = a_grave("Merlin")
    second = Mage.objects.create(owner=first.owner, name="Merlin", life=2)
    assert Client().get("/mage/merlin/").context["mage"] == second
    assert Client().get("/mage/Merlin/1/").context["mage"] == first
    assert Client().get("/mage/Merlin/3/").status_code == 404
    assert 'href="/mage/Merlin/1/"' in body("/mage/Merlin/")
    assert "died on" in body("/mage/Merlin/1/")


def test_the_page_of_a_retired_mage_offers_no_challenge():
    mage = a_mage("Merlin")
    assert "Challenge Merlin" in body("/mage/Merlin/")
    Mage.objects.filter(pk=mage.pk).update(retired=NOW)
    page = body("/mage/Merlin/")
    assert "Challenge Merlin" not in page
    assert "can’t be challenged" in page


def test_the_rating_history_has_a_chart_and_a_table():
    black, white = a_mage("Black"), a_mage("White")
    settled(black, white, won=["White"], surrendered=["Black"])
    assert 'role="img"' not in body("/mage/White/").partition("<main")[2]
    settled(black, white, won=["White"], surrendered=["Black"])
    assert 'role="img"' not in body("/mage/White/").partition("<main")[2]
    duel = settled(black, white, won=["Black"], surrendered=["White"])
    page = body("/mage/White/")
    assert 'role="img"' in page
    rating = round(Outcome.objects.filter(mage=white).order_by("-pk").first().rating)
    table = page.partition("Show as table")[2]
    assert f'<td class="number">{rating}</td>' in table
    assert f'href="/replay/{duel.slug}/"' in table


def test_others_see_that_the_owner_is_on_vacation():
    mage = a_mage("Merlin")
    Vacation.objects.create(user=mage.owner, began=NOW - timedelta(days=1), until=NOW + timedelta(days=3))
    assert "on vacation" in body("/mage/Merlin/")


def test_an_unlisted_duel_is_shown_to_its_duelists_only():
    black, white = a_mage("Black"), a_mage("White")
    duel = rows_of_a_duel(black, white, public=False)
    assert duel.slug not in body("/mage/Black/")
    assert duel.slug not in body("/mage/Black/", logged_in(a_user()))
    assert duel.slug in body("/mage/Black/", logged_in(white.owner))
    assert list(duels_of_mage(black, black.owner)) == [duel]


def test_owners_edit_the_description_of_their_mage():
    mage = a_mage("Merlin")
    client = logged_in(mage.owner)
    answer = client.post("/mage/Merlin/edit/", {"gender": "m", "about": "<b>Old</b> & grey."})
    assert answer.url == "/mage/Merlin/"
    assert "&lt;b&gt;Old&lt;/b&gt; &amp; grey." in body("/mage/Merlin/")
    for about, why in (("x" * 1001, "at most 1000 characters"), ("A kike", "isn’t allowed here")):
        assert why in client.post("/mage/Merlin/edit/", {"gender": "m", "about": about}).content.decode()
    assert "&lt;b&gt;Old&lt;/b&gt; &amp; grey." in body("/mage/Merlin/")


def test_only_the_owner_may_retire_or_quit_a_mage():
    mage = a_mage("Merlin")
    stranger = logged_in(a_user())
    for address in ("/mage/Merlin/retire/", "/mage/Merlin/quit/", "/mage/Merlin/edit/"):
        assert stranger.post(address).status_code == 404
        assert Client().post(address).status_code == 302
    assert Mage.objects.filter(pk=mage.pk, ended=None, retired=None).exists()


def test_a_mage_is_retired_or_deleted_in_its_settings():
    mage = a_mage("Merlin")
    client = logged_in(mage.owner)
    for way in ("/mage/Merlin/retire/", "/mage/Merlin/quit/"):
        assert way not in body("/mage/Merlin/", client)
        assert way in body("/mage/Merlin/edit/", client)
    page = client.post("/mage/Merlin/retire/", follow=True).content.decode()
    assert "Merlin is retired" in page
    assert "Come out of retirement" in page
    assert client.get("/mage/Merlin/retire/").url == "/mage/Merlin/"


def test_quitting_a_mage_needs_confirmation():
    mage = a_mage("Merlin")
    client = logged_in(mage.owner)
    assert "Delete Merlin permanently" in body("/mage/Merlin/quit/", client)
    assert client.post("/mage/Merlin/quit/").url == "/mages/"
    assert client.post("/mage/Merlin/quit/").status_code == 404
    mage.refresh_from_db()
    assert mage.end == "quit"
    assert "Register Merlin again" in body("/mage/Merlin/", client)


def test_a_mage_in_a_duel_cannot_quit_and_the_duels_are_listed():
    black = a_mage("Black")
    duel = rows_of_a_duel(black, a_mage("White"))
    client = logged_in(black.owner)
    answer = client.post("/mage/Black/quit/")
    assert "Black is still" in answer.content.decode()
    assert f'href="/duel/{duel.slug}/"' in answer.content.decode()
    black.refresh_from_db()
    assert black.ended is None


# Users


def test_a_users_page_shows_public_facts():
    user = a_user("arthur", email="arthur@example.org", about="A king.")
    a_mage("Merlin", owner=user)
    dead = a_grave("Uther")
    Mage.objects.filter(pk=dead.pk).update(owner=user)
    page = body("/user/Arthur/")
    assert "A king." in page
    assert page.index("Merlin") < page.index("Uther")
    assert "arthur@example.org" not in page
    assert Client().get("/user/mordred/").status_code == 404


def test_guests_have_no_page():
    guest = a_guest("Visitor")
    assert Client().get(f"/user/{guest.owner.username}/").status_code == 404
    assert guest.owner.username not in body("/mage/Visitor/")


def test_closing_an_account_needs_the_password():
    user = a_user("arthur")
    mage = a_mage("Merlin", owner=user)
    client = logged_in(user)
    assert "This isn’t your password" in client.post("/settings/quit/", {"password": "excalibur"}).content.decode()
    user.refresh_from_db()
    assert user.ended is None
    assert client.post("/settings/quit/", {"password": PASSWORD}).url == "/"
    user.refresh_from_db()
    mage.refresh_from_db()
    assert (user.is_active, mage.end) == (False, "quit")
    assert client.get("/mages/").status_code == 302
    assert not client.login(username="arthur", password=PASSWORD)
    assert "Account deleted" in body("/user/arthur/")


# The number of queries


def fill(number):
    """Add `number` finished duels, and `number` mages each to the ladder, the retired mages and the graveyard."""
    for _ in range(number):
        a_standing(score=1)
        a_standing(score=1, retired=NOW)
        grave = a_grave()
        settled(a_mage(), grave, won=[grave.name], surrendered=[Mage.objects.latest("pk").name])


@pytest.mark.parametrize("address", ["/ladder/", "/ladder/?by=rating&q=a", "/honours/", "/graveyard/"])
def test_a_list_needs_no_more_queries_for_twelve_mages_than_for_two(address):
    fill(2)
    few = queries(address)
    fill(10)
    assert queries(f"{address}{'&' if '?' in address else '?'}rows=1000") == few <= 6


def queries(address, client=None):
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert (client or Client()).get(address).status_code == 200
    return len(captured)


@pytest.mark.parametrize("address", ["/users/", "/user/arthur/"])
def test_a_user_is_challenged_through_an_active_mage(address):
    user = a_user("arthur")
    for name, fields in (("Merlin", {}), ("Resting", {"retired": NOW}), ("Dead", {"ended": NOW, "end": "died"})):
        Mage.objects.filter(pk=a_mage(name, owner=user).pk).update(**fields)
    page = body(address)
    assert re.findall(r'opponent=(\w+)"', page) == ["Merlin"]
    client = Client()
    client.force_login(user)
    assert "opponent=" not in client.get(address).content.decode()


def test_a_user_with_many_mages_needs_no_more_queries():
    user = a_user("arthur")
    a_mage(owner=user)
    few = queries("/user/arthur/")
    for _ in range(20):
        a_mage(owner=user)
    assert queries("/user/arthur/") == few


def test_a_thousand_mages_fit_on_one_page():
    users = [a_user() for _ in range(2)]
    mages = Mage.objects.bulk_create(
        Mage(owner=users[number % 2], name=f"Mage {number}", folded=f"mage {number}") for number in range(1000)
    )
    Standing.objects.bulk_create(Standing(mage=mage, score=number) for number, mage in enumerate(mages))
    answer = Client().get("/ladder/", {"rows": "1000"})
    assert len(answer.context["ranks"]) == 1000
    assert answer.context["ranks"][-1].place == 1000


# All users


def test_users_are_listed_with_their_living_mages():
    user = a_user("arthur", email="arthur@example.org")
    a_mage("Merlin", owner=user)
    a_grave("Uther")
    a_guest("Visitor")
    a_user("gone", ended=NOW)
    page = body("/users/")
    assert "Merlin" in page
    assert not any(word in page for word in ("Uther", "Visitor", "gone", "arthur@example.org"))


def test_users_are_found_by_username_and_mage_names():
    a_mage("Merlin", owner=a_user("arthur"))
    a_mage("Morgana", owner=a_user("lefay"))
    assert "lefay" not in body("/users/", q="ARTH")
    assert "lefay" in body("/users/", q="morg")


def test_users_can_be_sorted_by_activity():
    a_user("ann", active=NOW - timedelta(days=3))
    a_user("bob", active=NOW)
    page = body("/users/", sort="active")
    assert page.index("bob") < page.index("ann")


def test_many_users_need_no_more_queries():
    client = logged_in(a_mage().owner)
    few = queries("/users/"), queries("/users/", client)
    for _ in range(20):
        owner = a_user()
        a_mage(owner=owner)
        a_mage(owner=owner)
    assert (queries("/users/"), queries("/users/", client)) == few
    assert few[0] <= 4


def test_users_are_followed_from_the_list_without_a_block():
    viewer, known, new, foe = (a_user(name) for name in ("arthur", "bors", "kay", "mordred"))
    follow(user=viewer, other=known)
    Block.objects.create(user=foe, blocked=viewer)
    page = body("/users/", logged_in(viewer))
    assert re.findall(r'aria-label="(?:Unf|F)ollow \w+"', page) == [
        'aria-label="Unfollow bors"',
        'aria-label="Follow kay"',
    ]
    assert "data-follow" not in body("/users/")
    answer = logged_in(viewer).post("/friends/kay/", {"do": "follow", "next": "/users/?page=2"})
    assert answer.url == "/users/?page=2"
    assert new.followers.exists()


def test_the_list_shows_the_scores_of_ones_own_mages():
    merlin = a_standing("Merlin", score=3)
    Standing.objects.create(mage=merlin, score=-1, melee=True)
    page = body("/mages/", logged_in(merlin.owner))
    assert "score 3 in duels, −1 in melees" in page
